import { type FailureCause, rootOf } from '../../../engine/causes.ts';
import type { IncidentRaised } from '../../../engine/events/incident-events.ts';
import type {
  ElementActivated,
  ElementCancelled,
  ElementCompleted,
  ElementFailed,
  EngineEvent,
  InstanceFailed,
  InstanceStarted,
  LoopOpened,
  MessagePublished,
} from '../../../engine/events.ts';
import { isCompensationHandler, isInterrupting, loopOf, startOf, throwsOf } from '../../../engine/model/model-shape.ts';
import {
  type ComplexGatewayModel,
  type ElementModel,
  type EventSubProcessModel,
  elementOf,
  isSubscribing,
  type ProcessModel,
} from '../../../engine/model.ts';
import type { ActivityInstanceOrdinal } from '../../../engine/ordinals.ts';
import type { ActivityInstance, InstanceState } from '../../../engine/state.ts';
import { entityId, nameBasedId } from '../../../platform/ids.ts';
import type { PropertiesOf } from '../../../platform/log.ts';
import type { LogEventName } from '../../../platform/log-events.ts';

/** The instance just before the event. `now`: time of the event, ms since epoch. */
export interface Before {
  readonly instanceId: string;
  readonly model: ProcessModel;
  readonly state: InstanceState;
  readonly now: number;
}

/** Calls `properties` synchronously, only if the line will be written. */
export type TakeLine = <Name extends LogEventName>(event: Name, properties?: () => PropertiesOf<Name>) => void;

export function activityInstanceBefore({ state }: Before, entry: ActivityInstanceOrdinal): ActivityInstance | undefined {
  return state.entries.get(entry);
}

function elementBefore({ model }: Before, element: string): ElementModel | undefined {
  return model.elements.get(element);
}

export type LinesOf<T extends EngineEvent['type']> = (
  event: Extract<EngineEvent, { type: T }>,
  before: Before,
  take: TakeLine,
) => void;

/** Shorter values occur in any text by chance. Unit: characters. */
const MIN_LENGTH = 4;
const MAX_VALUES = 5000;
const HIDDEN = '***';

/**
 * Replaces values of variables by `***`: a script may throw one, and conversion errors quote them. Keeps short values. The instance keeps the full message
 * (docs/contributing/spec/observability.md#never-logged).
 */
function withoutValues(message: string, { variables }: InstanceState): string {
  const values = new Set<string>();
  for (const { values: held } of variables.values()) collect(held, values);
  const found = [...values].filter((value) => message.includes(value)).sort((a, b) => b.length - a.length);
  return found.reduce((text, value) => text.replaceAll(value, HIDDEN), message);
}

function collect(root: unknown, into: Set<string>): void {
  const open: unknown[] = [root];
  while (open.length > 0 && into.size < MAX_VALUES) {
    const value = open.pop();
    if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) open.push(inner);
    } else if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value);
      if (text.length >= MIN_LENGTH) into.add(text);
    }
  }
}

