import type { Connection } from '../db/connection.ts';
import { scopeOfResult } from '../engine/state.ts';
import { readAllVariables } from '../engine/values/variable-scopes.ts';
import { noVariables } from '../engine/values.ts';
import type { Logger } from '../platform/log.ts';
import { instanceScope } from '../platform/log-scope.ts';
import { currentTrace, writeTraceparent } from '../platform/telemetry/trace-context.ts';
import type { PluginContext, PluginLog, Values } from '../plugins/plugin.ts';
import type { LockedTask } from '../store/custom-task-locks.ts';
import { stateOf } from '../store/instance-state.ts';
import { readInstance } from '../store/instances.ts';
import type { Hiding } from './secrets/hide-secrets.ts';

/** Context of a run for a plugin (docs/contributing/spec/http/custom-tasks.md#plugin-context). It carries the trace context. */
export function contextOf(task: LockedTask, connection: Connection, log: Logger, hiding: Hiding): PluginContext {
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
    log: pluginLog(log, hiding),
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

/** Hides the secrets of the plugin in its log lines. */
function pluginLog(log: Logger, hiding: Hiding): PluginLog {
  const line =
    (event: 'plugin-log-debug' | 'plugin-log-information' | 'plugin-log-warning' | 'plugin-log-error') =>
    (message: string, details?: Parameters<PluginLog['info']>[1]) =>
      log.event(event, { ...hiding.details(details ?? {}), PluginMessage: hiding.text(String(message)) });
  return Object.freeze<PluginLog>({
    debug: line('plugin-log-debug'),
    info: line('plugin-log-information'),
    warn: line('plugin-log-warning'),
    error: line('plugin-log-error'),
  });
}

async function visibleVariables({ instanceId, entry: ordinal }: LockedTask, connection: Connection): Promise<Values> {
  const stored = await readInstance(connection, instanceId);
  if (stored === undefined) return noVariables();
  const state = await stateOf(connection, stored);
  const variableScope = scopeOfResult(state, ordinal);
  return variableScope === undefined ? noVariables() : readAllVariables(state.variables, variableScope);
}
