import type { CommandOf } from '../../messages/commands.ts';
import { inactiveStartsOf, logRegistered, logUnregistered, recordsOf, triggersOf } from '../events/start-registrations.ts';
import type { VersionToDelete } from '../unit-of-work/loaded-rows.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

/**
 * Deletes only a version without instances (docs/contributing/spec/http/definitions.md#delete). Accepts a version that is deleted already; rejects one that
 * never existed.
 */
export const deleteDefinition: CommandHandler<'DeleteDefinition'> = {
  needs: ({ key, version }) => ({ switchKey: key, deletion: { key, version } }),
  handle(unit, command) {
    const { key, version } = command;
    const process = unit.process(key);
    if (process === undefined || version < 1 || version > process.highestVersion)
      return rejected({ code: 'VERSION_NOT_REGISTERED', key, version });
    const target = unit.loaded.deletions.get(command.id);
    if (target?.isUsed === true) return rejected({ code: 'VERSION_IN_USE', key, version });
    if (target !== undefined) remove(unit, command, target);
    return done<'DeleteDefinition'>({ key, version, latestVersion: unit.process(key)?.latestVersion || null });
  },
};

function remove(unit: UnitOfWork, command: CommandOf<'DeleteDefinition'>, target: VersionToDelete): void {
  const { key, version, definitionId } = target;
  const process = unit.process(key);
  if (process === undefined) throw new Error(`process '${key}' was not locked`);
  unit.rows.deletedVersions.push(target);
  unit.log(command, 'definition-deleted', {
    ProcessDefinitionKey: key,
    Version: version,
    ProcessDefinitionId: definitionId,
  });
  const wasLatest = version === process.latestVersion;
  const startTriggers = wasLatest ? replaceTriggers(unit, command, target) : undefined;
  const { before } = target;
  const next = wasLatest ? { latestVersion: before?.version ?? 0, definitionId: before?.definitionId ?? '' } : {};
  const changed = { ...process, ...next };
  unit.changeProcess(command, changed, [
    {
      type: 'DefinitionDeleted',
      definitionId,
      key,
      version,
      latestVersion: changed.latestVersion || null,
      isActive: process.isActive,
      ...(startTriggers !== undefined && { startTriggers }),
    },
  ]);
}

/** Registers start events as an enable does: a past date does not fire again. */
function replaceTriggers(unit: UnitOfWork, command: CommandOf<'DeleteDefinition'>, { key, before }: VersionToDelete) {
  const { isActive = true } = unit.process(key) ?? {};
  const latest = unit.loaded.definitions.get(key);
  if (isActive && latest !== undefined)
    logUnregistered(unit, command, triggersOf(unit, latest.model, latest.definitionId, 'enable'));
  if (before === undefined) {
    unit.replaceStartTriggers(key, []);
    return [];
  }
  const triggers = isActive ? triggersOf(unit, before.model, before.definitionId, 'enable') : [];
  unit.replaceStartTriggers(key, isActive ? triggers : inactiveStartsOf(unit, before.model, before.definitionId));
  logRegistered(unit, command, triggers);
  return recordsOf(triggers);
}
