import { sql } from 'kysely';
import type { EngineEvent } from '../../engine/events.ts';
import { apply } from '../../engine/state/apply.ts';
import { readSnapshot } from '../../engine/state/snapshot.ts';
import { type InstanceState, type InstanceStatus, initialState } from '../../engine/state.ts';
import type { KeyLimits } from '../../platform/access-roles.ts';
import type { WaitedChild, WaitedDeadLetter } from '../../waits/wait.ts';
import type { CustomTaskFact, WaitFacts } from '../../waits/wait-facts.ts';
import { hostsByType } from '../custom-tasks.ts';
import { keyCondition } from '../key-limits.ts';
import { statusColumn } from '../operator/instance-status.ts';
import type { ReadDatabase } from '../read-database.ts';
import { readEvents, readJournalInTurns } from '../stored-events.ts';
import { readCalledIncidents } from './called-incidents.ts';

/** Called instances by id, without those that are not projected yet or outside of the limits. */
async function childrenNamed(
  db: ReadDatabase,
  ids: readonly string[],
  limits: KeyLimits,
): Promise<ReadonlyMap<string, WaitedChild>> {
  if (ids.length === 0) return new Map();
  const [rows, incidents] = await Promise.all([
    db
      .selectFrom('q_instance')
      .leftJoin('q_definition as d', 'd.definition_id', 'q_instance.definition_id')
      .select(['instance_id as instanceId', 'q_instance.key', 'q_instance.version', 'business_id as businessId'])
      .select([statusColumn.as('status'), 'd.name as processName'])
      .where(sql<boolean>`instance_id = any(${ids}::uuid[])`)
      .where(keyCondition(sql.ref('q_instance.key'), limits) ?? sql<boolean>`true`)
      .execute(),
    readCalledIncidents(db, ids, limits, true),
  ]);
  return new Map(
    rows.map((row): [string, WaitedChild] => {
      const incident = incidents.get(row.instanceId);
      return [row.instanceId, incident === undefined ? row : { ...row, incident }];
    }),
  );
}

/** Size of a stored state that is parsed. Unit: characters. */
const MAX_STATE_LENGTH = 4_194_304;
const MOST_DEAD_LETTERS = 20;

/** `failure` is null if the instance did not fail, `cancellationReason` if it was not cancelled. */
interface InstanceEnd {
  readonly at: Date;
  readonly failure: { readonly element: string | null; readonly code: string; readonly message: string } | null;
  readonly cancellationReason: string | null;
}

/** Input of {@link waitsOf}. `end`: null while the instance runs. */
export interface WaitingInstance {
  readonly kind: 'found';
  readonly state: InstanceState;
  readonly status: Exclude<InstanceStatus, 'new'>;
  readonly facts: WaitFacts;
  readonly end: InstanceEnd | null;
}
type WaitingAnswer = WaitingInstance | { readonly kind: 'unknown' } | { readonly kind: 'too-large'; readonly most: number };

interface InstanceRow {
  readonly seq: number;
  readonly state_seq: number;
  /** null: longer than MAX_STATE_LENGTH */
  readonly state: string | null;
  readonly now: Date;
}

/**
 * Reads the engine state and related rows in one snapshot of the transactional tables. `too-large`: parsing the state would block the process. `limits`: of
 * called instances with other process keys, the result contains only the id.
 */
export async function readWaitingInstance(db: ReadDatabase, instanceId: string, limits: KeyLimits): Promise<WaitingAnswer> {
  const read = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (moment) => {
      const row = await readRow(moment, instanceId);
      return row === undefined ? undefined : { row, facts: await readFacts(moment, instanceId, row.now) };
    });
  if (read === undefined) return { kind: 'unknown' };
  const { row, facts } = read;
  if (row.state === null) return { kind: 'too-large', most: MAX_STATE_LENGTH };
  const { state, last } = await stateAt(db, instanceId, row.state, row);
  const children = await childrenNamed(db, childIdsOf(state), limits);
  // a stored instance has started
  const status = state.status as WaitingInstance['status'];
  return {
    kind: 'found',
    state,
    status,
    facts: { ...facts, children },
    end: status === 'running' ? null : await endOf(db, instanceId, row, last),
  };
}

