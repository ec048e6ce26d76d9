import { LRUCache } from 'lru-cache';
import type { Connection } from '../db/connection.ts';
import { upcastEvents } from '../engine/events/upcast.ts';
import type { EngineEvent } from '../engine/events.ts';
import type { LiveState } from '../engine/model/read-model.ts';
import { applyToLive, type Live, openLive } from '../engine/state/live.ts';
import { MAX_KEPT_STATES, SMALL_STATE } from '../engine/state/state-index.ts';
import { type IndexedVariable, indexedPathsOf } from '../platform/config/setting-types.ts';
import { readBetween } from './journal.ts';
import type { Subject } from './journal-row.ts';
import {
  type InstanceProjection,
  newProjection,
  openInstanceProjection,
  openProcessProjection,
  type SubjectProjection,
} from './subject-projection.ts';
import type * as instance from './tables/instance.ts';
import { valuesAt } from './tables/instance-variable.ts';

/** Live state after the row `seq` of the event history. */
export interface KeptLive {
  readonly live: Live;
  readonly seq: number;
}

/** A small step of a large instance does not have to read the whole state from the database. */
export class LiveCache {
  private readonly kept = new LRUCache<string, KeptLive>({ maxSize: MAX_KEPT_STATES });

  /** Removes the state, because the caller changes it in place. */
  take(id: string): KeptLive | undefined {
    const kept = this.kept.get(id);
    this.kept.delete(id);
    return kept;
  }

  /** Keeps only large ones of a committed batch. Skips ended instances. */
  keep(projections: Iterable<SubjectProjection>): void {
    for (const projection of projections) {
      if (projection.kind !== 'i' || projection.row?.isCompleted !== false) continue;
      const { subjectId, live, lastSeq: seq, stored } = projection;
      const size = Math.min(stored.stateSize + stored.journalSize, MAX_KEPT_STATES);
      if (stored.stateSize > SMALL_STATE) this.kept.set(subjectId, { live, seq }, { size });
    }
  }
}

interface StoredInstance {
  readonly instance_id: string;
  readonly definition_id: string;
  readonly key: string;
  readonly version: number;
  readonly business_id: string | null;
  readonly is_completed: boolean;
  readonly is_cancelled: boolean;
  readonly is_failed: boolean;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
  readonly last_seq: number;
  /** JSON text; null: not read because it is large */
  readonly live: string | null;
  readonly live_seq: number;
  readonly live_size: number;
  /** bigint, as text */
  readonly journal_size: string;
  readonly parent_id: string | null;
  readonly failed_element: string | null;
  readonly error_code: string | null;
  readonly error_message: string | null;
  /** JSON text */
  readonly earlier_versions: string | null;
  /** JSON text */
  readonly earlier_failure: string | null;
}
interface StoredProcess {
  readonly subject_id: string;
  readonly key: string;
  readonly is_active: boolean;
  readonly is_suspended: boolean;
  readonly last_seq: number;
}

const READ_INSTANCES = {
  name: 'projector-read-instances-5',
  text: `
    select instance_id, definition_id, key, version, business_id, is_completed, is_cancelled, is_failed,
           created_at, started_at, completed_at, last_seq, coalesce(live_seq, last_seq) as live_seq, live_size, journal_size,
           parent_id, failed_element, error_code, error_message, earlier_versions, earlier_failure,
           case when live_size <= ${SMALL_STATE} then live end as live
    from q_instance where instance_id = any($1::uuid[])`,
};
const READ_LIVE = { name: 'projector-read-live', text: 'select live from q_instance where instance_id = $1' };
const IS_STORED = { name: 'projector-is-instance-stored', text: 'select from instance where id = $1' };
const READ_PROCESSES = {
  name: 'projector-read-processes-2',
  text: 'select subject_id, key, is_active, is_suspended, last_seq from q_process where subject_id = any($1::uuid[])',
};

/**
 * The caller must hold the locks of the subjects, and return the projections with `keep` after the commit: they are taken from the cache.
 * @returns without instances that were deleted during the reads: the row of projection_todo for their deletion follows
 */
