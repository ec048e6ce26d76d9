import { byNumber, byText, type Call, eachRow, list, type Statements, value } from '../statement.ts';
import { NEVER } from './lease.ts';

export interface OutboxTableRow {
  readonly command_id: string;
  readonly target_id: string | null;
  readonly sender_id: string | null;
  readonly command: string;
  readonly created_at: Date;
  readonly position: number;
}

/** In the order of execution. */
const inOrder = (a: OutboxTableRow, b: OutboxTableRow) =>
  a.position - b.position || byText<OutboxTableRow>((row) => row.command_id)(a, b);

export const OUTBOX_STATEMENTS: Statements = {
  'insert-outbox-3': (call) => eachRow(call, (n) => insert(call, n, call.tables.nextPosition('outbox'))),
  'insert-outbox-at-position': (call) => eachRow(call, (n) => insert(call, n, Number(list(call, 6)[n]))),
  *'delete-outbox'(call) {
    for (const id of list(call, 1)) yield* call.tables.outbox.delete(call.by, id);
    return [];
  },
  'read-mailbox'(call) {
    const targets = new Set(list(call, 1));
    const rows = call.tables.outbox.rows(call.by).filter((row) => row.target_id !== null && targets.has(row.target_id));
    return rows
      .sort(inOrder)
      .slice(0, value<number>(call, 2))
      .map(({ command_id, target_id, command }) => ({ command_id, target_id, command }));
  },
  'read-new-mail'(call) {
    const targets = new Set(list(call, 1));
    const isNew = (row: OutboxTableRow) => row.created_at.getTime() < NEVER.getTime();
    const rows = call.tables.outbox
      .rows(call.by)
      .filter((row) => row.target_id !== null && targets.has(row.target_id) && isNew(row));
    return rows
      .sort(inOrder)
      .slice(0, value<number>(call, 2))
      .map(({ command_id, target_id, command }) => ({ command_id, target_id, command }));
  },
  'has-mail': (call) => [{ is_waiting: call.tables.outbox.rows(call.by).some((row) => row.target_id === value(call, 1)) }],
  'overdue-outbox-2': (call) =>
    overdue(call)
      .filter((row) => row.target_id === null && row.sender_id === null)
      .sort(byNumber((row) => row.created_at.getTime()))
      .slice(0, value<number>(call, 2))
      .map(({ command }) => ({ command })),
  *'take-outbox-2'(call) {
    const row = yield* call.tables.outbox.delete(call.by, value(call, 1));
    return row === undefined ? [] : [{ position: String(row.position) }];
  },
  'overdue-mailboxes-2'(call) {
    const targets = new Set(overdue(call).flatMap((row) => row.target_id ?? []));
    const further = [...targets].filter((id) => id > value(call, 3)).sort();
    return further.slice(0, value<number>(call, 2)).map((target_id) => ({ target_id }));
  },
  'overdue-senders-4'(call) {
    const late = new Set(overdue(call));
    const oldest = new Map<string, OutboxTableRow>();
    for (const row of call.tables.outbox.rows(call.by).sort(inOrder)) {
      if (row.sender_id !== null && !oldest.has(row.sender_id)) oldest.set(row.sender_id, row);
    }
    const found = [...oldest].filter(([id, row]) => id > value(call, 3) && late.has(row)).sort(byText(([id]) => id));
    return found.slice(0, value<number>(call, 2)).map(([sender_id, { command }]) => ({ sender_id, command }));
  },
  'lock-sender'({ by, tables, values }) {
    return [{ is_mine: tables.advisory(`${values[0]}:${values[1]}`).tryTake(by) }];
  },
  'read-sender-2': (call) =>
    ofSender(call)
      .slice(0, value<number>(call, 2))
      .map(({ command, position }) => ({ command, position: String(position) })),
  'read-senders'(call) {
    const senders = new Set<string | null>(list(call, 1));
    return call.tables.outbox
      .rows(call.by)
      .filter(({ sender_id }) => senders.has(sender_id))
      .sort(inOrder)
      .map(({ sender_id, command }) => ({ senderId: sender_id, command }));
  },
  'has-sent': (call) => [{ is_waiting: ofSender(call).length > 0 }],
};

function ofSender(call: Call): OutboxTableRow[] {
  return call.tables.outbox
    .rows(call.by)
    .filter((row) => row.sender_id === value(call, 1))
    .sort(inOrder);
}

/** `$1`: how old they are at least, in seconds. */
function overdue(call: Call): OutboxTableRow[] {
  const before = call.now - value<number>(call, 1) * 1000;
  return call.tables.outbox.rows(call.by).filter(({ created_at }) => created_at.getTime() < before);
}

function insert(call: Call, n: number, position: number) {
  const row: OutboxTableRow = {
    command_id: list(call, 1)[n]!,
    target_id: list<string | null>(call, 2)[n] ?? null,
    sender_id: list<string | null>(call, 3)[n] ?? null,
    command: list(call, 4)[n]!,
    created_at: new Date(value(call, 5)),
    position,
  };
  return call.tables.outbox.insert(call.by, row, 'nothing');
}
