import type { Variables } from '../../src/engine/values.ts';
import type { CommandOf } from '../../src/messages/commands.ts';
import { newId } from '../../src/platform/ids.ts';

/** Commands with fresh ids, for tests below the API. `more` overrides single members. */
export function startOf(key: string, more: Partial<CommandOf<'StartInstance'>> = {}): CommandOf<'StartInstance'> {
  return { kind: 'StartInstance', id: newId(), instanceId: newId(), key, variables: {}, businessId: null, ...more };
}

export function deployOf(bpmnXml: string): CommandOf<'DeployDefinition'> {
  return { kind: 'DeployDefinition', id: newId(), bpmnXml };
}

export function completeOf(instanceId: string, activityId: string, variables: Variables = {}): CommandOf<'CompleteActivity'> {
  return { kind: 'CompleteActivity', id: newId(), instanceId, activityId, variables };
}

export function claimOf(taskId: string, userId: string): CommandOf<'ClaimUserTask'> {
  return { kind: 'ClaimUserTask', id: newId(), taskId, userId, userGroups: [] };
}

export function completeTaskOf(taskId: string, userId: string, variables: Variables = {}): CommandOf<'CompleteUserTask'> {
  return { kind: 'CompleteUserTask', id: newId(), taskId, userId, variables };
}
