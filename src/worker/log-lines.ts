import type { EngineEvent, Ordinal, SubscriptionClosed, SubscriptionOpened } from '../engine/events.ts';
import { activityTypeOf } from '../engine/model.ts';
import { formatTimestamp } from '../platform/clock.ts';
import { entityId, nameBasedId } from '../platform/ids.ts';
import type { LogProperties } from '../platform/log.ts';
import { tellCause, tellInstanceCause, tellKeyless } from './failure-lines.ts';
import { tellCatcher, tellCaughtEscalation, tellListeners, tellWayOut } from './path-lines.ts';
import { errorBefore, errorOf, type Tell, type Telling } from './telling.ts';
import type { InstanceChange } from './unit-of-work.ts';

/** Reason of a transaction that ended by a cancel event (engine/policies/walk-progress.ts). */
const CANCELLED_BY_TRANSACTION = 'CancelledByTransaction';

/** The lines of one committed event. Names of variables are told, values never (docs/spec/observability.md#never-logged). */
export function tellEvent(event: EngineEvent, telling: Telling): void {
  const { change, now, tell } = telling;
  switch (event.type) {
    case 'InstanceStarted': {
      const { definitionId: ProcessDefinitionId, variables } = event;
      tell(6001, 'instance created', () => ({ ProcessDefinitionId }));
      tell(1002, 'instance started', () => ({ ProcessDefinitionId, VariableNames: Object.keys(variables) }));
      tellListeners(event, telling);
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
      tellInstanceCause(event, telling);
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
      tellEndOfWaiting(event, telling);
      return;
    default:
      if ('elementType' in event) tellEntry(event, telling);
      else tellMore(event, telling);
  }
}

type OfElement = Extract<EngineEvent, { elementType: unknown }>;

function tellEntry(event: OfElement, telling: Telling): void {
  const { tell } = telling;
  switch (event.type) {
    case 'ElementActivated':
      tell(2000, 'entry spawned', () => ({ ActivityType: activityTypeOf(event.elementType) }));
      tell(2001, 'execution began');
      if (event.elementType === 'transaction') tell(1100, 'transaction opened');
      if (event.elementType === 'boundaryEvent' || event.elementType === 'eventSubProcess') tellCatcher(event, telling);
      return;
    case 'UserTaskClaimed':
      tell(1060, 'user task claimed', () => ({ UserId: event.userId }));
      return;
    case 'UserTaskUnclaimed':
      tell(1061, 'user task unclaimed');
      return;
    case 'UserTaskCreated':
      return;
    default:
      tellEndOfEntry(event, telling);
      if (event.elementType === 'eventSubProcess')
        tell(1074, 'event sub-process ended', () => ({ EventSubProcessId: event.element }));
      tellEndOfLoop(event, telling);
  }
}

type EndOfEntry = Extract<EngineEvent, { type: 'ElementCompleted' | 'ElementFailed' | 'ElementCancelled' }>;

function tellEndOfEntry(event: EndOfEntry, telling: Telling): void {
  const { change, now, tell } = telling;
  const isUserTask = event.elementType === 'userTask';
  switch (event.type) {
    case 'ElementCompleted':
      tell(2002, 'entry completed', () => ({ DurationMs: now - event.since }));
      tellWayOut(event, telling);
      if (event.elementType === 'callActivity' && change.instance.notes?.loops.has(event.entry) !== true)
        tellChildEnded(event.entry, change, tell);
      if (isUserTask && change.commandKind === 'CompleteUserTask')
        tell(1062, 'user task completed', () => ({ UserId: change.userId }));
      if (change.commandKind === 'CompleteActivity' && isFirstEnd(event, change)) tell(1028, 'activity completed by a caller');
      return;
    case 'ElementFailed':
      tellCause(event, telling);
      tell(2003, 'entry failed', () => errorOf(event, change));
      if (isUserTask && change.commandKind === 'FailUserTask')
        tell(1063, 'user task failed by a caller', () => ({ ErrorCode: event.code }));
      return;
    case 'ElementCancelled':
      tell(2004, 'entry cancelled', () => reasonOf(event));
      if (event.elementType === 'transaction' && event.reason === CANCELLED_BY_TRANSACTION)
        tell(1102, 'transaction ended', () => ({ Outcome: 'cancelled' }));
      if (isUserTask && change.commandKind === 'CancelUserTask')
        tell(1064, 'user task cancelled by a caller', () => reasonOf(event));
      return;
  }
}

/** Iterations that began and did not complete were cancelled, but for the one whose failure ended the loop. */
function tellEndOfLoop({ entry, element, type }: EndOfEntry, { change: { instance }, tell }: Telling): void {
  const loop = instance.notes?.loops.get(entry);
  if (loop?.kind !== 'multiInstance') return;
  const { total, completed, terminated } = loop;
  const isUnderWay = type === 'ElementCancelled' && completed + terminated < total;
  const Cancelled = isSequential(instance, element)
    ? terminated + (isUnderWay ? 1 : 0)
    : total - completed - (type === 'ElementFailed' && completed < total ? 1 : 0);
  tell(1025, 'multi-instance ended', () => ({ Completed: completed, Cancelled }));
}

/** The scope of its iterations is opened right before, and names the activity. */
function opensSequential({ change: { events, instance }, at }: Telling): boolean {
  const opened = events[at - 1];
  return opened?.type === 'ScopeOpened' && isSequential(instance, opened.container);
}

function isSequential({ model }: InstanceChange['instance'], element: string): boolean {
  const node = model.elements.get(element);
  return node !== undefined && 'loop' in node && node.loop?.kind === 'multiInstance' && node.loop.isSequential;
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

function tellEndOfWaiting({ subject, fired }: SubscriptionClosed, { now, tell }: Telling): void {
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
}

function tellMore(event: EngineEvent, telling: Telling): void {
  const { tell } = telling;
  const { instance } = telling.change;
  switch (event.type) {
    case 'SignalThrown':
      tell(1018, 'signal thrown', () => ({ SignalName: event.name }));
      return;
    case 'ChildStarted': {
      const { key: CalledProcessKey, childInstanceId: ChildWorkflowInstanceId } = event;
      tell(1021, 'child instance started', () => ({ CalledProcessKey, ChildWorkflowInstanceId }));
      return;
    }
    case 'MessagePublished':
      tellKeyless(event, telling);
      return;
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
      if (instance.notes?.loops.get(event.entry)?.kind !== 'multiInstance') return;
      tell(1024, 'multi-instance opened', () => ({ Total: event.total, IsSequential: opensSequential(telling) }));
      return;
    case 'EscalationThrown': {
      const properties = () => ({ EscalationCode: event.code });
      tell(1090, 'escalation thrown', properties);
      if (event.caught) {
        tellCaughtEscalation(event, telling);
        return;
      }
      if (instance.state.caller !== null) tell(1092, 'escalation passed to the parent instance', properties);
      else tell(3030, 'escalation not caught', properties);
      return;
    }
    default:
      tellCompensation(event, telling);
  }
}

function tellCompensation(event: EngineEvent, telling: Telling): void {
  const { tell } = telling;
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
      if (event.outcome === 'cancelled') tell(1101, 'transaction cancel begun');
      else tell(1102, 'transaction ended', () => ({ Outcome: event.outcome }));
      if (event.outcome === 'hazard') tell(1103, 'transaction hazard', () => ({ ErrorCode: errorBefore(telling)?.code }));
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

function reasonOf({ reason }: { readonly reason: string }): LogProperties {
  return { Reason: reason };
}
