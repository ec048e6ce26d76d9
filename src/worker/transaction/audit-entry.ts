import { type AuditEntry, type AuditTarget, targetOfCommand } from '../../messages/audit.ts';
import type { Command, CommandResults, Reply } from '../../messages/commands.ts';
import type { HandledLetters } from '../../messages/dead-letters.ts';
import { nameBasedId } from '../../platform/ids.ts';
import { needsOf } from '../handlers/registry.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';

/**
 * The entry of an act that the rules have accepted, if it is recorded: written with the act, so that there is one as soon as there is the other
 * (ADR 0070). What is refused changes nothing, and is written by whoever answers it.
 */
export function auditEntryOf(unit: UnitOfWork, command: Command, reply: Reply): AuditEntry | undefined {
  const { audit: note, id: commandId, actor = null } = command;
  if (note === undefined || !reply.ok) return undefined;
  const at = new Date(unit.context.now).toISOString();
  return {
    // a key that is used again after a day names the same command
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
  if (command.kind === 'CreateBatch' && target !== null) return ofOneKey(target, reply.result as CommandResults['CreateBatch']);
  if (target === null || target.processKey !== undefined) return target;
  const processKey = target.kind === 'dead-letter' ? keyOfLetters(reply.result as HandledLetters) : keyOfInstance(unit, command);
  return processKey === undefined ? target : { ...target, processKey };
}

/** A deploy is about the versions that it made; their key, when it is one. */
function deployed({ definitions }: CommandResults['DeployDefinition']): AuditTarget {
  const id = definitions.map(({ key, version }) => `${key}:${version}`).join(', ');
  const processKey = onlyOf(definitions.map(({ key }) => key));
  return { kind: 'definition', id, ...(processKey !== undefined && { processKey }) };
}

/** A batch is about the key of its items, when it is one. */
function ofOneKey(target: AuditTarget, { keys }: CommandResults['CreateBatch']): AuditTarget {
  const processKey = onlyOf(keys.map(({ key }) => key));
  return processKey === undefined ? target : { ...target, processKey };
}

function keyOfLetters({ letters }: HandledLetters): string | undefined {
  return onlyOf(letters.map(({ processKey }) => processKey)) ?? undefined;
}

function keyOfInstance(unit: UnitOfWork, command: Command): string | undefined {
  if (command.kind === 'DeleteInstance') return unit.loaded.removals.get(command.id)?.key;
  const { taskId = '', incidentId = '', instanceIds: [first] = [] } = needsOf(command);
  const ofTask = unit.loaded.tasks.get(taskId)?.instanceId;
  const ofIncident = unit.loaded.incidents.get(incidentId)?.instanceId;
  const fork = command.kind === 'ForkInstance' ? command.forkId : undefined;
  return unit.instance(fork ?? ofTask ?? ofIncident ?? first ?? '')?.model.key;
}

/** What all of them are; undefined: they differ, or there are none. */
function onlyOf<T>(values: readonly T[]): T | undefined {
  return new Set(values).size === 1 ? values[0] : undefined;
}
