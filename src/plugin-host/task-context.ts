import type { Connection } from '../db/connection.ts';
import { scopeOfResult } from '../engine/state.ts';
import { noVariables } from '../engine/values.ts';
import { readAllVariables } from '../engine/variable-scopes.ts';
import type { Logger } from '../platform/log.ts';
import { instanceScope } from '../platform/log-scope.ts';
import { currentTrace, writeTraceparent } from '../platform/telemetry/trace-context.ts';
import type { PluginContext, PluginLog, Values } from '../plugins/plugin.ts';
import type { LockedTask } from '../store/custom-task-locks.ts';
import { stateOf } from '../store/instance-state.ts';
import { readInstance } from '../store/instances.ts';

/** What a plugin sees of its run (docs/spec/http/custom-tasks.md#plugin-context); made as part of the trace it is to pass on. */
export function contextOf(task: LockedTask, connection: Connection, log: Logger): PluginContext {
  const trace = currentTrace();
  return Object.freeze({
    WorkflowInstanceId: task.instanceId,
    WorkflowId: task.processKey,
    ProcessDefinitionId: task.definitionId,
    ActivityInstanceId: task.taskId,
    ActivityId: task.activityId,
    TaskType: task.taskType,
    BusinessId: task.businessId,
    idempotencyKey: task.taskId,
    attempt: task.attempt,
    traceparent: trace === undefined ? null : writeTraceparent(trace),
    log: pluginLog(log),
    variables: () => visibleVariables(task, connection),
  });
}

/** The log of one task: its lines carry the instance, the activity and the task type. */
export function taskLog(task: LockedTask, log: Logger): Logger {
  const { processKey, instanceId, businessId, activityId, taskId: activityInstanceId } = task;
  return log.child({
    ...instanceScope({ processKey, instanceId, businessId, activityId, activityInstanceId }),
    TaskType: task.taskType,
  });
}

function pluginLog(log: Logger): PluginLog {
  return Object.freeze<PluginLog>({
    debug: (message, details) => log.event('plugin-log-debug', { ...details, PluginMessage: String(message) }),
    info: (message, details) => log.event('plugin-log-information', { ...details, PluginMessage: String(message) }),
    warn: (message, details) => log.event('plugin-log-warning', { ...details, PluginMessage: String(message) }),
    error: (message, details) => log.event('plugin-log-error', { ...details, PluginMessage: String(message) }),
  });
}

async function visibleVariables({ instanceId, entry: ordinal }: LockedTask, connection: Connection): Promise<Values> {
  const stored = await readInstance(connection, instanceId);
  if (stored === undefined) return noVariables();
  const state = await stateOf(connection, stored);
  const variableScope = scopeOfResult(state, ordinal);
  return variableScope === undefined ? noVariables() : readAllVariables(state.variables, variableScope);
}
