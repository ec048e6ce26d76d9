import type { DefinitionSummary } from '../../messages/commands.ts';
import { inactiveStartsOf, logRegistered, logUnregistered, recordsOf, triggersOf } from '../events/start-registrations.ts';
import type { ChangeOrigin } from '../unit-of-work/change-origin.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

/** No new instances start, running ones continue (docs/contributing/spec/http/definitions.md#effect-of-disable). */
export const disableProcess: CommandHandler<'DisableProcess'> = {
  needs: ({ key }) => ({ switchKey: key }),
  handle: (unit, command) => {
    const summary = switchTo(unit, command, command.key, false);
    return summary === undefined
      ? rejected({ code: 'PROCESS_NOT_REGISTERED', key: command.key })
      : done<'DisableProcess'>(summary);
  },
};

/** Registers the start events of the latest version again. */
export const enableProcess: CommandHandler<'EnableProcess'> = {
  needs: ({ key }) => ({ switchKey: key }),
  handle: (unit, command) => {
    const summary = switchTo(unit, command, command.key, true);
    return summary === undefined
      ? rejected({ code: 'PROCESS_NOT_REGISTERED', key: command.key })
      : done<'EnableProcess'>(summary);
  },
};

/** Enables or disables; idempotent. */
function switchTo(unit: UnitOfWork, origin: ChangeOrigin, key: string, isActive: boolean): DefinitionSummary | undefined {
  const process = unit.process(key);
  const latest = unit.loaded.definitions.get(key);
  if (process === undefined || latest === undefined) return undefined;
  if (process.isActive !== isActive) {
    const registrations = triggersOf(unit, latest.model, latest.definitionId, 'enable');
    const triggers = isActive ? registrations : [];
    unit.replaceStartTriggers(key, isActive ? triggers : inactiveStartsOf(unit, latest.model, latest.definitionId));
    unit.log(origin, isActive ? 'key-enabled' : 'key-disabled', { ProcessDefinitionKey: key });
    if (isActive) logRegistered(unit, origin, triggers);
    else logUnregistered(unit, origin, registrations);
    const event = isActive
      ? ({ type: 'DefinitionEnabled', key, startTriggers: recordsOf(triggers) } as const)
      : ({ type: 'DefinitionDisabled', key } as const);
    unit.changeProcess(origin, { ...process, isActive }, [event]);
  }
  const { definitionId, deployedAt, activitiesCount, sequenceFlowsCount } = latest;
  const suspended = unit.suspensions.ofKey(key) === undefined ? {} : { isSuspended: true as const };
  return {
    definitionId,
    key,
    version: process.latestVersion,
    deployedAt,
    activitiesCount,
    sequenceFlowsCount,
    isActive,
    ...suspended,
  };
}
