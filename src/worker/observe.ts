import type { EngineEvent } from '../engine/events.ts';
import { activityTypeOf } from '../engine/model.ts';
import { entityId } from '../platform/ids.ts';
import type { Logger, LogProperties } from '../platform/log.ts';
import { instanceScope } from '../platform/log-scope.ts';
import type { Metrics } from '../platform/metrics.ts';
import { withTrace } from '../platform/telemetry/trace-context.ts';
import { tellWaitingJoins } from './join-lines.ts';
import { tellEvent } from './log-lines.ts';
import type { Tell } from './telling.ts';
import type { TraceOf } from './trace-delivery.ts';
import type { DeployWarning, InstanceChange, UnitOfWork } from './unit-of-work.ts';

/** Activity type of the entry that stands for a loop as a whole (docs/spec/http/instances.md#activity-types). */
const LOOP_TYPES = { multiInstance: 'MultiInstance', standardLoop: 'StandardLoop' } as const;

/** Step 6 for people: metrics and log lines, from the committed events and nothing else. */
export function observe(unit: UnitOfWork, metrics: Metrics, log: Logger, traceOf?: TraceOf): void {
  const { now } = unit.context;
  const { lockWaitMs } = unit.loaded;
  if (lockWaitMs !== undefined) metrics.lockWaited(lockWaitMs / 1000);
  const told = new Set<string>();
  for (const change of unit.changes) {
    for (const event of change.events) count(event, change, metrics, now);
    const isFirst = !told.has(change.instance.id);
    told.add(change.instance.id);
    withTrace(traceOf?.(change.commandId), () => logChange(change, isFirst, now, log));
  }
  for (const { commandId, id, message, properties } of unit.lines) {
    withTrace(traceOf?.(commandId), () => log.event(id, message, properties));
  }
  for (const taskType of unit.customTasks.begun) metrics.customTaskStarted(taskType);
  for (const { taskType, outcome, durationMs } of unit.customTasks.outcomes) {
    metrics.customTaskEnded(taskType, outcome, durationMs);
  }
  for (const warning of unit.deployWarnings) logWarning(warning, log);
}

/** What a deployed file says and is not done (docs/spec/log-events.md#9000-to-9099-warnings-about-models). */
function logWarning({ id, processKey, elementId, name, text }: DeployWarning, log: Logger): void {
  log.event(id, text, {
    ProcessDefinitionKey: processKey,
    ...(elementId !== undefined && (id === 9001 ? { Ignored: elementId } : { ElementId: elementId })),
    ...(name !== undefined && id === 9002 && { Name: name }),
  });
}

/** Once per committed event (docs/spec/observability.md#counted-after-commit). */
function count(event: EngineEvent, { instance }: InstanceChange, metrics: Metrics, now: number): void {
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
    case 'ElementCancelled': {
      const loop = instance.notes?.loops.get(event.entry);
      metrics.activityEnded(loop === undefined ? activityTypeOf(event.elementType) : LOOP_TYPES[loop.kind], now - event.since);
      return;
    }
    default:
      return;
  }
}

/** @param isFirst of its instance in this transaction: what it was loaded as is told before */
function logChange(change: InstanceChange, isFirst: boolean, now: number, log: Logger): void {
  const { instance, events, seq, commandId: CommandId, commandKind: CommandKind, tookMs } = change;
  const { id, state } = instance;
  let scoped: Logger | undefined;
  let place: () => LogProperties = () => ({});
  const tell: Tell = (eventId, message, properties) => {
    if (!log.isEnabled(eventId)) return;
    scoped ??= log.child(instanceScope({ processKey: state.key, instanceId: id, businessId: state.businessId }));
    scoped.event(eventId, message, { ...place(), ...properties?.() });
  };
  if (isFirst && seq > 1) tell(3000, 'state loaded', () => ({ Sequence: seq - 1 }));
  tell(1000, 'command begins', () => ({ CommandKind, CommandId }));
  events.forEach((event, at) => {
    place = () => placeOf(id, event);
    tellEvent(event, { change, at, now, tell });
  });
  place = () => ({});
  if (log.isEnabled(1009)) tellWaitingJoins(change, tell);
  tell(3001, 'events stored', () => ({ FromSequence: seq, Count: events.length }));
  tell(1001, 'command committed', () => ({ CommandKind, CommandId, EventCount: events.length, DurationMs: Math.round(tookMs) }));
}

function placeOf(instanceId: string, event: EngineEvent): LogProperties {
  if (!('element' in event) || typeof event.element !== 'string') return {};
  const entry = 'entry' in event ? event.entry : null;
  return { ActivityId: event.element, ...(entry === null ? {} : { ActivityInstanceId: entityId(instanceId, entry) }) };
}
