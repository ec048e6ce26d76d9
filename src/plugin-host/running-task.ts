import type { Connection } from '../db/connection.ts';
import { scopeOfResult } from '../engine/state.ts';
import { readAllVariables } from '../engine/values/variable-scopes.ts';
import { noVariables } from '../engine/values.ts';
import type { Logger } from '../platform/log.ts';
import { instanceScope } from '../platform/log-scope.ts';
import { errorStack } from '../platform/redact.ts';
import { currentTrace, type OpenSpan, readTraceparent, withTrace, writeTraceparent } from '../platform/telemetry/tracing.ts';
import type { PluginContext, PluginLog, Values } from '../plugins/plugin.ts';
import type { RegisteredPlugin } from '../plugins/registry.ts';
import { type LockedTask, releaseCustomTasks } from '../store/custom-task-locks.ts';
import { stateOf } from '../store/instance-state.ts';
import { readInstance } from '../store/instances.ts';
import type { HostTools } from './announcement.ts';
import { type AttemptResult, type Completed, type Failed, type HandOverOutcome, handOver, runTask } from './run-task.ts';
import type { Hiding } from './secrets/put-secrets.ts';

/** Context of a run for a plugin, with the trace context (docs/contributing/spec/http/custom-tasks.md#plugin-context). */
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

/** Adds instance, activity and task type to each line. */
function taskLog(task: LockedTask, log: Logger): Logger {
  const { processKey, instanceId, businessId, activityId, taskId: activityInstanceId } = task;
  return log.child({
    ...instanceScope({ processKey, instanceId, businessId, activityId, activityInstanceId }),
    TaskType: task.taskType,
  });
}

/** Hides the secrets of the plugin. */
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

/** `lost`: the activity has ended or another attempt runs; `stopping`: the host stops. */
export type Interruption = 'lost' | 'stopping';

/** Task locked by this host, until its result is sent. */
export interface RunningTask {
  readonly task: LockedTask;
  readonly ended: Promise<void>;
  /** resolves when the engine has the result or does not need it; value: next attempt, ms since epoch, if any. Never rejects */
  readonly answered: Promise<number | undefined>;
  /** `lost`: the result of the plugin is dropped. `stopping`: a result is still sent; without one, the lock is released. */
  interrupt(why: Interruption): void;
}

/** Part of the trace of the command that created the task; the span ends with the plugin (docs/contributing/spec/observability.md#spans). */
export function beginTask(tools: HostTools, plugin: RegisteredPlugin, task: LockedTask): RunningTask {
  const parent = readTraceparent(task.traceparent);
  const attributes = { 'task.type': task.taskType, 'task.activity_instance_id': task.taskId, 'task.attempt': task.attempt };
  const span = tools.tracing.begin(`run ${task.taskType}`, { kind: 'consumer', parent, attributes });
  return withTrace(span?.context ?? parent, () => beginRun(tools, plugin, task, span));
}

function beginRun(tools: HostTools, plugin: RegisteredPlugin, task: LockedTask, span: OpenSpan | undefined): RunningTask {
  const interrupted = new AbortController();
  const lost = new AbortController();
  const log = taskLog(task, tools.log);
  tools.metrics.customTaskStarted(task.taskType);
  const hasEnded = tools.metrics.calls.began('pluginRun');
  log.event('plugin-started', { Attempt: task.attempt });
  const begunAt = performance.now();
  const contextFor = (hiding: Hiding) => contextOf(task, tools.connection, log, hiding);
  const run = runTask(plugin, task, contextFor, interrupted.signal, tools.secrets).finally(hasEnded);
  void run.then((result) => endSpan(span, result));
  const finish = async () => {
    const result = await run;
    const durationMs = Math.round(performance.now() - begunAt);
    if (lost.signal.aborted) log.event('late-result-dropped');
    else if (result.kind === 'interrupted') await releaseTask(tools, task, log);
    else return logOutcome(await handOver(tools.sender, task, result, { log, lost: lost.signal }), result, log, durationMs);
    return undefined;
  };
  return {
    task,
    ended: run.then(() => {}),
    answered: finish().catch((error: unknown) => {
      log.event('unexpected-error', {
        Operation: 'custom-task',
        Endpoint: '-',
        ErrorMessage: String(error),
        Stack: errorStack(error),
      });
      return undefined;
    }),
    interrupt(why) {
      if (why === 'lost') lost.abort();
      if (!interrupted.signal.aborted) interrupted.abort(new DOMException(REASONS[why], 'AbortError'));
    },
  };
}

const REASONS: Readonly<Record<Interruption, string>> = {
  lost: 'the activity has ended, or another host has taken the task over',
  stopping: 'the host stops; the task is run again elsewhere',
};

function endSpan(span: OpenSpan | undefined, result: AttemptResult): void {
  if (result.kind === 'failed') span?.fail(result.code);
  if (result.kind === 'interrupted') span?.fail(result.kind);
  span?.end();
}

/** Releases the lock of an interrupted task. If the database is unreachable, the lock expires. */
async function releaseTask(tools: HostTools, task: LockedTask, log: Logger): Promise<void> {
  log.event('plugin-interrupted');
  await releaseCustomTasks(tools.connection, [task]).catch(() => {});
}

function logOutcome(over: HandOverOutcome, result: Completed | Failed, log: Logger, durationMs: number): number | undefined {
  if (over.kind === 'late') log.event('late-result-dropped');
  else if (over.kind === 'given-up') log.event('plugin-result-not-handed-over', { Next: 'attempt', Attempt: 0 });
  else if (over.kind === 'retried') {
    const RetryAt = new Date(over.retryAt).toISOString();
    log.event('plugin-attempt-repeated', { ErrorCode: (result as Failed).code, RetryAt });
    return over.retryAt;
  } else if (result.kind === 'failed') log.event('plugin-failed', { ErrorCode: result.code, DurationMs: durationMs });
  else log.event('plugin-ended', { DurationMs: durationMs });
  return undefined;
}
