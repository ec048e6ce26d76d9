import { type AuditEntry, type AuditTarget, targetOfCommand } from '../../messages/audit.ts';
import type { Command, CommandResults, Reply } from '../../messages/commands.ts';
import type { HandledLetters } from '../../messages/dead-letters.ts';
import { nameBasedId } from '../../platform/ids.ts';
import { needsOf } from '../commands/registry.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';

/**
 * Entry written in the transaction of an accepted operation (ADR 0070). Undefined for a rejected one, which the sender records, and for a command without
 * audit.
 */
export function auditEntryOf(unit: UnitOfWork, command: Command, reply: Reply): AuditEntry | undefined {
  const { audit: note, id: commandId, actor = null } = command;
  if (note === undefined || !reply.ok) return undefined;
  const at = new Date(unit.context.now).toISOString();
  return {
    // a key that is reused after a day names the same command
    entryId: nameBasedId(commandId, `audit ${at}`),
    at,
    note,
    actor,
    target: targetOf(unit, command, reply),
    commandId,
    result: 'accepted',
    status: 200,
    code: null,
    count: 1,
  };
}

function targetOf(unit: UnitOfWork, command: Command, reply: Reply & { readonly ok: true }): AuditTarget | null {
  if (command.kind === 'DeployDefinition') return deployed(reply.result as CommandResults['DeployDefinition']);
  if (command.kind === 'DeployDecisions') {
    const { decisions } = reply.result as CommandResults['DeployDecisions'];
    return { kind: 'decision', id: decisions.map(({ key, version }) => `${key}:${version}`).join(', ') };
  }
  const target = targetOfCommand(command);
  // keys in other shards, because only one shard records the command
  const otherKeys = 'otherKeys' in command ? (command.otherKeys ?? []) : [];
  if (command.kind === 'CreateBatch' && target !== null)
    return ofOneKey(target, reply.result as CommandResults['CreateBatch'], otherKeys);
  if (target === null || target.processKey !== undefined) return target;
  const processKey =
    target.kind === 'dead-letter' ? keyOfLetters(reply.result as HandledLetters, otherKeys) : keyOfInstance(unit, command);
  return processKey === undefined ? target : { ...target, processKey };
}

/** The new versions, with their key if all have the same. */
function deployed({ definitions }: CommandResults['DeployDefinition']): AuditTarget {
  const id = definitions.map(({ key, version }) => `${key}:${version}`).join(', ');
  const processKey = onlyOf(definitions.map(({ key }) => key));
  return { kind: 'definition', id, ...(processKey !== undefined && { processKey }) };
}

/** Adds the process key of the items, if all have the same. */
function ofOneKey(
  target: AuditTarget,
  { keys }: CommandResults['CreateBatch'],
  otherKeys: readonly (string | null)[],
): AuditTarget {
  const processKey = onlyOf([...keys.map(({ key }) => key), ...otherKeys]) ?? undefined;
  return processKey === undefined ? target : { ...target, processKey };
}

function keyOfLetters({ letters }: HandledLetters, otherKeys: readonly (string | null)[]): string | undefined {
  return onlyOf([...letters.map(({ processKey }) => processKey), ...otherKeys]) ?? undefined;
}

function keyOfInstance(unit: UnitOfWork, command: Command): string | undefined {
  if (command.kind === 'DeleteInstance') return unit.loaded.removals.get(command.id)?.key;
  const { taskId = '', incidentId = '', instanceIds: [first] = [] } = needsOf(command);
  const ofTask = unit.loaded.tasks.get(taskId)?.instanceId;
  const ofIncident = unit.loaded.incidents.get(incidentId)?.instanceId;
  const fork = command.kind === 'ForkInstance' ? command.forkId : undefined;
  return unit.instance(fork ?? ofTask ?? ofIncident ?? first ?? '')?.model.key;
}

/** Returns undefined if values differ or are missing. */
function onlyOf<T>(values: readonly T[]): T | undefined {
  return new Set(values).size === 1 ? values[0] : undefined;
}
