import type { Logger, PropertiesOf } from '../../platform/log.ts';
import type { LogEventName } from '../../platform/log-events.ts';
import { instanceScope } from '../../platform/log-scope.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { withTrace } from '../../platform/telemetry/tracing.ts';
import type { TraceOf } from '../unit-of-work/change-origin.ts';
import type { DeployWarning, InstanceChange } from '../unit-of-work/observed-changes.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { Counted } from './counts-of-event.ts';

/** Writes metrics and log lines after the commit, from committed events only. */
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
  for (const { commandId, event, properties } of unit.observed.lines) {
    withTrace(traceOf?.(commandId), () => log.event(event, properties));
  }
  for (const taskType of unit.customTasks.begunTypes) metrics.customTaskStarted(taskType);
  for (const { taskType, outcome, durationMs } of unit.customTasks.attemptOutcomes) {
    metrics.customTaskEnded(taskType, outcome, durationMs);
  }
  metrics.auditEntries('accepted', unit.observed.acts);
  for (const warning of unit.observed.deployWarnings) logWarning(warning, log);
}

/** Logs an unsupported part of a deployed file (docs/reference/log-events.md#9000-to-9099-warnings-about-models). */
function logWarning({ event, processKey, elementId, name, text }: DeployWarning, log: Logger): void {
  log.event(event, {
    Text: text,
    ProcessDefinitionKey: processKey,
    ...(elementId !== undefined && (event === 'more-than-one-process' ? { Ignored: elementId } : { ElementId: elementId })),
    ...(name !== undefined && event === 'attribute-ignored' && { Name: name }),
  });
}

/** Counts each committed event once (docs/contributing/spec/observability.md#counted-after-commit). */
function count(counted: Counted, metrics: Metrics): void {
  switch (counted.kind) {
    case 'instanceStarted':
      metrics.workflowStarted();
      return;
    case 'instanceEnded':
      metrics.workflowTerminated(counted.outcome);
      return;
    case 'incidentRaised':
      metrics.incidentRaised();
      return;
    case 'activityEnded':
      metrics.activityEnded(counted.activityType, counted.durationMs);
      return;
  }
}

/** @param isFirst in this transaction: the loaded state is logged first */
function logChange(change: InstanceChange, isFirst: boolean, log: Logger): void {
  const { instance, eventCount: EventCount, seq, commandId: CommandId, commandKind: CommandKind, tookMs, lines } = change;
  const { id, state } = instance;
  let scoped: Logger | undefined;
  const write = <Name extends LogEventName>(event: Name, properties: PropertiesOf<Name>) => {
    if (!log.isEnabled(event)) return;
    scoped ??= log.child(instanceScope({ processKey: state.key, instanceId: id, businessId: state.businessId }));
    scoped.event(event, properties);
  };
  if (isFirst && seq > 1) write('state-loaded', { Sequence: seq - 1 });
  write('command-begun', { CommandKind, CommandId });
  for (const line of lines) write(line.event, line.properties);
  write('events-stored', { FromSequence: seq, Count: EventCount });
  write('command-committed', { CommandKind, CommandId, EventCount, DurationMs: Math.round(tookMs) });
}
