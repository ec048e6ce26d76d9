import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import { eraseEvaluations } from './decision-evaluations.ts';

/** Locked instance to erase. */
export interface ErasedInstance {
  readonly id: string;
  /** root instance of the calls; null: it is the root */
  readonly rootId: string | null;
  readonly isTerminal: boolean;
  /** last row of its event history */
  readonly seq: number;
}

const FIND: Statement = {
  name: 'find-instances-of-business-id',
  // instances that are not projected yet are found by the first rows of their event histories
  text: `select distinct coalesce(i.root_id, i.id) as id from instance i where i.id in (
      select q.instance_id from q_instance q where q.business_id = $1
      union all
      select t.subject_id from projection_todo t join journal j on j.subject_id = t.subject_id and j.seq = 1
      where t.kind = 'i' and j.events -> 0 ->> 'businessId' = $1)
    order by 1 limit $2`,
};

/** Root instances that have the business id or have called an instance with it; takes no locks. */
export async function findRoots(connection: Connection, businessId: string, limit: number): Promise<readonly string[]> {
  return (await connection.query<{ id: string }>(FIND, [businessId, limit])).map(({ id }) => id);
}

const FIND_RUNNING: Statement = {
  name: 'find-running-to-erase',
  text: 'select id from instance where (id = any($1::uuid[]) or root_id = any($1::uuid[])) and not is_terminal order by id limit $2',
};

/** Among root instances and their called instances, up to `limit`. */
export async function findRunning(connection: Connection, roots: readonly string[], limit: number): Promise<readonly string[]> {
  return (await connection.query<{ id: string }>(FIND_RUNNING, [roots, limit])).map(({ id }) => id);
}

const LOCK: Statement = {
  name: 'lock-instances-to-erase',
  text: `select id, root_id as "rootId", is_terminal as "isTerminal", seq from instance
    where id = any($1::uuid[]) or root_id = any($1::uuid[]) order by id limit $2 for update`,
};

/** Root instances and their called instances, up to `limit` in all. */
export async function lockToErase(
  connection: Connection,
  roots: readonly string[],
  limit: number,
): Promise<readonly ErasedInstance[]> {
  return connection.query<ErasedInstance>(LOCK, [roots, limit]);
}

const REPLIES_AT_ONCE = 20_000;
/** A concurrent transaction may write rows with a time that was already searched. */
const OVERLAP_SECONDS = 60;
const BEFORE_ALL = ['-infinity', '00000000-0000-0000-0000-000000000000'] as const;

/** Recorded replies that were found before the locks. */
export interface NamingReplies {
  /** commands whose reply contains an erased id */
  readonly commandIds: readonly string[];
  /** replies up to it were searched; format of Postgres */
  readonly until: string;
}

/** Data other than the rows of instances. */
export interface Erasure {
  /** the erasing command: its own reply stays */
  readonly commandId: string;
  readonly businessId: string;
  readonly instanceIds: readonly string[];
  readonly replies: NamingReplies;
  /** decision evaluations to delete with their replies */
  readonly evaluationIds: readonly string[];
}

/** Replaces an erased reply: a repeated request gets this error and runs nothing. */
const ERASED_REPLY = JSON.stringify({ ok: false, rejection: { code: 'INSTANCE_ERASED' } });
const ID_IN_TEXT = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** Extracts the ids of the text once: a comparison with each erased id would be far slower. */
const names = (column: string) =>
  `(${column}::text like $2 or exists (select from regexp_matches(${column}::text, '${ID_IN_TEXT}', 'g') as found (ids)
  where ids[1]::uuid = any(array(select unnest($1::uuid[]) union all select task_id from user_task where instance_id = any($1::uuid[])))))`;
const FIND_REPLIES: Statement = {
  name: 'find-replies-to-erase-2',
  text: `with looked as (select command_id, at, ${names('reply')} as is_named from inbox
      where (at, command_id) > ($3::timestamptz, $4::uuid) order by at, command_id limit ${REPLIES_AT_ONCE})
    select count(*)::int as count, coalesce(array_agg(command_id order by at, command_id) filter (where is_named), '{}') as named,
      (array_agg(at::text order by at desc, command_id desc))[1] as "lastAt", (array_agg(command_id order by at desc, command_id desc))[1] as "lastId"
    from looked`,
};

const FIND_CALLED: Statement = {
  name: 'find-called-to-erase',
  text: 'select id from instance where id = any($1::uuid[]) or root_id = any($1::uuid[])',
};
interface LookedThrough {
  readonly count: number;
  readonly named: readonly string[];
  /** format of Postgres */
  readonly lastAt: string | null;
  readonly lastId: string;
}

/**
 * Searches all recorded replies, a bounded number per statement. Takes no locks.
 * @param roots their called instances are searched too
 */
export async function findReplies(connection: Connection, businessId: string, roots: readonly string[]): Promise<NamingReplies> {
  const ids = (await connection.query<{ id: string }>(FIND_CALLED, [roots])).map(({ id }) => id);
  const commandIds: string[] = [];
  let [until, lastId]: readonly [string, string] = BEFORE_ALL;
  let isMore = true;
  while (isMore) {
    const [looked] = await connection.query<LookedThrough>(FIND_REPLIES, [ids, namedBy(businessId), until, lastId]);
    if (looked === undefined || looked.lastAt === null) break;
    commandIds.push(...looked.named);
    [until, lastId] = [looked.lastAt, looked.lastId];
    isMore = looked.count === REPLIES_AT_ONCE;
  }
  return { commandIds, until };
}

const ERASE_REPLIES: Statement = {
  name: 'erase-replies',
  text: `update inbox set reply = $3::json, fingerprint = null
    where command_id <> $4 and (command_id in (select command_id from journal where subject_id = any($1::uuid[]))
      or command_id = any($5::uuid[]) or (at >= $6::timestamptz - make_interval(secs => ${OVERLAP_SECONDS}) and ${names('reply')}))`,
};
const eraseFrom = (table: string): Statement => ({
  name: `erase-from-${table.replaceAll('_', '-')}`,
  // deliveries to many instances stay for the other receivers and skip erased ones
  text: `delete from ${table} where coalesce(command ->> 'kind', '') <> 'DeliverToSubscriptions' and ${names('command')}`,
});
const ERASE_SENT: Statement = {
  name: 'erase-sent',
  text: 'delete from outbox where sender_id = any($1::uuid[]) or target_id = any($1::uuid[])',
};
const ERASE_COMMANDS = ['outbox', 'dead_letter', 'dead_letter_end', 'buffered_message'].map(eraseFrom);

/**
 * Erases the ids in other tables: recorded replies, queued commands, dead letters. Call it before the rows of the instances are deleted, which contain the
 * ids.
 */
export function eraseTraces(
  transaction: Transaction,
  { commandId, businessId, instanceIds, replies, evaluationIds }: Erasure,
): void {
  const named = namedBy(businessId);
  const replying = [...replies.commandIds, ...evaluationIds];
  transaction.enqueue(ERASE_REPLIES, [instanceIds, named, ERASED_REPLY, commandId, replying, replies.until]);
  eraseEvaluations(transaction, evaluationIds);
  for (const statement of ERASE_COMMANDS) transaction.enqueue(statement, [instanceIds, named]);
  transaction.enqueue(ERASE_SENT, [instanceIds]);
}

/** LIKE pattern of texts with a business id. */
function namedBy(businessId: string): string {
  return `%"businessId":${likeText(JSON.stringify(businessId))}%`;
}

function likeText(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
