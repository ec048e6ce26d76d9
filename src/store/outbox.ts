import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import type { EngineCommand } from '../engine/commands.ts';
import type { ChildStartRequested } from '../engine/events.ts';
import type { Causation } from '../messages/causation.ts';
import type { Command, CommandKind } from '../messages/commands.ts';

/**
 * A call activity queues the start of its child while its instance is suspended. `ContinueChild`: the target continues for the call of `parentId`, after
 * earlier commands.
 */
export type InstanceCommand =
  | EngineCommand
  | { readonly type: 'StartChild'; readonly request: ChildStartRequested }
  | { readonly type: 'ContinueChild'; readonly parentId: string; readonly request: ChildStartRequested };

/** Kept in the command queue of an instance until the instance applies it, in order. */
export interface QueuedInstanceCommand {
  readonly id: string;
  readonly targetId: string;
  readonly command: InstanceCommand;
  readonly causation?: Causation | undefined;
  /** sender of the original command; absent: unknown */
  readonly actor?: string | undefined;
  /** position of a requeued command, which keeps its place; absent: at the end */
  readonly position?: string | undefined;
}

/** Place among the commands of a sender, which run one after the other. */
export interface SenderPlace {
  /** root instance of the calls */
  readonly senderId: string;
  /** position of the rest of a partly done command; absent: at the end */
  readonly position?: string;
}

/** Follow-up command. Without a sender it may run at any time, in any order. */
export interface FollowUp {
  readonly command: Command;
  readonly place?: SenderPlace | undefined;
}

const INSERT: Statement = {
  name: 'insert-outbox-3',
  text: `insert into outbox (command_id, target_id, sender_id, command, created_at)
    select command_id, target_id, sender_id, command, $5::timestamptz
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::json[]) with ordinality as t (command_id, target_id, sender_id, command, n)
    order by n on conflict (command_id) do nothing`,
};
const INSERT_AT: Statement = {
  name: 'insert-outbox-at-position',
  text: `insert into outbox (command_id, target_id, sender_id, command, created_at, position) overriding system value
    select command_id, target_id, sender_id, command, $5::timestamptz, position
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::json[], $6::bigint[]) as t (command_id, target_id, sender_id, command, position)
    on conflict (command_id) do nothing`,
};

interface NewRow {
  readonly commandId: string;
  readonly targetId: string | null;
  readonly senderId: string | null;
  /** JSON text */
  readonly command: string;
  readonly position: string | undefined;
}

/** Commands to queue after the commit. Ignores those whose id is stored. */
export function insertOutbox(
  transaction: Transaction,
  followUps: readonly FollowUp[],
  instanceCommands: readonly QueuedInstanceCommand[],
  at: string,
): void {
  const rows = [...followUps.map(rowOfFollowUp), ...instanceCommands.map(rowOfInstanceCommand)];
  const placed = rows.filter(({ position }) => position !== undefined);
  const added = rows.filter(({ position }) => position === undefined);
  if (placed.length > 0) transaction.enqueue(INSERT_AT, [...valuesOf(placed, at), placed.map(({ position }) => position)]);
  if (added.length > 0) transaction.enqueue(INSERT, valuesOf(added, at));
}

function rowOfFollowUp({ command, place }: FollowUp): NewRow {
  const [senderId, position] = [place?.senderId ?? null, place?.position];
  return { commandId: command.id, targetId: null, senderId, command: JSON.stringify(command), position };
}

function rowOfInstanceCommand(queued: QueuedInstanceCommand): NewRow {
  const { id: commandId, targetId, position } = queued;
  return { commandId, targetId, senderId: null, command: instanceCommandText(queued), position };
}

function valuesOf(rows: readonly NewRow[], at: string): readonly unknown[] {
  return [
    rows.map(({ commandId }) => commandId),
    rows.map(({ targetId }) => targetId),
    rows.map(({ senderId }) => senderId),
    rows.map(({ command }) => command),
    at,
  ];
}

const DELETE: Statement = { name: 'delete-outbox', text: 'delete from outbox where command_id = any($1::uuid[])' };

/** Deletes commands in the transaction that runs them. */
export function deleteOutbox(transaction: Transaction, commandIds: readonly string[]): void {
  if (commandIds.length > 0) transaction.enqueue(DELETE, [commandIds]);
}

const TAKE: Statement = {
  name: 'take-outbox-2',
  text: 'delete from outbox where command_id = $1 returning position::text as position',
};

/** Removes a command that will not run; waits for a transaction that runs it. @returns its position; undefined: already removed */
export async function takeOutbox(transaction: Transaction, commandId: string): Promise<string | undefined> {
  return (await transaction.query<{ position: string }>(TAKE, [commandId]))[0]?.position;
}

const INSTANCE_QUEUE: Statement = {
  name: 'read-mailbox',
  text: 'select command_id, target_id, command from outbox where target_id = any($1::uuid[]) order by position limit $2',
};