/** First the cause, then the failure. */
function linesOfFailedEntry(event: ElementFailed, before: Before, take: TakeLine): void {
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

/** First the cause, then the incident. */
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
 * Replaces external texts: a client's is part of a request body, a plugin's or worker's may quote a server response. Neither is logged
 * (docs/contributing/spec/observability.md#never-logged).
 */
function givenBy(cause: FailureCause | undefined): string | undefined {
  const kind = cause && rootOf(cause).kind;
  if (kind === 'givenByCaller') return 'given by the caller';
  return kind === 'givenByPlugin' ? 'given by the plugin or worker' : undefined;
}

/** Warns about an empty key although the event has one: no subscription with a key gets the message. */
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

/** Event listeners that the root scope opens at the start. */
export function linesOfRootListeners(_event: InstanceStarted, { model }: Before, take: TakeLine): void {
  const ListenerCount = (model.containers.get(model.key)?.eventSubProcesses ?? [])
    .flatMap((id) => triggersOfEventSubProcess(model, id))
    .filter(isSubscribing).length;
  if (ListenerCount > 0) take('root-scope-listeners-armed', () => ({ ListenerCount }));
}

function triggersOfEventSubProcess(model: ProcessModel, id: string) {
  return startOf(model, elementOf(model, id) as EventSubProcessModel).triggers;
}

/** The flows that a gateway chose, or the winner of a race. */
function linesOfExit(event: ElementCompleted, before: Before, take: TakeLine): void {
  const { flows } = event;
  if (flows !== undefined) {
    linesOfUnconditionalComplex(event, before, take);
    take('gateway-chose-flows', () => ({ SequenceFlowIds: flows }));
  }
  linesOfRace(event, event.element, before, take);
}

/** Lines of a complex gateway without condition, which fires like a parallel join. With one, the line follows from JoinFired. */
function linesOfUnconditionalComplex({ element, elementType, skipped }: ElementCompleted, before: Before, take: TakeLine): void {
  if (elementType !== 'complexGateway' || skipped === true) return;
  const node = elementOf(before.model, element) as ComplexGatewayModel;
  if (node.activationCondition !== undefined || node.incoming.length < 2) return;
  take('complex-gateway-fired', () => ({ TokenCount: node.incoming.length }));
}

/** The boundary event is attached to one of the events after the gateway. */
function linesOfInterruptedRace(event: ElementCancelled, before: Before, take: TakeLine): void {
  if (event.cause?.kind === 'interrupted' && event.cause.by === 'boundaryEvent')
    linesOfRace(event, event.cause.element, before, take);
}

function linesOfRace(
  { entry }: { readonly entry: ActivityInstanceOrdinal },
  WinningActivityId: string,
  before: Before,
  take: TakeLine,
): void {
  const race = activityInstanceBefore(before, entry)?.race ?? null;
  if (race === null) return;
  const others = [...(before.state.races.get(race) ?? [])].filter((one) => one !== entry).reverse();
  const CancelledActivityIds = others.map((one) => activityInstanceBefore(before, one)?.element ?? '');
  take('event-based-gateway-decided', () => ({ WinningActivityId, CancelledActivityIds }));
}

/** A boundary event with a trigger, an event sub-process, or any event that catches an escalation. */
export function linesOfTriggeredEvent(event: ElementActivated, before: Before, take: TakeLine): void {
  const node = elementBefore(before, event.element);
  if (node === undefined) return;
  const IsInterrupting = isInterrupting(before.model, node);
  // a boundary event without a trigger has not fired: an operator started the path after it
  if (event.elementType === 'boundaryEvent' && event.trigger !== undefined) {
    take('boundary-event-fired', () => ({ BoundaryActivityId: node.id, IsInterrupting }));
    if (event.trigger.kind === 'error') {
      const ErrorCode = event.trigger.code;
      take('activity-failure-caught', () => ({ BoundaryActivityId: node.id, ErrorCode }));
    }
  } else if (event.elementType === 'eventSubProcess') {
    take('event-sub-process-triggered', () => ({ EventSubProcessId: node.id, IsInterrupting }));
  }
  if (event.trigger?.kind === 'escalation') {
    const EscalationCode = event.trigger.code;
    take('escalation-caught', () => ({ EscalationCode, BoundaryActivityId: node.id, IsInterrupting }));
  }
}

type EndOfActivityInstance = ElementCompleted | ElementFailed | ElementCancelled;

export function linesOfCompletedEntry(event: ElementCompleted, before: Before, take: TakeLine): void {
  const { entry, elementType, cause, since } = event;
  take('entry-completed', () => ({ DurationMs: before.now - since }));
  linesOfExit(event, before, take);
  // each iteration of a multi-instance call has a called instance, the body has none
  if (elementType === 'callActivity' && (activityInstanceBefore(before, entry)?.loop ?? null) === null)
    take('child-instance-ended', () => ({
      ChildWorkflowInstanceId: nameBasedId(entityId(before.instanceId, entry), 'child'),
      Result: 'completed',
    }));
  if (cause?.kind === 'givenByCaller') {
    if (elementType === 'userTask') take('user-task-completed', () => ({ UserId: cause.user }));
    else take('activity-completed-by-client');
  }
  linesOfEnd(event, before, take);
}

/** Includes the lines that every end has. */
export function linesOfFailedAndEndedEntry(event: ElementFailed, before: Before, take: TakeLine): void {
  if (event.isRecorded === true) return;
  linesOfFailedEntry(event, before, take);
  linesOfEnd(event, before, take);
}

export function linesOfCancelledEntry(event: ElementCancelled, before: Before, take: TakeLine): void {
  const { elementType, reason: Reason, cause } = event;
  take('entry-cancelled', () => ({ Reason }));
  if (elementType === 'transaction' && cause?.kind === 'transactionCancelled')
    take('transaction-ended', () => ({ Outcome: 'cancelled' }));
  if (elementType === 'userTask' && cause?.kind === 'givenByCaller') take('user-task-cancelled-by-client', () => ({ Reason }));
  linesOfInterruptedRace(event, before, take);
  linesOfEnd(event, before, take);
}

function linesOfEnd(event: EndOfActivityInstance, before: Before, take: TakeLine): void {
  if (event.elementType === 'eventSubProcess') take('event-sub-process-ended', () => ({ EventSubProcessId: event.element }));
  linesOfEndedLoop(event, before, take);
}

/** Cancelled iterations began and did not complete, except one whose failure ended the loop. */
function linesOfEndedLoop({ entry, element, type }: EndOfActivityInstance, before: Before, take: TakeLine): void {
  const loop = activityInstanceBefore(before, entry)?.loop ?? null;
  if (loop?.kind !== 'multiInstance') return;
  const { total, completed, terminated } = loop;
  const isUnderWay = type === 'ElementCancelled' && completed + terminated < total;
  const Cancelled = isSequential(before, element)
    ? terminated + (isUnderWay ? 1 : 0)
    : total - completed - (type === 'ElementFailed' && completed < total ? 1 : 0);
  take('multi-instance-ended', () => ({ Completed: completed, Cancelled }));
}

/** A standard loop has no such line. */
export function linesOfOpenedLoop({ entry, total: Total }: LoopOpened, before: Before, take: TakeLine): void {
  const wrapper = activityInstanceBefore(before, entry);
  if (wrapper?.loop?.kind !== 'multiInstance') return;
  take('multi-instance-opened', () => ({ Total, IsSequential: isSequential(before, wrapper.element) }));
}

function isSequential(before: Before, element: string): boolean {
  const node = elementBefore(before, element);
  const loop = node && loopOf(node);
  return loop?.kind === 'multiInstance' && loop.isSequential;
}

type CompensationEvent =
  | 'CompensationLogged'
  | 'CompensationStarted'
  | 'CompensationItemDone'
  | 'CompensationEnded'
  | 'TransactionOutcome';

/** Includes lines of transactions. */
export const compensationLines: { readonly [T in CompensationEvent]: LinesOf<T> } = {
  CompensationLogged: (_event, _before, take) => take('compensation-entry-recorded'),
  CompensationStarted: ({ items }, _before, take) => take('compensation-begun', () => ({ HandlerCount: items.length })),
  CompensationItemDone: (_event, _before, take) => take('compensation-handler-ended'),
  CompensationEnded: (_event, _before, take) => take('compensation-done'),
  TransactionOutcome: ({ outcome: Outcome, code: ErrorCode }, _before, take) => {
    if (Outcome === 'cancelled') take('transaction-cancel-begun');
    else take('transaction-ended', () => ({ Outcome }));
    if (Outcome === 'hazard') take('transaction-hazard', () => ({ ErrorCode }));
  },
};
