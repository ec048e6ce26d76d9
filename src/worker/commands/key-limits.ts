import type { Command, CommandRejection } from '../../messages/commands.ts';
import { isWithin, type KeyLimits } from '../../platform/access-roles.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { Needs } from './command-handler.ts';
import { needsOf } from './registry.ts';

/**
 * Commands outside the process keys of their sender (docs/contributing/spec/roles.md#key-patterns). A key in the request gets a permission error; an instance
 * or task of another key counts as unknown. Checked here, so that no command kind misses it.
 */
export function refusalOfLimits(unit: UnitOfWork, command: Command): CommandRejection | undefined {
  const { limits } = command;
  if (limits === undefined) return undefined;
  const needs = needsOf(command);
  const key = namedKeys(needs).find((named) => !isWithin(limits, named));
  if (key !== undefined) return { code: 'KEY_NOT_GRANTED', key };
  const decision = namedDecisionsOf(needs).find((named) => !isWithin(limits, named));
  if (decision !== undefined) return { code: 'KEY_NOT_GRANTED', key: decision, isDecision: true };
  const foreign = needs.foreignReferences?.[0];
  if (foreign !== undefined) return { code: 'KEY_NOT_GRANTED', ...foreign };
  const { taskId, incidentId, customTaskId, instanceIds = [] } = needs;
  if (taskId !== undefined && isOutside(unit, limits, unit.loaded.tasks.get(taskId)?.instanceId))
    return { code: 'USER_TASK_NOT_FOUND' };
  if (incidentId !== undefined && isOutside(unit, limits, unit.loaded.incidents.get(incidentId)?.instanceId))
    return { code: 'INCIDENT_NOT_FOUND' };
  const instanceId = instanceIds.find((id) => isOutside(unit, limits, id));
  if (instanceId === undefined) return undefined;
  return customTaskId === undefined
    ? { code: 'INSTANCE_NOT_FOUND', instanceId }
    : { code: 'CUSTOM_TASK_NOT_LOCKED', taskId: customTaskId };
}

function namedKeys({ startKey, switchKey, ofKey, conditionsOf, deployKeys = [] }: Needs): readonly string[] {
  const named = [startKey, switchKey, ofKey, conditionsOf === '*' ? undefined : conditionsOf, ...deployKeys];
  return named.filter((key) => key !== undefined);
}

function namedDecisionsOf({ decision, decisionDeletion, namedDecisions = [] }: Needs): readonly string[] {
  return [decision?.key, decisionDeletion?.key, ...namedDecisions].filter((key) => key !== undefined);
}

function isOutside(unit: UnitOfWork, limits: KeyLimits, instanceId: string | undefined): boolean {
  const instance = instanceId === undefined ? undefined : unit.instance(instanceId);
  return instance !== undefined && !isWithin(limits, instance.model.key);
}
