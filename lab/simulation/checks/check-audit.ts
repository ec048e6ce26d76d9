import type { Reply } from '../../../src/messages/commands.ts';
import type { Sending } from '../clients.ts';
import type { Tables } from '../database/tables.ts';
import { isErased } from './erased.ts';

/** Compares the audit with the recorded replies: an accepted operation has one entry, everything else none. @returns broken promises */
export function checkAudit(history: readonly Sending[], tables: Tables): string[] {
  const entries = new Map<string, number>();
  for (const { command_id: id } of tables.auditEntry.committed) entries.set(id ?? '-', (entries.get(id ?? '-') ?? 0) + 1);
  const accepted = new Set(
    tables.inbox.committed.filter(({ reply }) => (JSON.parse(reply) as Reply).ok).map(({ command_id }) => command_id),
  );
  const erased = new Set(tables.inbox.committed.filter(({ reply }) => isErased(reply)).map(({ command_id }) => command_id));
  const acts = new Map(history.map(({ command }) => [command.id, command]));
  const broken: string[] = [];
  for (const [id, { kind, audit }] of acts) {
    // the outcome can no longer be determined
    if (erased.has(id)) continue;
    const wanted = audit !== undefined && accepted.has(id) ? 1 : 0;
    const found = entries.get(id) ?? 0;
    if (found !== wanted) broken.push(`${kind} ${id} has ${found} entries in the audit, and should have ${wanted}`);
  }
  for (const id of entries.keys()) if (!acts.has(id)) broken.push(`the audit has an entry of ${id}, which no client has sent`);
  return broken;
}
