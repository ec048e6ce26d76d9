import { byNumber, type Call, eachRow, list, type Statements, value } from '../statement.ts';

export interface BufferedMessageTableRow {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly message_id: string | null;
  readonly command: string | null;
  readonly expires_at: Date;
  readonly position: number;
}

/** Messages that wait, oldest first. `id`: also this one, if its delivery is a dead letter. */
function waiting(call: Call, id?: string): readonly BufferedMessageTableRow[] {
  const { tables, by, now } = call;
  return tables.bufferedMessage
    .rows(by)
    .filter(({ command, expires_at }) => command !== null && expires_at.getTime() > now)
    .filter((row) => row.id === id || tables.deadLetter.get(by, row.id) === undefined)
    .sort(byNumber((row) => row.position));
}

/** The first message of each address. */
function addresses(rows: readonly BufferedMessageTableRow[]): readonly object[] {
  const first = new Map<string, BufferedMessageTableRow>();
  for (const row of rows) {
    const address = JSON.stringify([row.name, row.key]);
    if (!first.has(address)) first.set(address, row);
  }
  const found = [...first].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return found.map(([, { id, name, key }]) => ({ id, name, key }));
}

/** Addresses at which messages wait for opened subscriptions or start events. */
export function bufferedFor(call: Call, isMeant: (row: BufferedMessageTableRow) => boolean): readonly object[] {
  return addresses(waiting(call).filter(isMeant));
}

export const BUFFERED_MESSAGE_STATEMENTS: Statements = {
  'find-buffered-messages': (call) =>
    waiting(call, value(call, 3))
      .filter(({ name, key }) => name === value(call, 1) && key === value(call, 2))
      .map(({ id, command }) => ({ id, command })),
  'find-stored-messages': (call) =>
    list(call, 1).flatMap((id) => {
      const row = call.tables.bufferedMessage.get(call.by, id);
      return row === undefined || row.command === null ? [] : [{ id, command: row.command }];
    }),
  'is-message-id-used': (call) =>
    call.tables.bufferedMessage
      .rows(call.by)
      .filter(({ name, key }) => name === value(call, 1) && key === value(call, 2))
      .filter(({ message_id, expires_at }) => message_id === value(call, 3) && expires_at.getTime() > call.now)
      .slice(0, 1)
      .map(() => ({ used: 1 })),
  'find-received-messages'(call) {
    const { tables, by } = call;
    const subscriptions = tables.subscription.rows(by).filter(({ kind }) => kind === 'message');
    const starts = tables.startTrigger.rows(by).filter(({ kind }) => kind === 'message');
    return bufferedFor(
      call,
      (row) =>
        subscriptions.some(({ name, key }) => name === row.name && key === row.key) ||
        starts.some(({ name }) => name === row.name),
    );
  },
  'save-buffered-messages': (call) =>
    eachRow(call, (n) =>
      call.tables.bufferedMessage.insert(
        call.by,
        {
          id: list(call, 1)[n]!,
          name: list(call, 2)[n]!,
          key: list(call, 3)[n]!,
          message_id: list<string | null>(call, 4)[n] ?? null,
          command: list<string | null>(call, 5)[n] ?? null,
          expires_at: new Date(new Date(value(call, 7)).getTime() + list<number>(call, 6)[n]!),
          position: call.tables.nextPosition('buffered_message'),
        },
        'nothing',
      ),
    ),
  *'end-buffered-messages'(call) {
    const { tables, by } = call;
    for (const id of list(call, 1)) {
      const isKept = tables.bufferedMessage.get(by, id)?.message_id !== null;
      if (isKept) yield* tables.bufferedMessage.update(by, id, (old) => ({ ...old, command: null }));
      else yield* tables.bufferedMessage.delete(by, id);
    }
    return [];
  },
  *'forget-buffered-messages'(call) {
    const sending = new Set(call.tables.outbox.rows(call.by).map(({ sender_id }) => sender_id));
    const gone = call.tables.bufferedMessage
      .rows(call.by)
      .filter(({ id, expires_at }) => expires_at.getTime() < call.now && !sending.has(id));
    for (const { id } of gone) yield* call.tables.bufferedMessage.delete(call.by, id);
    return gone.map(({ id }) => ({ id }));
  },
  *'erase-from-buffered-message'(call) {
    const member = value(call, 2).slice(1, -1);
    for (const { id, command } of call.tables.bufferedMessage.rows(call.by)) {
      if (command?.includes(member) === true) yield* call.tables.bufferedMessage.delete(call.by, id);
    }
    return [];
  },
};
