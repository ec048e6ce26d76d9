import { type FailureCause, rootOf } from '../../../engine/causes.ts';
import type { IncidentRaised } from '../../../engine/events/incident-events.ts';
import type { ElementFailed, InstanceFailed, MessagePublished } from '../../../engine/events.ts';
import { isCompensationHandler, throwsOf } from '../../../engine/model/model-shape.ts';
import { entityId } from '../../../platform/ids.ts';
import { type Before, elementBefore, type TakeLine } from './before.ts';
import { withoutValues } from './hide-values.ts';

/** Lines of a failed activity instance: first the cause, then the failure. */
export function linesOfFailedEntry(event: ElementFailed, before: Before, take: TakeLine): void {
  const element = elementBefore(before, event.element);
  const isLoopOfIteration = event.cause?.kind === 'iteration';
  if (!isLoopOfIteration && element !== undefined && isCompensationHandler(element))
    take('compensation-handler-failed', () => errorOf(event, before));
  linesOfCause(event, before, take);
  take('entry-failed', () => errorOf(event, before));
  if (event.elementType === 'userTask' && event.cause?.kind === 'givenByCaller')
    take('user-task-failed-by-client', () => ({ ErrorCode: event.code }));
}

/** Lines of a failed instance. If an element failed first, its lines contain the cause. */
export function linesOfFailedInstance(event: InstanceFailed, before: Before, take: TakeLine): void {
  if (event.element === null) linesOfCause(event, before, take);
  take('instance-failed', () => errorOf(event, before));
}

/** Lines of an incident: first the cause, then the incident. */
export function linesOfIncident(event: IncidentRaised, before: Before, take: TakeLine): void {
  linesOfCause(event, before, take);
  const IncidentId = entityId(before.instanceId, event.incident);
  take('incident-raised', () => ({ IncidentId, ...errorOf(event, before), Count: event.count }));
}

type Failed = Pick<ElementFailed, 'code' | 'message' | 'cause'>;

function linesOfCause(failed: Failed, before: Before, take: TakeLine): void {
  const { cause } = failed;
  if (cause === undefined) return;
  const LimitMs = 'limitMs' in cause ? cause.limitMs : undefined;
  if (LimitMs !== undefined) take('script-stopped-at-time-limit', () => ({ LimitMs }));
  switch (cause.kind) {
    case 'noWayOut':
      take('gateway-has-no-way-out');
      return;
    case 'stepLimit':
      take('step-limit-reached', () => ({ Limit: cause.limit }));
      return;
    case 'correlationMissing':
      take('correlation-value-missing', () => ({
        MessageName: cause.message,
        VariableName: cause.variable,
      }));
      return;
    case 'condition':
      take('conditional-expression-failed', () => ({ ErrorMessage: withoutValues(failed.message, before.state) }));
      return;
    default:
      return;
  }
}

function errorOf(
  { code, message, cause }: Failed,
  before: Before,
): { readonly ErrorCode: string; readonly ErrorMessage: string } {
  return { ErrorCode: code, ErrorMessage: givenBy(cause) ?? withoutValues(message, before.state) };
}

/**
 * Replaces external texts in the log: a client's is part of a request body, a plugin's or worker's may quote a server response. Neither is logged
 * (docs/contributing/spec/observability.md#never-logged).
 */
function givenBy(cause: FailureCause | undefined): string | undefined {
  const kind = cause && rootOf(cause).kind;
  if (kind === 'givenByCaller') return 'given by the caller';
  return kind === 'givenByPlugin' ? 'given by the plugin or worker' : undefined;
}

/** Warns about a message with an empty key although its event has a key: no subscription with a key will get it. */
export function linesOfPublishedMessage(event: MessagePublished, before: Before, take: TakeLine): void {
  if (event.key !== '') return;
  const element = elementBefore(before, event.element);
  for (const thrown of element === undefined ? [] : throwsOf(element)) {
    if (thrown.kind !== 'message' || thrown.key === undefined) continue;
    if (thrown.name.dialect === 'literal' && thrown.name.source !== event.name) continue;
    const VariableName = shownKey(thrown.key.text);
    take('correlation-value-missing', () => ({ MessageName: event.name, VariableName }));
    return;
  }
}

function shownKey(text: string): string {
  return text.startsWith('=') ? text.slice(1).trim() : text;
}
