import type { EngineEvent } from '../engine/events.ts';
import { activityTypeOf } from '../engine/model.ts';
import { entityId } from '../platform/ids.ts';
import type { Logger, LogProperties } from '../platform/log.ts';
import type { LogEventId } from '../platform/log-events.ts';
import { instanceScope } from '../platform/log-scope.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { DeployWarning, InstanceChange, UnitOfWork } from './unit-of-work.ts';

/** Step 6 for people: metrics and log lines, from the committed events and nothing else. */
export function observe(unit: UnitOfWork, metrics: Metrics, log: Logger): void {
  const now = unit.context.now;
  for (const change of unit.changes) {
    for (const event of change.events) count(event, metrics, now);
    logChange(change, now, log);
  }
  for (const taskType of unit.customTasks.begun) metrics.customTaskStarted(taskType);
  for (const { taskType, outcome, durationMs } of unit.customTasks.outcomes) {
    metrics.customTaskEnded(taskType, outcome, durationMs);
  }
  for (const { key, version, definitionId } of unit.definitions) {
    log.event(6000, 'definition deployed', { ProcessDefinitionKey: key, Version: version, ProcessDefinitionId: definitionId });
  }
  for (const warning of unit.deployWarnings) logWarning(warning, log);
  for (const { id, message, properties } of unit.notices) log.event(id, message, properties);
}

/** What a deployed file says and is not done (contract 9.5). */
function logWarning({ id, processKey, elementId, name, text }: DeployWarning, log: Logger): void {
  log.event(id, text, {
    ProcessDefinitionKey: processKey,
    ...(elementId !== undefined && (id === 9001 ? { Ignored: elementId } : { ElementId: elementId })),
    ...(name !== undefined && id === 9002 && { Name: name }),
  });
}

/** Contract 9.2, rule 2: once per committed event. */
function count(event: EngineEvent, metrics: Metrics, now: number): void {
  switch (event.type) {
    case 'InstanceStarted':
      metrics.workflowStarted();
      return;
    case 'InstanceCompleted':
      metrics.workflowTerminated('completed');
      return;
    case 'InstanceCancelled':
      metrics.workflowTerminated('cancelled');
      return;
    case 'InstanceFailed':
      metrics.workflowTerminated('failed');
      return;
    case 'ElementCompleted':
    case 'ElementFailed':
    case 'ElementCancelled':
      metrics.activityEnded(activityTypeOf(event.elementType), now - event.since);
      return;
    default:
      return;
  }
}

interface Line {
  readonly id: LogEventId;
  readonly message: string;
  readonly properties?: LogProperties;
}

function logChange({ instance, events, commandId, commandKind }: InstanceChange, now: number, log: Logger): void {
  let scoped: Logger | undefined;
  const { id, definitionId, state } = instance;
  const write = (line: Line, event?: EngineEvent) => {
    if (!log.isEnabled(line.id)) return;
    scoped ??= log.child(instanceScope({ processKey: state.key, instanceId: id, businessId: state.businessId }));
    scoped.event(line.id, line.message, { ...line.properties, ...(event === undefined ? {} : activityOf(id, event)) });
  };
  for (const event of events) {
    for (const line of linesOf(event, now, definitionId)) write(line, event);
  }
  write({
    id: 1001,
    message: 'command committed',
    properties: { CommandKind: commandKind, CommandId: commandId, EventCount: events.length },
  });
}

function activityOf(instanceId: string, event: EngineEvent): LogProperties {
  if (!('entry' in event) || !('element' in event) || event.entry === null) return {};
  return { ActivityId: event.element, ActivityInstanceId: entityId(instanceId, event.entry) };
}

const NOTHING: readonly Line[] = [];

/** The log lines of one event (contract 9.5). */
function linesOf(event: EngineEvent, now: number, definitionId: string): readonly Line[] {
  switch (event.type) {
    case 'InstanceStarted':
      return [
        { id: 6001, message: 'instance created', properties: { ProcessDefinitionId: definitionId } },
        {
          id: 1002,
          message: 'instance started',
          properties: { ProcessDefinitionId: definitionId, VariableNames: Object.keys(event.variables) },
        },
      ];
    case 'InstanceCompleted':
      return [{ id: 1003, message: 'instance completed', properties: { DurationMs: now - event.since } }];
    case 'InstanceCancelled':
      return [{ id: 1004, message: 'instance cancelled', properties: { Reason: event.reason } }];
    case 'InstanceFailed':
      return [{ id: 1005, message: 'instance failed', properties: { ErrorCode: event.code, ErrorMessage: event.message } }];
    case 'ElementActivated':
      return [{ id: 2000, message: 'entry spawned', properties: { ActivityType: activityTypeOf(event.elementType) } }];
    case 'ElementCompleted':
      return [{ id: 2002, message: 'entry completed', properties: { DurationMs: now - event.since } }];
    case 'ElementFailed':
      return [{ id: 2003, message: 'entry failed', properties: { ErrorCode: event.code, ErrorMessage: event.message } }];
    case 'ElementCancelled':
      return [{ id: 2004, message: 'entry cancelled', properties: { Reason: event.reason } }];
    case 'VariablesWritten':
      return [{ id: 3002, message: 'variables merged', properties: { VariableNames: Object.keys(event.values) } }];
    case 'UserTaskClaimed':
      return [{ id: 1060, message: 'user task claimed', properties: { UserId: event.userId } }];
    case 'UserTaskUnclaimed':
      return [{ id: 1061, message: 'user task unclaimed' }];
    default:
      return NOTHING;
  }
}
