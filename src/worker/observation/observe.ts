import type { Logger, LogProperties } from '../../platform/log.ts';
import type { LogEventId } from '../../platform/log-events.ts';
import { instanceScope } from '../../platform/log-scope.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { withTrace } from '../../platform/telemetry/trace-context.ts';
import type { TraceOf } from '../unit-of-work/change-origin.ts';
import type { DeployWarning, InstanceChange } from '../unit-of-work/observed-changes.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { Counted } from './counts-of-event.ts';

/** After the commit: metrics and log lines, from the committed events only. */
export function observe(unit: UnitOfWork, metrics: Metrics, log: Logger, traceOf?: TraceOf): void {
  const { lockWaitMs } = unit.loaded;
  if (lockWaitMs !== undefined) metrics.lockWaited(lockWaitMs / 1000);
  const seen = new Set<string>();
  for (const change of unit.observed.changes) {
    for (const counted of change.counted) count(counted, metrics);
    const isFirst = !seen.has(change.instance.id);
    seen.add(change.instance.id);
    withTrace(traceOf?.(change.commandId), () => logChange(change, isFirst, log));
  }
  for (const { commandId, id, message, properties } of unit.observed.lines) {
    withTrace(traceOf?.(commandId), () => log.event(id, message, properties));
  }
  for (const taskType of unit.customTasks.begunTypes) metrics.customTaskStarted(taskType);
  for (const { taskType, outcome, durationMs } of unit.customTasks.attemptOutcomes) {
    metrics.customTaskEnded(taskType, outcome, durationMs);
  }
  for (const warning of unit.observed.deployWarnings) logWarning(warning, log);
}

/** What a deployed file asks for and is not done (docs/spec/log-events.md#9000-to-9099-warnings-about-models). */
function logWarning({ id, processKey, elementId, name, text }: DeployWarning, log: Logger): void {
  log.event(id, text, {
    ProcessDefinitionKey: processKey,
    ...(elementId !== undefined && (id === 9001 ? { Ignored: elementId } : { ElementId: elementId })),
    ...(name !== undefined && id === 9002 && { Name: name }),
  });
}

/** Once per committed event (docs/spec/observability.md#counted-after-commit). */
function count(counted: Counted, metrics: Metrics): void {
  switch (counted.kind) {
    case 'instanceStarted':
      metrics.workflowStarted();
      return;
    case 'instanceEnded':
      metrics.workflowTerminated(counted.outcome);
      return;
    case 'activityEnded':
      metrics.activityEnded(counted.activityType, counted.durationMs);
      return;
  }
}

/** @param isFirst whether it is the first change of its instance in this transaction: then the state it was loaded with is logged first */
function logChange(change: InstanceChange, isFirst: boolean, log: Logger): void {
  const { instance, eventCount: EventCount, seq, commandId: CommandId, commandKind: CommandKind, tookMs, lines } = change;
  const { id, state } = instance;
  let scoped: Logger | undefined;
  const write = (eventId: LogEventId, message: string, properties: LogProperties) => {
    if (!log.isEnabled(eventId)) return;
    scoped ??= log.child(instanceScope({ processKey: state.key, instanceId: id, businessId: state.businessId }));
    scoped.event(eventId, message, properties);
  };
  if (isFirst && seq > 1) write(3000, 'state loaded', { Sequence: seq - 1 });
  write(1000, 'command begins', { CommandKind, CommandId });
  for (const line of lines) write(line.id, line.message, line.properties);
  write(3001, 'events stored', { FromSequence: seq, Count: EventCount });
  write(1001, 'command committed', { CommandKind, CommandId, EventCount, DurationMs: Math.round(tookMs) });
}