/** Queues of locked instances, oldest first. */
export async function readInstanceQueues(
  connection: Connection,
  instanceIds: readonly string[],
  limit: number,
): Promise<QueuedInstanceCommand[]> {
  return (await connection.query<InstanceCommandRow>(INSTANCE_QUEUE, [instanceIds, limit])).map(instanceCommandFrom);
}

const NEW_INSTANCE_COMMANDS: Statement = {
  name: 'read-new-mail',
  text: `select command_id, target_id, command from outbox where target_id = any($1::uuid[]) and created_at < 'infinity'
    order by position limit $2`,
};

/** Queues of suspended instances, without commands that are set aside. */
export async function readNewInstanceCommands(
  connection: Connection,
  instanceIds: readonly string[],
  limit: number,
): Promise<QueuedInstanceCommand[]> {
  return (await connection.query<InstanceCommandRow>(NEW_INSTANCE_COMMANDS, [instanceIds, limit])).map(instanceCommandFrom);
}

interface InstanceCommandRow {
  command_id: string;
  target_id: string;
  command: string;
}

function instanceCommandFrom({ command_id: id, target_id: targetId, command: text }: InstanceCommandRow): QueuedInstanceCommand {
  const { causation, actor, ...command } = JSON.parse(text) as InstanceCommand &
    Pick<QueuedInstanceCommand, 'causation' | 'actor'>;
  return { id, targetId, command: command as InstanceCommand, causation, actor };
}

function instanceCommandText({ command, causation, actor }: QueuedInstanceCommand): string {
  return JSON.stringify({ ...command, causation, actor });
}

const HAS_MAIL: Statement = {
  name: 'has-mail',
  text: 'select exists (select from outbox where target_id = $1) as is_waiting',
};

export async function hasQueuedCommand(connection: Connection, instanceId: string): Promise<boolean> {
  const [row] = await connection.query<{ is_waiting: boolean }>(HAS_MAIL, [instanceId]);
  return row?.is_waiting === true;
}

const AGE: Statement = {
  name: 'age-of-outbox',
  // commands for suspended instances have no age
  text: `select coalesce(greatest(extract(epoch from statement_timestamp() - min(created_at)), 0), 0)::float8 as age
    from outbox where created_at < 'infinity'`,
};

/** Age of the oldest queued command, 0 without commands. Unit: s. */
export async function ageOfOutbox(connection: Connection): Promise<number> {
  return (await connection.query<{ age: number }>(AGE, []))[0]?.age ?? 0;
}

const OVERDUE: Statement = {
  name: 'overdue-outbox-2',
  text: `select command from outbox where target_id is null and sender_id is null
    and created_at < statement_timestamp() - make_interval(secs => $1) order by created_at limit $2`,
};
const OVERDUE_TARGETS: Statement = {
  name: 'overdue-mailboxes-2',
  text: `select distinct target_id from outbox where target_id > $3 and created_at < statement_timestamp() - make_interval(secs => $1)
    order by target_id limit $2`,
};
const OVERDUE_SENDERS: Statement = {
  name: 'overdue-senders-4',
  // jumps from sender to sender in the index, because one may have hundreds of thousands of commands
  text: `with recursive sender (id) as (
      (select sender_id from outbox where sender_id > $3 order by sender_id limit 1)
      union all
      select (select sender_id from outbox where sender_id > sender.id order by sender_id limit 1) from sender where id is not null)
    select id as sender_id, command from sender cross join lateral (
      select command, created_at from outbox where sender_id = id order by position, command_id limit 1) as oldest
    where created_at < statement_timestamp() - make_interval(secs => $1) limit $2`,
};

/** Commands that are overdue because their wake-up signal was lost. */
export interface Overdue {
  readonly commands: readonly Command[];
  /** instances with overdue commands in their queue */
  readonly targets: readonly string[];
  readonly senders: readonly OverdueSender[];
}

export interface OverdueSender {
  readonly senderId: string;
  /** kind of its oldest command */
  readonly kind: CommandKind;
}

/** Last ones of the previous page; absent: start at the first. */
export interface OverduePlace {
  readonly target?: string | undefined;
  readonly sender?: string | undefined;
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Finds at most `limit` overdue commands of each kind, by id, so that the next page continues after them. */
export async function findOverdue(
  connection: Connection,
  olderThanSeconds: number,
  limit: number,
  { target = BEFORE_ALL, sender = BEFORE_ALL }: OverduePlace = {},
): Promise<Overdue> {
  const commands = await connection.query<{ command: string }>(OVERDUE, [olderThanSeconds, limit]);
  const targets = await connection.query<{ target_id: string }>(OVERDUE_TARGETS, [olderThanSeconds, limit, target]);
  const senders = await connection.query<{ sender_id: string; command: string }>(OVERDUE_SENDERS, [
    olderThanSeconds,
    limit,
    sender,
  ]);
  return {
    commands: commands.map((row) => JSON.parse(row.command) as Command),
    targets: targets.map((row) => row.target_id),
    // not in SQL, because access to JSON with U+0000 fails
    senders: senders.map((row) => ({ senderId: row.sender_id, kind: (JSON.parse(row.command) as Command).kind })),
  };
}
