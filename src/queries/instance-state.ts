import { setTimeout as delay } from 'node:timers/promises';
import { applyToLive, liveStateOf, openLive } from '../engine/live.ts';
import type { EndedEntry, EvaluatedCondition, LiveState, StepRecord } from '../engine/read-model.ts';
import type { ReadDatabase } from './read-database.ts';
import { readEvents } from './stored-events.ts';

const MAX_WAIT_MS = 2000;
const FIRST_POLL_MS = 20;
const MAX_POLL_MS = 100;

/** The state snapshot of one instance (docs/spec/http/instances.md#state); entries and scopes are still named by their ordinals. */
export interface InstanceStateItem {
  readonly instanceId: string;
  readonly definitionId: string;
  readonly businessId: string | null;
  readonly isCompleted: boolean;
  readonly isCancelled: boolean;
  readonly isFailed: boolean;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly live: LiveState;
  /** in the order they ended */
  readonly ended: readonly EndedEntry[];
  /** in the order of evaluation */
  readonly conditions: readonly EvaluatedCondition[];
}

/** What a state read gives. `behind`: the engine knows the instance, the projection did not catch up in time. */
export type InstanceStateAnswer =
  | { readonly kind: 'found'; readonly state: InstanceStateItem }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'behind' };

/**
 * The state of an instance, at least as new as the instance was when the read began: the read waits for the projection up to 2 seconds.
 * Later progress of the instance is not waited for, so a busy instance cannot hold a reader back.
 */
export async function readInstanceState(db: ReadDatabase, instanceId: string): Promise<InstanceStateAnswer> {
  const known = await db.selectFrom('instance').select('seq').where('id', '=', instanceId).executeTakeFirst();
  if (known === undefined) return { kind: 'unknown' };
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(MAX_POLL_MS, pollMs * 2)) {
    const state = await readProjected(db, instanceId, known.seq);
    if (state !== undefined) return { kind: 'found', state };
    if (performance.now() + pollMs > deadline) return { kind: 'behind' };
    await delay(pollMs);
  }
}

async function readProjected(db: ReadDatabase, instanceId: string, minSeq: number): Promise<InstanceStateItem | undefined> {
  const row = await db
    .selectFrom('q_instance')
    .select([
      'definition_id',
      'business_id',
      'is_completed',
      'is_cancelled',
      'is_failed',
      'created_at',
      'started_at',
      'completed_at',
      'last_seq',
      'live',
      'live_seq',
    ])
    .where('instance_id', '=', instanceId)
    .where('last_seq', '>=', minSeq)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const steps = await readSteps(db, instanceId, row.last_seq);
  return {
    instanceId,
    definitionId: row.definition_id,
    businessId: row.business_id,
    isCompleted: row.is_completed,
    isCancelled: row.is_cancelled,
    isFailed: row.is_failed,
    createdAt: row.created_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    live: await readLive(db, instanceId, row),
    ended: steps.flatMap((step) => step.completed),
    conditions: steps.flatMap((step) => step.conditions),
  };
}

/** What is live at the last projected row: what is stored, with the rows of the journal after it. */
async function readLive(
  db: ReadDatabase,
  instanceId: string,
  stored: { readonly live: string; readonly live_seq: number | null; readonly last_seq: number },
): Promise<LiveState> {
  const state = JSON.parse(stored.live) as LiveState;
  if (stored.live_seq === null || stored.live_seq === stored.last_seq) return state;
  const rows = await db
    .selectFrom('journal')
    .select(['seq', 'at', 'v', 'events'])
    .where('subject_id', '=', instanceId)
    .where('seq', '>', stored.live_seq)
    .where('seq', '<=', stored.last_seq)
    .orderBy('seq')
    .execute();
  const live = openLive(state);
  for (const row of rows) for (const event of readEvents(instanceId, row)) applyToLive(live, event, row.at.getTime());
  return liveStateOf(live);
}

/** `lastSeq` keeps steps out that were projected after the instance row was read. */
async function readSteps(db: ReadDatabase, instanceId: string, lastSeq: number): Promise<readonly StepRecord[]> {
  const rows = await db
    .selectFrom('q_instance_step')
    .select(['completed', 'conditions'])
    .where('instance_id', '=', instanceId)
    .where('seq', '<=', lastSeq)
    .orderBy('seq')
    .execute();
  return rows.map(({ completed, conditions }) => ({ completed: JSON.parse(completed), conditions: JSON.parse(conditions) }));
}
