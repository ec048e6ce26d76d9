import type { Lock } from '../lock.ts';
import { byNumber, byText, type Call, list, NO_ROWS, type StatementHandler, type Statements, value } from '../statement.ts';
import type { Table } from '../table.ts';
import type { Tables } from '../tables.ts';
import type { InstanceTableRow } from './instance.ts';
import { SECOND } from './lease.ts';

/** An instance that was deleted soon after it had ended. */
export interface DeletedInstanceTableRow {
  readonly instance_id: string;
  readonly at: Date;
}

const REMEMBERED_MS = 25 * 3600 * SECOND;

/** Tables whose rows name the instance they belong to. */
type OfInstances = { readonly instance_id: string };

/** `delete from … where instance_id = any($1)`. */
function remove<Row extends object>(tableOf: (tables: Tables) => Table<Row>, instanceOf: (row: Row) => string): StatementHandler {
  return function* (call): Generator<Lock, readonly object[]> {
    const gone = new Set(list(call, 1));
    const table = tableOf(call.tables);
    for (const row of table.rows(call.by)) if (gone.has(instanceOf(row))) yield* table.delete(call.by, table.keyOf(row));
    return NO_ROWS;
  };
}

const removeOf = <Row extends OfInstances>(tableOf: (tables: Tables) => Table<Row>) =>
  remove(tableOf, ({ instance_id }) => instance_id);

/** Rows that are deleted with instances, in the transactional tables and in the query tables. */
const REMOVALS: Statements = {
  'delete-journal-of-instances': remove(
    ({ journal }) => journal,
    ({ subject_id }) => subject_id,
  ),
  'delete-user-task-of-instances': removeOf(({ userTask }) => userTask),
  'delete-task-comment-of-instances': removeOf(({ taskComment }) => taskComment),
  'delete-subscription-of-instances': removeOf(({ subscription }) => subscription),
  'delete-timer-of-instances': removeOf(({ timer }) => timer),
  'delete-custom-task-of-instances': removeOf(({ customTask }) => customTask),
  'delete-incident-of-instances': removeOf(({ incident }) => incident),
  'delete-suspension-of-instances': removeOf(({ suspension }) => suspension),
  // the simulation has no clients that ask for numeric keys
  'delete-numeric-key-of-instances': () => NO_ROWS,
  'delete-mail-of-instances': remove(
    ({ outbox }) => outbox,
    ({ target_id }) => target_id ?? '',
  ),
  'projector-remove-from-q_instance': removeOf(({ qInstance }) => qInstance),
  'projector-remove-from-q_instance_step': removeOf(({ qInstanceStep }) => qInstanceStep),
  'projector-remove-from-q_instance_element': removeOf(({ qInstanceElement }) => qInstanceElement),
  'projector-remove-from-q_instance_variable': removeOf(({ qInstanceVariable }) => qInstanceVariable),
  'projector-remove-from-q_instance_decision': removeOf(({ qInstanceDecision }) => qInstanceDecision),
  'projector-remove-from-q_user_task': removeOf(({ qUserTask }) => qUserTask),
  'projector-remove-from-q_subscription': removeOf(({ qSubscription }) => qSubscription),
};

