import { byNumber, byText, type Call, list, NO_ROWS, type StatementHandler, type Statements, value } from '../statement.ts';
import { timeOf, timeText } from '../time-text.ts';
import type { InboxTableRow } from './inbox.ts';
import { SECOND } from './lease.ts';
import { below, lockAll } from './removal.ts';

const REPLIES_AT_ONCE = 20_000;
const OVERLAP_MS = 60 * SECOND;
const GUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** True if a text names erased data: the ids in `$1`, one of their user tasks, or the pattern in `$2`. */
function naming(call: Call): (text: string) => boolean {
  const ids = new Set(list(call, 1));
  const tasks = call.tables.userTask.rows(call.by).filter(({ instance_id }) => ids.has(instance_id));
  for (const { task_id } of tasks) ids.add(task_id);
  // a pattern that has nothing to be escaped
  const member = value(call, 2).slice(1, -1);
  return (text) => text.includes(member) || (text.match(GUID) ?? []).some((id) => ids.has(id));
}

const inOrder = (a: InboxTableRow, b: InboxTableRow) =>
  byNumber<InboxTableRow>(({ at }) => at.getTime())(a, b) || byText<InboxTableRow>((row) => row.command_id)(a, b);

/** Waiting commands that name erased data. Deliveries to several instances remain for the others. */
const eraseFrom = (table: 'outbox' | 'deadLetter'): StatementHandler =>
  function* (call) {
    const isNamed = naming(call);
    const rows = call.tables[table].rows(call.by) as readonly { command_id: string; command: string }[];
    for (const { command_id, command } of rows) {
      if ((JSON.parse(command) as { kind: string }).kind !== 'DeliverToSubscriptions' && isNamed(command))
        yield* call.tables[table].delete(call.by, command_id);
    }
    return NO_ROWS;
  };

export const ERASURE_STATEMENTS: Statements = {
  'find-instances-of-business-id'(call) {
    const { by, tables } = call;
    const businessId = value(call, 1);
    const projected = tables.qInstance.rows(by).filter(({ business_id }) => business_id === businessId);
    const isOfId = (events: string) => (JSON.parse(events) as { businessId?: string | null }[])[0]?.businessId === businessId;
    const begun = tables.todo
      .rows(by)
      .filter(({ kind, subject_id }) => kind === 'i' && isOfId(tables.journal.get(by, `${subject_id}:1`)?.events ?? '[{}]'));
    const ids = [...projected.map(({ instance_id }) => instance_id), ...begun.map(({ subject_id }) => subject_id)];
    const tops = ids.flatMap((id) => tables.instance.get(by, id) ?? []).map(({ id, root_id }) => root_id ?? id);
    return [...new Set(tops)]
      .sort()
      .slice(0, value<number>(call, 2))
      .map((id) => ({ id }));
  },
  'find-running-to-erase': (call) =>
    withCalled(call)
      .filter(({ is_terminal }) => !is_terminal)
      .slice(0, value<number>(call, 2))
      .map(({ id }) => ({ id })),
  'find-called-to-erase': (call) => withCalled(call).map(({ id }) => ({ id })),
  *'lock-instances-to-erase'(call) {
    const locked = yield* lockAll(call, withCalled(call).slice(0, value<number>(call, 2)));
    return locked.map(({ id, root_id, is_terminal, seq }) => ({ id, rootId: root_id, isTerminal: is_terminal, seq }));
  },
  'find-replies-to-erase-2'(call) {
    const isNamed = naming(call);
    const [after, lastId] = [timeOf(value(call, 3)), value(call, 4)];
    const isBehind = ({ at, command_id }: InboxTableRow) =>
      at.getTime() > after || (at.getTime() === after && command_id > lastId);
    const looked = call.tables.inbox.rows(call.by).filter(isBehind).sort(inOrder).slice(0, REPLIES_AT_ONCE);
    const last = looked.at(-1);
    const named = looked.filter(({ reply }) => isNamed(reply)).map(({ command_id }) => command_id);
    const at = last === undefined ? null : timeText(last.at);
    return [{ count: looked.length, named, lastAt: at, lastId: last?.command_id ?? null }];
  },
  *'erase-replies'(call) {
    const { by, tables } = call;
    const isNamed = naming(call);
    const gone = new Set(list(call, 1));
    const written = tables.journal.rows(by).filter(({ subject_id }) => gone.has(subject_id));
    const known = new Set([...written.map(({ command_id }) => command_id), ...list(call, 5)]);
    const since = timeOf(value(call, 6)) - OVERLAP_MS;
    const isErased = ({ command_id, at, reply }: InboxTableRow) =>
      command_id !== value(call, 4) && (known.has(command_id) || (at.getTime() >= since && isNamed(reply)));
    for (const row of tables.inbox.rows(by).filter(isErased))
      yield* tables.inbox.update(by, row.command_id, (old) => ({ ...old, reply: value(call, 3), fingerprint: null }));
    return NO_ROWS;
  },
  // decisions of requests are not stored in a simulation
  'find-decision-evaluations-to-erase': () => NO_ROWS,
  'erase-from-outbox': eraseFrom('outbox'),
  'erase-from-dead-letter': eraseFrom('deadLetter'),
  // letters that have ended are not kept in a simulation
  'erase-from-dead-letter-end': () => NO_ROWS,
  *'erase-sent'(call) {
    const gone = new Set(list(call, 1));
    for (const { command_id, sender_id, target_id } of call.tables.outbox.rows(call.by)) {
      if (gone.has(sender_id ?? '') || gone.has(target_id ?? '')) yield* call.tables.outbox.delete(call.by, command_id);
    }
    return NO_ROWS;
  },
};

/** Instances and all that they have called, in the order of their ids. */
function withCalled(call: Call) {
  const tops = list(call, 1);
  const found = [...tops.flatMap((id) => call.tables.instance.get(call.by, id) ?? []), ...below(call, tops)];
  return found.sort(byText(({ id }) => id));
}
