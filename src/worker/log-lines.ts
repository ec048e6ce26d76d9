import type { EngineEvent, Ordinal, SubscriptionClosed, SubscriptionOpened } from '../engine/events.ts';
import { activityTypeOf } from '../engine/model.ts';
import { formatTimestamp } from '../platform/clock.ts';
import { entityId, nameBasedId } from '../platform/ids.ts';
import type { LogProperties } from '../platform/log.ts';
import type { LogEventId } from '../platform/log-events.ts';
import { withoutValues } from './scrub.ts';
import type { InstanceChange } from './unit-of-work.ts';

/** What the engine says of a gateway without a way out (engine/policies/choose-flows.ts). */
const NO_WAY_OUT = 'all conditions evaluated to false and no default flow exists';

/** Writes one line about an instance; `properties` is asked only when the line is written. */
export type Tell = (id: LogEventId, message: string, properties?: () => LogProperties) => void;

/** The lines of one committed event (contract 9.5). Names of variables are told, values never (9.4, rule 3). */
export function tellEvent(event: EngineEvent, change: InstanceChange, now: number, tell: Tell): void {
  switch (event.type) {
    case 'InstanceStarted': {
      const { definitionId: ProcessDefinitionId, variables } = event;
      tell(6001, 'instance created', () => ({ ProcessDefinitionId }));
      tell(1002, 'instance started', () => ({ ProcessDefinitionId, VariableNames: Object.keys(variables) }));
      return;
    }
    case 'InstanceCompleted':
      tell(1003, 'instance completed', () => ({ DurationMs: now - event.since }));
      return;
    case 'InstanceCancelled':
      if (change.commandKind === 'CancelInstance') tell(1030, 'cancel of the instance asked for', () => reasonOf(event));
      tell(1004, 'instance cancelled', () => reasonOf(event));
      return;
    case 'InstanceFailed':
      tell(1005, 'instance failed', () => errorOf(event, change));
      return;
    case 'VariablesWritten':
      tell(3002, 'variables merged', () => ({
        VariablesStateId: entityId(change.instance.id, event.variableScope),
        VariableNames: Object.keys(event.values),
      }));
      return;
    case 'SubscriptionOpened':
      tellWaiting(event, tell);
      return;
    case 'SubscriptionClosed':
      tellEndOfWaiting(event, change, now, tell);
      return;
    default:
      if ('elementType' in event) tellEntry(event, change, now, tell);
      else tellMore(event, change, tell);
  }
}

function tellEntry(event: Extract<EngineEvent, { elementType: unknown }>, change: InstanceChange, now: number, tell: Tell): void {
  const isUserTask = event.elementType === 'userTask';
  switch (event.type) {
    case 'ElementActivated':
      tell(2000, 'entry spawned', () => ({ ActivityType: activityTypeOf(event.elementType) }));
      tell(2001, 'execution began');
      if (event.elementType === 'transaction') tell(1100, 'transaction opened');
      return;
    case 'ElementCompleted':
      tell(2002, 'entry completed', () => ({ DurationMs: now - event.since }));
      if (event.elementType === 'callActivity' && change.instance.loops?.has(event.entry) !== true)
        tellChildEnded(event.entry, change, tell);
      if (isUserTask && change.commandKind === 'CompleteUserTask')
        tell(1062, 'user task completed', () => ({ UserId: change.userId }));
      if (change.commandKind === 'CompleteActivity' && isFirstEnd(event, change)) tell(1028, 'activity completed by a caller');
      return;
    case 'ElementFailed':
      if (event.message === NO_WAY_OUT) tell(1007, 'gateway has no true condition and no default');
      tell(2003, 'entry failed', () => errorOf(event, change));
      if (isUserTask && change.commandKind === 'FailUserTask')
        tell(1063, 'user task failed by a caller', () => ({ ErrorCode: event.code }));
      return;
    case 'ElementCancelled':
      tell(2004, 'entry cancelled', () => reasonOf(event));
      if (isUserTask && change.commandKind === 'CancelUserTask')
        tell(1064, 'user task cancelled by a caller', () => reasonOf(event));
      return;
    case 'UserTaskClaimed':
      tell(1060, 'user task claimed', () => ({ UserId: event.userId }));
      return;
    case 'UserTaskUnclaimed':
      tell(1061, 'user task unclaimed');
      return;
    default:
      return;
  }
}

/** The id of a child follows from the entry that called it (worker/settle-effects.ts). */
function tellChildEnded(entry: Ordinal, { instance }: InstanceChange, tell: Tell): void {
  const properties = () => ({
    ChildWorkflowInstanceId: nameBasedId(entityId(instance.id, entry), 'child'),
    Result: 'completed',
  });
  tell(1022, 'child instance ended', properties);
}

/** What a caller completed comes first; what followed from it is the engine's doing. */
function isFirstEnd(event: EngineEvent, { events }: InstanceChange): boolean {
  return events.find(({ type }) => type === 'ElementCompleted') === event;
}

