import type { Command, Reply } from '../../../src/messages/commands.ts';
import type { Sending } from '../clients.ts';
import type { JournalTableRow } from '../database/tables/journal.ts';
import type { Tables } from '../database/tables.ts';
import type { Deleted } from '../deleted.ts';
import { isErased } from './erased.ts';

/** Commands that write to an event history whenever they are accepted. The others may have no effect. */
const WRITES: ReadonlySet<Command['kind']> = new Set<Command['kind']>([
  'StartInstance',
  'CompleteUserTask',
  'CompleteCustomTask',
]);

/** Compares the answers to clients with the recorded replies and the event histories. @returns broken promises */
export function checkClients(history: readonly Sending[], tables: Tables, deleted: Deleted): string[] {
  const broken: string[] = [];
  const inbox = new Map(tables.inbox.committed.map((row) => [row.command_id, row]));
  const journal = deleted.everWritten(tables);
  const written = writtenBy(journal);
  const suspended = suspendedOnes(journal);
  for (const { command, fingerprint, seen, onRecord } of history) {
    const named = `${command.kind} ${command.id}`;
    const row = inbox.get(command.id);
    if (seen.kind === 'conflict' && (row === undefined || row.fingerprint === fingerprint))
      broken.push(`${named} was refused as a reused key, without another use of it`);
    if (seen.kind !== 'reply' || isErased(onRecord) || isErased(row?.reply)) continue;
    const replayed = textOf(seen.reply);
    if (onRecord === undefined || recorded(onRecord) !== replayed)
      broken.push(`${named} was answered ${replayed} before it was on record`);
    if (row === undefined || recorded(row.reply) !== replayed)
      broken.push(`${named} was answered ${replayed}, the record says ${row?.reply}`);
    else if (row.fingerprint !== null && fingerprint !== undefined && row.fingerprint !== fingerprint)
      broken.push(`${named} got the reply of another request`);
  }
  for (const { command } of history) {
    const row = inbox.get(command.id);
    const rows = written.get(command.id) ?? [];
    if (isErased(row?.reply)) continue;
    if (row === undefined && rows.length > 0) broken.push(`${command.kind} ${command.id} has an effect and no reply on record`);
    const isAccepted = row !== undefined && (JSON.parse(row.reply) as Reply).ok;
    if (row !== undefined && !isAccepted && rows.length > 0)
      broken.push(`${command.kind} ${command.id} was refused and has an effect`);
    if (isAccepted && WRITES.has(command.kind) && rows.length === 0 && !mayHaveWaited(command, suspended))
      broken.push(`${command.kind} ${command.id} was accepted and has no effect`);
  }
  return [...new Set(broken), ...doneTwice(written), ...outOfOrder(history, written)];
}

/** The result of a custom task of a suspended instance becomes a mail, which has another id. */
function mayHaveWaited(command: Command, suspended: ReadonlySet<string>): boolean {
  return command.kind === 'CompleteCustomTask' && suspended.has(command.instanceId);
}

function suspendedOnes(journal: readonly JournalTableRow[]): ReadonlySet<string> {
  const rows = journal.filter(({ events }) => events.includes('"InstanceSuspended"'));
  return new Set(rows.map(({ subject_id }) => subject_id));
}

interface Written {
  readonly subjectId: string;
  readonly seq: number;
  readonly at: number;
}

function writtenBy(journal: readonly JournalTableRow[]): Map<string, Written[]> {
  const written = new Map<string, Written[]>();
  for (const { command_id, subject_id, seq, at } of journal) {
    const rows = written.get(command_id) ?? [];
    written.set(command_id, rows);
    rows.push({ subjectId: subject_id, seq, at: at.getTime() });
  }
  return written;
}

/** All that one command writes has the time of its one transaction. */
function doneTwice(written: ReadonlyMap<string, readonly Written[]>): string[] {
  return [...written]
    .filter(([, rows]) => new Set(rows.map(({ at }) => at)).size > 1)
    .map(([id, rows]) => `${id} had effects at ${rows.map(({ subjectId, seq }) => `${subjectId}:${seq}`).join(' and ')}`);
}

/** A command that was answered before another one was sent comes first in the event history of each instance. */
function outOfOrder(history: readonly Sending[], written: ReadonlyMap<string, readonly Written[]>): string[] {
  const first = new Map<string, number>();
  for (const { command, sentAt } of history) first.set(command.id, Math.min(sentAt, first.get(command.id) ?? sentAt));
  const broken: string[] = [];
  for (const { command, answeredAt, seen } of history) {
    if (seen.kind !== 'reply') continue;
    for (const { subjectId, seq } of written.get(command.id) ?? []) {
      for (const [otherId, sentAt] of first) {
        const isLater = otherId !== command.id && sentAt > answeredAt;
        if (isLater && written.get(otherId)?.some((row) => row.subjectId === subjectId && row.seq < seq) === true)
          broken.push(`${otherId} was sent after the answer of ${command.id} and came before it`);
      }
    }
  }
  return broken;
}

function recorded(text: string): string {
  const { kind: _, ...reply } = JSON.parse(text) as Reply & { kind?: string };
  return textOf(reply as Reply);
}

function textOf(reply: Reply): string {
  return JSON.stringify(reply);
}
