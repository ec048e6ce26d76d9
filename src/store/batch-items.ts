import type { Connection, Transaction } from '../db/connection.ts';
import { NOW, type Statement } from '../db/statement.ts';
import type { BatchOperation, BatchParameters } from '../messages/batches.ts';
import type { CommandRejection } from '../messages/commands.ts';

/** Time after which other workers can lease the items of a dead worker. */
const LEASE_SECONDS = 15;
/** Delay before the next look-up of a batch whose open items are all leased. */
const NOTHING_FREE_SECONDS = 0.25;
/** Pause between two statements that skip open items of a stopping batch. */
const STOPPING_SECONDS = 0.05;

export interface TakenItems {
  readonly batchId: string;
  readonly operation: BatchOperation;
  readonly parameters: BatchParameters;
  /** key patterns of the author; null: all keys */
  readonly limits: readonly string[] | null;
  readonly actor: string | null;
  /** no further items may be leased */
  readonly isStopping: boolean;
  readonly items: readonly TakenItem[];
}
export interface TakenItem {
  readonly position: number;
  readonly subjectId: string;
  /** number of this attempt, from 1; above 1: workers have died or lost their sessions during earlier attempts */
  readonly attempt: number;
}

interface RawTaken {
  batch_id: string;
  operation: BatchOperation;
  /** JSON text */
  parameters: string;
  limits: string[] | null;
  actor: string | null;
  state: string;
  position: number | null;
  subject_id: string | null;
  attempts: number | null;
}

/** Time in seconds since epoch: a distributed database rejects sums of columns and intervals (docs/contributing/architecture.md#shards). */
const NEXT_AT = 'extract(epoch from batch.next_at - to_timestamp(0))::float8';
const CLOCK_IN_SECONDS = `(select extract(epoch from ${NOW})::float8 as now) as clock`;

/** Locks the next batch for the statement only, so that its rate limit applies to all workers together. */
function takeStatement(name: string, which: string, limit: string, nextIfNone: string): Statement {
  return {
    name,
    text: `with turn as (
        select * from batch where state in ('Running', 'Stopping') and next_at <= statement_timestamp()
        order by next_at limit 1 for update skip locked),
      free as (
        select item.batch_id, item.position from batch_item as item join turn on item.batch_id = turn.id and turn.state = 'Running'
        where item.state = 'Pending' and ${which}
        order by item.position limit ${limit} for update of item skip locked),
      taken as (
        update batch_item as item set attempts = least(item.attempts + 1, 1000),
          leased_until = statement_timestamp() + make_interval(secs => ${LEASE_SECONDS})
        from free where item.batch_id = free.batch_id and item.position = free.position
        returning item.position, item.subject_id, item.attempts),
      paced as (
        update batch set next_at = to_timestamp(case
            when found.count = 0 then ${nextIfNone}
            when batch.rate is null then clock.now
            else greatest(${NEXT_AT}, clock.now - 1) + found.count / batch.rate end)
        from turn cross join (select count(*) as count from taken) as found cross join ${CLOCK_IN_SECONDS} where batch.id = turn.id)
      select turn.id as batch_id, turn.operation, turn.parameters, turn.limits, turn.actor, turn.state, taken.position, taken.subject_id, taken.attempts
      from turn left join taken on true order by taken.position`,
  };
}

const TAKE = takeStatement(
  'take-batch-items',
  'item.attempts = 0',
  // at most one second of the rate
  '(select least($1::int, greatest(1, ceil(coalesce(rate, $1)))::int) from turn)',
  // stopping batches: further items are skipped after a pause
  `case when batch.state = 'Stopping' then clock.now + ${STOPPING_SECONDS} else ${NEXT_AT} end`,
);
const TAKE_LATE = takeStatement(
  'take-late-batch-item',
  'item.attempts > 0 and (item.leased_until is null or item.leased_until <= statement_timestamp())',
  '$1::int',
  `clock.now + ${NOTHING_FREE_SECONDS}`,
);

/** Untried ones of the next due batch; of a stopping one, none. Undefined if no batch is due. */
export function takeItems(connection: Connection, most: number): Promise<TakenItems | undefined> {
  return take(connection, TAKE, most);
}

/**
 * Leases one item of a dead worker. Only one, so that the attempts of other items are not counted. If the next due batch has no such item, delays its next
 * look-up. Undefined if no batch is due.
 */
export function takeLateItem(connection: Connection): Promise<TakenItems | undefined> {
  return take(connection, TAKE_LATE, 1);
}

async function take(connection: Connection, statement: Statement, most: number): Promise<TakenItems | undefined> {
  const rows = await connection.query<RawTaken>(statement, [most]);
  const [first] = rows;
  if (first === undefined) return undefined;
  const items = rows.flatMap(({ position, subject_id: subjectId, attempts: attempt }) =>
    position === null || subjectId === null || attempt === null ? [] : { position, subjectId, attempt },
  );
  const { batch_id: batchId, operation, parameters, limits, actor, state } = first;
  return { batchId, operation, parameters: JSON.parse(parameters), limits, actor, isStopping: state === 'Stopping', items };
}