async function readRow(db: ReadDatabase, instanceId: string): Promise<InstanceRow | undefined> {
  return db
    .selectFrom('instance')
    .select(['seq', sql<number>`coalesce(state_seq, seq)`.as('state_seq'), sql<Date>`clock_timestamp()`.as('now')])
    .select(sql<string | null>`case when length(state::text) <= ${MAX_STATE_LENGTH} then state::text end`.as('state'))
    .where('id', '=', instanceId)
    .executeTakeFirst();
}

async function readFacts(db: ReadDatabase, instanceId: string, now: Date): Promise<Omit<WaitFacts, 'children'>> {
  const rows = await db
    .selectFrom('custom_task')
    .select(['entry', 'task_type', 'type_key', 'failures', 'attempts', 'locked_by', 'available_at', 'created_at'])
    .where('instance_id', '=', instanceId)
    .execute();
  const customTasks = new Map(
    rows.map((row): [number, CustomTaskFact] => [
      row.entry,
      {
        taskType: row.task_type,
        typeKey: row.type_key,
        failures: row.failures,
        attempts: row.attempts,
        lockedBy: row.locked_by,
        availableAt: row.available_at.getTime(),
        createdAt: row.created_at.getTime(),
      },
    ]),
  );
  const hosts = await hostsByType(db, [...new Set(rows.map(({ type_key }) => type_key))]);
  return { now: now.getTime(), customTasks, hosts, deadLetters: await readLetters(db, instanceId) };
}

async function readLetters(db: ReadDatabase, instanceId: string): Promise<readonly WaitedDeadLetter[]> {
  const { rows } = await sql<Omit<WaitedDeadLetter, 'parkedAt'> & { readonly parkedAt: Date }>`
    select letter_id as "letterId", kind as "commandKind", split_part(error, chr(10), 1) as message, attempts, last_at as "parkedAt"
    from dead_letters() where instance_id = ${instanceId} and ended_at is null order by last_at desc, letter_id
    limit ${MOST_DEAD_LETTERS}`.execute(db);
  return rows.map((row) => ({ ...row, parkedAt: row.parkedAt.getTime() }));
}

/** State after the last row, with its events. Rebuilds the state from the event history if this release cannot read the snapshot. */
async function stateAt(
  db: ReadDatabase,
  instanceId: string,
  snapshot: string,
  { seq, state_seq: stateSeq }: InstanceRow,
): Promise<{ readonly state: InstanceState; readonly last: readonly EngineEvent[] }> {
  const stored = readSnapshot(snapshot);
  const state = stored ?? initialState();
  let last: readonly EngineEvent[] = [];
  for await (const row of readJournalInTurns(db, instanceId, { after: stored === undefined ? 0 : stateSeq, upTo: seq })) {
    last = readEvents(instanceId, row);
    for (const event of last) apply(state, event, row.at.getTime());
  }
  return { state, last };
}

function childIdsOf({ entries }: InstanceState): readonly string[] {
  return [...entries.values()].flatMap(({ childInstanceId }) => childInstanceId ?? []);
}

/** Reads the end from the last row of the event history. */
async function endOf(
  db: ReadDatabase,
  instanceId: string,
  { seq }: InstanceRow,
  last: readonly EngineEvent[],
): Promise<InstanceEnd> {
  let at = new Date(0);
  let events = last;
  for await (const row of readJournalInTurns(db, instanceId, { after: seq - 1, upTo: seq })) {
    at = row.at;
    events = readEvents(instanceId, row);
  }
  const failed = events.find((event) => event.type === 'InstanceFailed');
  const cancelled = events.find((event) => event.type === 'InstanceCancelled');
  return {
    at,
    failure: failed === undefined ? null : { element: failed.element, code: failed.code, message: failed.message },
    cancellationReason: cancelled?.reason ?? null,
  };
}