export const REMOVAL_STATEMENTS: Statements = {
  ...REMOVALS,
  *'lock-tree-top'(call) {
    const row = yield* call.tables.instance.lock(call.by, value(call, 1));
    const key = row && keyOf(call, row);
    if (row === undefined || key === undefined) return NO_ROWS;
    const { id, is_terminal, root_id, seq } = row;
    return [{ id, key, is_terminal, root_id, seq }];
  },
  *'lock-tree'(call) {
    const top = call.tables.instance.get(call.by, value(call, 1));
    const tree = [...(top === undefined ? [] : [top]), ...below(call, [value(call, 1)]).slice(0, value<number>(call, 2))];
    return (yield* lockAll(call, tree.sort(byText(({ id }) => id)))).map(({ id }) => ({ id }));
  },
  'find-running-below': (call) =>
    below(call, [value(call, 1)])
      .filter(({ is_terminal }) => !is_terminal)
      .slice(0, 1)
      .map(({ id }) => ({ id })),
  *'delete-instances-2'(call) {
    const { by, tables } = call;
    const at = new Date(value(call, 2));
    for (const id of list(call, 1)) {
      const gone = yield* tables.instance.delete(by, id);
      if (gone === undefined) continue;
      const isRecent = gone.ended_at === null || gone.ended_at.getTime() > at.getTime() - REMEMBERED_MS;
      if (value<boolean>(call, 3) || isRecent)
        yield* tables.deletedInstance.insert(by, { instance_id: id, at }, (old) => ({ ...old, at }));
    }
    return NO_ROWS;
  },
  *'mark-for-renewal'(call) {
    for (const subject_id of list(call, 1)) {
      const position = call.tables.nextPosition('projection_todo');
      yield* call.tables.todo.insert(call.by, { position, subject_id, kind: 'x', at: new Date(value(call, 2)) });
    }
    return NO_ROWS;
  },
  *'forget-deleted-instances'(call) {
    const { by, tables, now } = call;
    const old = tables.deletedInstance.rows(by).filter(({ at }) => at.getTime() < now - REMEMBERED_MS);
    const gone: object[] = [];
    for (const { instance_id } of old.sort(byNumber((row) => row.at.getTime())).slice(0, value<number>(call, 1))) {
      if (tables.deletedInstance.tryLock(by, instance_id) === undefined) continue;
      yield* tables.deletedInstance.delete(by, instance_id);
      gone.push({ instance_id });
    }
    return gone;
  },
  'read-process-keys': ({ by, tables }) =>
    tables.process
      .rows(by)
      .map(({ key }) => ({ key }))
      .sort(byText(({ key }) => key)),
  // every instance of a simulation is ended by this release
  'date-ended-instances': () => NO_ROWS,
  'retention-lag'(call) {
    const lags = expired(call, Number.POSITIVE_INFINITY).map(({ endedAt, seconds }) => (call.now - endedAt) / SECOND - seconds);
    return [{ lag: Math.max(0, ...lags) }];
  },
  'lock-expired-instances'(call) {
    const most = value<number>(call, 3);
    const locked: object[] = [];
    for (const { id } of expired(call, most)) {
      if (locked.length === most) break;
      const taken = call.tables.instance.tryLock(call.by, id);
      if (taken !== undefined) locked.push({ id: taken.id, seq: taken.seq });
    }
    return locked;
  },
  *'lock-instances-below'(call) {
    const called = below(call, list(call, 1)).slice(0, value<number>(call, 2));
    const locked = yield* lockAll(call, called);
    return locked.map(({ id, root_id, seq, is_terminal }) => ({ id, root_id, seq, is_terminal }));
  },
};

/** The process key of an instance. */
function keyOf({ by, tables }: Call, { definition_id }: InstanceTableRow): string | undefined {
  return tables.definition.get(by, definition_id)?.key;
}

/** Called instances below some, in the order of their ids. */
export function below({ by, tables }: Call, tops: readonly string[]): InstanceTableRow[] {
  const found = tables.instance.rows(by).filter(({ root_id }) => root_id !== null && tops.includes(root_id));
  return found.sort(byText(({ id }) => id));
}

/** Locks instances after all earlier owners. */
export function* lockAll({ by, tables }: Call, found: readonly InstanceTableRow[]): Generator<Lock, InstanceTableRow[]> {
  const locked: InstanceTableRow[] = [];
  for (const { id } of found) {
    const row = yield* tables.instance.lock(by, id);
    if (row !== undefined) locked.push(row);
  }
  return locked;
}

interface Expired {
  readonly id: string;
  /** unit: ms since epoch */
  readonly endedAt: number;
  /** how long instances of its key are kept */
  readonly seconds: number;
}

/** Instances whose time is over, by key and version, oldest first; keys and seconds are the first two parameters. */
function expired(call: Call, most: number): Expired[] {
  const { by, tables, now } = call;
  const instances = tables.instance.rows(by);
  const mail = tables.outbox.rows(by);
  return list(call, 1).flatMap((key, n) => {
    const seconds = list<number>(call, 2)[n]!;
    const isOver = (row: InstanceTableRow) =>
      row.root_id === null &&
      row.ended_at !== null &&
      row.ended_at.getTime() < now - seconds * SECOND &&
      !instances.some(({ root_id, is_terminal }) => root_id === row.id && !is_terminal) &&
      !mail.some(({ sender_id, target_id }) => sender_id === row.id || target_id === row.id);
    const versions = tables.definition.rows(by).filter((row) => row.key === key);
    return versions.flatMap(({ definition_id }) =>
      instances
        .filter((row) => row.definition_id === definition_id && isOver(row))
        .sort(byNumber((row) => row.ended_at?.getTime() ?? 0))
        .slice(0, most)
        .map(({ id, ended_at }) => ({ id, endedAt: ended_at?.getTime() ?? 0, seconds })),
    );
  });
}