export async function openProjections(
  connection: Connection,
  subjects: readonly Subject[],
  cache: LiveCache,
  indexed: readonly IndexedVariable[] = [],
): Promise<Map<string, SubjectProjection>> {
  const projections = new Map<string, SubjectProjection>(subjects.map((subject) => [subject.subjectId, newProjection(subject)]));
  const instanceIds = subjects.filter(({ kind }) => kind === 'i').map(({ subjectId }) => subjectId);
  const processIds = subjects.filter(({ kind }) => kind === 'd').map(({ subjectId }) => subjectId);
  if (instanceIds.length > 0) {
    const rows = await connection.query<StoredInstance>(READ_INSTANCES, [instanceIds]);
    for (const row of rows) {
      const projection = await storedProjection(connection, row, cache, indexed);
      if (projection === undefined) projections.delete(row.instance_id);
      else projections.set(row.instance_id, projection);
    }
  }
  if (processIds.length > 0) {
    const rows = await connection.query<StoredProcess>(READ_PROCESSES, [processIds]);
    for (const { subject_id: subjectId, key, is_active: isActive, is_suspended: isSuspended, last_seq: lastSeq } of rows) {
      projections.set(subjectId, openProcessProjection(subjectId, lastSeq, { subjectId, key, isActive, isSuspended }));
    }
  }
  return projections;
}

async function storedProjection(
  connection: Connection,
  stored: StoredInstance,
  cache: LiveCache,
  indexed: readonly IndexedVariable[],
): Promise<InstanceProjection | undefined> {
  const { instance_id: subjectId, last_seq: lastSeq, live_size: stateSize, journal_size: journalSize } = stored;
  const live = await liveOf(connection, stored, cache);
  if (live === undefined) return undefined;
  const sizes = { stateSize, journalSize: Number(journalSize) };
  const variables = valuesAt(live, indexedPathsOf(indexed, stored.key));
  return openInstanceProjection({ subjectId, lastSeq, row: instanceRow(stored), live, stored: sizes, variables });
}

/** Cached or stored state, plus the later projected rows of the event history. Undefined: the instance was deleted during the reads. */
async function liveOf(connection: Connection, stored: StoredInstance, cache: LiveCache): Promise<Live | undefined> {
  const { instance_id: id, last_seq: lastSeq, live_seq: liveSeq } = stored;
  const kept = stored.live === null ? cache.take(id) : undefined;
  if (kept !== undefined && kept.seq >= liveSeq && kept.seq <= lastSeq)
    return bringForward(connection, id, kept.live, kept.seq, lastSeq);
  const text = stored.live ?? (await connection.query<{ live: string }>(READ_LIVE, [id]))[0]?.live ?? 'null';
  const live = openLive((JSON.parse(text) as LiveState | null) ?? undefined);
  return bringForward(connection, id, live, liveSeq, lastSeq);
}

async function bringForward(
  connection: Connection,
  id: string,
  live: Live,
  seq: number,
  lastSeq: number,
): Promise<Live | undefined> {
  if (seq === lastSeq) return live;
  const rows = await readBetween(connection, id, seq, lastSeq);
  if (rows.length === 0 && !(await isInstanceStored(connection, id))) return undefined;
  for (const row of rows) {
    for (const event of upcastEvents(row.events, row)) applyToLive(live, event as EngineEvent, row.at.getTime());
  }
  return live;
}

async function isInstanceStored(connection: Connection, id: string): Promise<boolean> {
  return (await connection.query(IS_STORED, [id])).length > 0;
}

function instanceRow(stored: StoredInstance): instance.InstanceQueryRow {
  return {
    instanceId: stored.instance_id,
    definitionId: stored.definition_id,
    key: stored.key,
    version: stored.version,
    businessId: stored.business_id,
    isCompleted: stored.is_completed,
    isCancelled: stored.is_cancelled,
    isFailed: stored.is_failed,
    createdAt: stored.created_at,
    startedAt: stored.started_at,
    completedAt: stored.completed_at,
    parentId: stored.parent_id,
    failure:
      stored.error_code === null
        ? null
        : { element: stored.failed_element, code: stored.error_code, message: stored.error_message ?? '' },
    earlierVersions:
      stored.earlier_versions === null ? null : (JSON.parse(stored.earlier_versions) as readonly instance.EarlierVersion[]),
    earlierFailure: stored.earlier_failure === null ? null : (JSON.parse(stored.earlier_failure) as instance.EarlierFailure),
  };
}