function tellWaiting({ subject }: SubscriptionOpened, tell: Tell): void {
  switch (subject.kind) {
    case 'message':
      tell(1013, 'message subscription made', () => ({ MessageName: subject.name, CorrelationKey: subject.key }));
      return;
    case 'signal':
      tell(1016, 'signal subscription made', () => ({ SignalName: subject.name }));
      return;
    case 'timer': {
      const due = () => ({ DueAt: formatTimestamp(subject.schedule.dueAt) });
      tell(1010, 'timer armed', due);
      tell(10000, 'callback set', due);
      return;
    }
    case 'conditional':
      return;
  }
}

function tellEndOfWaiting(event: SubscriptionClosed, change: InstanceChange, now: number, tell: Tell): void {
  const { subject, fired } = event;
  if (!fired) {
    if (subject.kind === 'timer') tell(10002, 'callback removed');
    return;
  }
  switch (subject.kind) {
    case 'message':
      tell(1014, 'message received', () => ({ MessageName: subject.name, CorrelationKey: subject.key }));
      break;
    case 'signal':
      tell(1017, 'signal received', () => ({ SignalName: subject.name }));
      break;
    case 'timer':
      tell(1011, 'timer fired', () => ({ DueAt: formatTimestamp(subject.schedule.dueAt) }));
      tell(10001, 'callback fired', () => ({ LateMs: now - subject.schedule.dueAt }));
      break;
    case 'conditional':
      tell(1026, 'conditional event fired');
      break;
  }
  tellCatcher(event, change, tell);
}

function tellCatcher({ owner, element }: SubscriptionClosed, { instance: { model } }: InstanceChange, tell: Tell): void {
  const node = model.elements.get(element);
  if (owner === 'boundary' && node?.type === 'boundaryEvent') {
    tell(1019, 'boundary event fired', () => ({ BoundaryActivityId: element, IsInterrupting: node.interrupting }));
  } else if (owner === 'eventSubProcess' && node?.type === 'startEvent') {
    const properties = () => ({ EventSubProcessId: node.container, IsInterrupting: node.isInterrupting });
    tell(1073, 'event sub-process triggered', properties);
  }
}

function tellMore(event: EngineEvent, { instance }: InstanceChange, tell: Tell): void {
  switch (event.type) {
    case 'SignalThrown':
      tell(1018, 'signal thrown', () => ({ SignalName: event.name }));
      return;
    case 'ChildStarted': {
      const { key: CalledProcessKey, childInstanceId: ChildWorkflowInstanceId } = event;
      tell(1021, 'child instance started', () => ({ CalledProcessKey, ChildWorkflowInstanceId }));
      return;
    }
    case 'ConditionObserved':
      if (event.isTrue) tell(1026, 'conditional event fired');
      return;
    case 'ScopeOpened':
      tell(1023, 'sub-process opened', () => ({ Phase: 'opened' }));
      return;
    case 'ScopeClosed':
      tell(1023, 'sub-process closed', () => ({ Phase: 'closed' }));
      return;
    case 'VariableScopeOpened':
    case 'VariableScopeClosed': {
      const Phase = event.type === 'VariableScopeOpened' ? 'opened' : 'removed';
      const VariablesStateId = () => entityId(instance.id, event.variableScope);
      tell(3003, `variable scope ${Phase}`, () => ({ VariablesStateId: VariablesStateId(), Phase }));
      return;
    }
    case 'LoopOpened':
      tell(1024, 'multi-instance opened', () => ({ Total: event.total }));
      return;
    case 'EscalationThrown': {
      const properties = () => ({ EscalationCode: event.code });
      tell(1090, 'escalation thrown', properties);
      if (event.caught) return;
      if (instance.state.caller !== null) tell(1092, 'escalation passed to the parent instance', properties);
      else tell(3030, 'escalation not caught', properties);
      return;
    }
    default:
      tellCompensation(event, tell);
  }
}

function tellCompensation(event: EngineEvent, tell: Tell): void {
  switch (event.type) {
    case 'CompensationLogged':
      tell(1110, 'compensation entry recorded');
      return;
    case 'CompensationStarted':
      tell(1111, 'compensation begun', () => ({ HandlerCount: event.items.length }));
      return;
    case 'CompensationItemDone':
      tell(1112, 'compensation handler ended');
      return;
    case 'CompensationEnded':
      tell(1113, 'compensation done');
      return;
    case 'TransactionOutcome':
      tell(1102, 'transaction ended', () => ({ Outcome: event.outcome }));
      if (event.outcome === 'hazard') tell(1103, 'transaction hazard');
      return;
    case 'JoinFired':
      tell(1081, 'complex gateway fired', () => ({ TokenCount: event.delivered.length }));
      return;
    case 'LateTokenArrived':
      tell(1082, 'complex gateway swallowed a late token');
      return;
    default:
      return;
  }
}

/** What a caller wrote is part of a request body, and those are not logged. */
function errorOf({ code, message }: { readonly code: string; readonly message: string }, change: InstanceChange): LogProperties {
  const isFromCaller = change.commandKind === 'FailUserTask';
  return { ErrorCode: code, ErrorMessage: isFromCaller ? 'given by the caller' : withoutValues(message, change) };
}

function reasonOf({ reason }: { readonly reason: string }): LogProperties {
  return { Reason: reason };
}
