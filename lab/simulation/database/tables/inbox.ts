import { byNumber, eachRow, list, type Statements, value } from '../statement.ts';
import { suspendedKeys } from './suspension.ts';

export interface InboxTableRow {
  readonly command_id: string;
  readonly fingerprint: string | null;
  readonly reply: string;
  readonly at: Date;
}

export const INBOX_STATEMENTS: Statements = {
  'open-inbox-3'(call) {
    const { tables, by, now } = call;
    const rows = list(call, 1).flatMap((id) => tables.inbox.get(by, id) ?? []);
    const known = rows.map(({ command_id, fingerprint, reply }) => [command_id, fingerprint, JSON.parse(reply) as unknown]);
    const parked = list(call, 2).flatMap((id) => tables.deadLetter.get(by, id) ?? []);
    const letters = parked.map(({ command_id, fingerprint }) => [command_id, fingerprint]);
    const [installation] = tables.installation.rows(by);
    return [
      {
        now: new Date(now).toISOString(),
        known: known.length === 0 ? null : JSON.stringify(known),
        letters: letters.length === 0 ? null : JSON.stringify(letters),
        installation: installation?.id ?? null,
        suspended_keys: suspendedKeys(call),
      },
    ];
  },
  'store-replies': (call) =>
    eachRow(call, (n) =>
      call.tables.inbox.insert(call.by, {
        command_id: list(call, 1)[n]!,
        fingerprint: list<string | null>(call, 2)[n] ?? null,
        reply: list(call, 3)[n]!,
        at: new Date(value(call, 4)),
      }),
    ),
  'is-reply-stored'(call) {
    const row = call.tables.inbox.get(call.by, value(call, 1));
    return row?.at.getTime() === Date.parse(value(call, 2)) ? [{ found: 1 }] : [];
  },
  *'forget-replies-2'(call) {
    const { tables, by, now } = call;
    const before = now - value<number>(call, 1) * 1000;
    const old = tables.inbox.rows(by).filter(({ at }) => at.getTime() < before);
    const gone: object[] = [];
    for (const { command_id } of old.sort(byNumber((row) => row.at.getTime())).slice(0, value<number>(call, 2))) {
      if (tables.inbox.tryLock(by, command_id) === undefined) continue;
      yield* tables.inbox.delete(by, command_id);
      gone.push({ command_id });
    }
    return gone;
  },
  'read-clock': ({ now }) => [{ now: new Date(now).toISOString() }],
  'read-clock-and-keys': (call) => [{ now: new Date(call.now).toISOString(), suspended_keys: suspendedKeys(call) }],
};