const LOCK: Statement = {
  name: 'lock-batch-items',
  text: `select item.position from batch_item as item
      join unnest($2::int[], $3::int[]) as mine (position, attempt) on mine.position = item.position and mine.attempt = item.attempts
    where item.batch_id = $1 and item.state = 'Pending' and exists (select from batch where id = $1 and state = 'Running')
    order by item.position for update of item`,
};

/** @returns the items that this worker still leases; empty if the batch was paused or stopped */
export async function lockItems(
  connection: Connection,
  batchId: string,
  items: readonly TakenItem[],
): Promise<readonly TakenItem[]> {
  const values = [batchId, items.map(({ position }) => position), items.map(({ attempt }) => attempt)];
  const locked = new Set((await connection.query<{ position: number }>(LOCK, values)).map(({ position }) => position));
  return items.filter(({ position }) => locked.has(position));
}

export interface ItemOutcome {
  readonly position: number;
  readonly state: 'Succeeded' | 'Failed' | 'Skipped';
  /** undefined: success */
  readonly rejection: CommandRejection | undefined;
  /** the instance that continues, if it is not the subject */
  readonly resultId: string | undefined;
}

const SAVE: Statement = {
  name: 'save-batch-outcomes',
  text: `update batch_item set state = done.state, code = done.rejection ->> 'code', rejection = done.rejection, result_id = done.result_id,
      leased_until = null, done_at = statement_timestamp()
    from unnest($2::int[], $3::text[], $4::json[], $5::uuid[]) as done (position, state, rejection, result_id)
    where batch_item.batch_id = $1 and batch_item.position = done.position`,
};

/** Writes results in the transaction of the effects. */
export function saveOutcomes(transaction: Transaction, batchId: string, outcomes: readonly ItemOutcome[]): void {
  if (outcomes.length === 0) return;
  transaction.enqueue(SAVE, [
    batchId,
    outcomes.map(({ position }) => position),
    outcomes.map(({ state }) => state),
    outcomes.map(({ rejection }) => (rejection === undefined ? null : JSON.stringify(rejection))),
    outcomes.map(({ resultId }) => resultId ?? null),
  ]);
}

const DONE_INSTANCES: Statement = {
  name: 'instances-of-done-batch-items',
  // the last condition is that of the index
  text: `select distinct instance_id from batch_item
    where batch_id = $1 and instance_id = any($2::uuid[]) and state = 'Succeeded' and instance_id <> subject_id`,
};

/** Returns those of the locked instances of which an item has succeeded. Only for batches of incidents. */
export async function doneInstances(
  connection: Connection,
  batchId: string,
  instanceIds: readonly string[],
): Promise<Set<string>> {
  const rows = await connection.query<{ instance_id: string }>(DONE_INSTANCES, [batchId, instanceIds]);
  return new Set(rows.map(({ instance_id: instanceId }) => instanceId));
}

const RELEASE: Statement = {
  name: 'give-back-batch-items',
  text: `update batch_item as item set attempts = greatest(item.attempts - 1, 0), leased_until = null
    from unnest($2::int[], $3::int[]) as mine (position, attempt)
    where item.batch_id = $1 and item.position = mine.position and item.attempts = mine.attempt and item.state = 'Pending'`,
};

/** Items that did not run; the attempt does not count. */
export async function releaseItems(connection: Connection, batchId: string, items: readonly TakenItem[]): Promise<void> {
  if (items.length === 0) return;
  await connection.query(RELEASE, [batchId, items.map(({ position }) => position), items.map(({ attempt }) => attempt)]);
}

const KEEP: Statement = {
  name: 'keep-batch-items',
  // a locked item is running: no other worker can lease it
  text: `with mine as (
      select item.position from batch_item as item join unnest($2::int[], $3::int[]) as taken (position, attempt)
        on item.position = taken.position and item.attempts = taken.attempt
      where item.batch_id = $1 and item.state = 'Pending' for update of item skip locked)
    update batch_item as item set leased_until = statement_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    from mine where item.batch_id = $1 and item.position = mine.position`,
};

/** Scripts may compute for minutes before the transaction of an item. */
export async function keepItems(connection: Connection, batchId: string, items: readonly TakenItem[]): Promise<void> {
  await connection.query(KEEP, [batchId, items.map(({ position }) => position), items.map(({ attempt }) => attempt)]);
}

const SKIP: Statement = {
  name: 'skip-batch-items',
  text: `with rest as (
      select position from batch_item where batch_id = $1 and state = 'Pending' order by position limit $2 for update skip locked)
    update batch_item as item set state = 'Skipped', code = 'BATCH_STOPPED', leased_until = null, done_at = statement_timestamp()
    from rest where item.batch_id = $1 and item.position = rest.position returning 1 as one`,
};

/** Skips items of a stopping batch; running items keep their result. @returns the number of skipped items */
export async function skipItems(connection: Connection, batchId: string, most: number): Promise<number> {
  return (await connection.query(SKIP, [batchId, most])).length;
}
