import type { ElementActivated, ElementCompleted, EngineEvent, EscalationThrown, InstanceStarted } from '../engine/events.ts';
import { type BoundaryEventModel, type ElementModel, flowOf, type ProcessModel } from '../engine/model.ts';
import type { LogProperties } from '../platform/log.ts';
import { errorBefore, eventBefore, type Telling } from './telling.ts';

/** Reason of entries that lost a race (engine/policies/race.ts). */
const LOST = 'Another event was first';

/** How many listeners of the root scope an instance begins with; they are armed in one go. */
export function tellListeners(_event: InstanceStarted, { change: { events }, at, tell }: Telling): void {
  let next = at + 1;
  for (let event = events[next]; event?.type === 'SubscriptionOpened' && event.owner === 'eventSubProcess'; event = events[next])
    next += 1;
  const ListenerCount = next - at - 1;
  if (ListenerCount > 0) tell(1078, 'listeners of the root scope armed', () => ({ ListenerCount }));
}

/** Where the token of a completed entry goes on: the flows a gateway chose, the winner of a race. */
export function tellWayOut(event: ElementCompleted, telling: Telling): void {
  const { change, tell } = telling;
  switch (event.elementType) {
    case 'complexGateway':
      tellUnconditionalComplex(event, telling);
      tell(1006, 'gateway chose its flows', () => flowsTaken(event, telling));
      return;
    case 'exclusiveGateway':
    case 'inclusiveGateway':
    case 'parallelGateway':
      tell(1006, 'gateway chose its flows', () => flowsTaken(event, telling));
      return;
    case 'intermediateCatchEvent':
    case 'receiveTask':
      if (isRaced(change.instance.model, event.element)) {
        const CancelledActivityIds = () => losers(telling);
        const decided = () => ({ WinningActivityId: event.element, CancelledActivityIds: CancelledActivityIds() });
        tell(1020, 'event-based gateway decided', decided);
      }
      return;
    default:
      return;
  }
}

/** With an activation condition the line follows from JoinFired; without one it fires like a parallel join. */
function tellUnconditionalComplex({ element }: ElementCompleted, { change, tell }: Telling): void {
  const node = change.instance.model.elements.get(element);
  if (node?.type !== 'complexGateway' || node.activationCondition !== undefined || node.incoming.length < 2) return;
  tell(1081, 'complex gateway fired', () => ({ TokenCount: node.incoming.length }));
}

/** Flows are taken right after the entry has completed, with nothing but their variable scopes in between. */
function flowsTaken({ entry }: ElementCompleted, { change: { events }, at }: Telling): LogProperties {
  const SequenceFlowIds: string[] = [];
  for (let next = at + 1; next < events.length; next++) {
    const event = events[next] as EngineEvent;
    if (event.type === 'FlowTaken' && event.entry === entry) SequenceFlowIds.push(event.flow);
    else if (!event.type.startsWith('Variable')) break;
  }
  return { SequenceFlowIds };
}

function isRaced(model: ProcessModel, element: string): boolean {
  return (model.elements.get(element)?.incoming ?? []).some((id) => {
    const source = model.elements.get(flowOf(model, id).source);
    return source?.type === 'eventBasedGateway' && source.instantiate === undefined;
  });
}

/** The losers are cancelled before the winner's flows are taken. */
function losers({ change: { events }, at }: Telling): string[] {
  const found: string[] = [];
  for (let next = at + 1; next < events.length; next++) {
    const event = events[next] as EngineEvent;
    if (event.type === 'FlowTaken' || event.type === 'ElementActivated') break;
    if (event.type === 'ElementCancelled' && event.reason === LOST) found.push(event.element);
  }
  return found;
}

/** A boundary event or an event sub-process was triggered, and by what. */
export function tellCatcher(event: ElementActivated, telling: Telling): void {
  const { change, tell } = telling;
  const node = change.instance.model.elements.get(event.element);
  if (node?.type === 'boundaryEvent') {
    const fired = () => ({ BoundaryActivityId: node.id, IsInterrupting: node.interrupting });
    tell(1019, 'boundary event fired', fired);
    tellCaughtFailure(node, telling);
    tellEscalatedChild(event, node.interrupting, telling);
  } else if (node?.type === 'eventSubProcess') {
    const IsInterrupting = isInterrupting(change.instance.model, node);
    tell(1073, 'event sub-process triggered', () => ({ EventSubProcessId: node.id, IsInterrupting }));
    tellEscalatedChild(event, IsInterrupting, telling);
  }
}

function isInterrupting(model: ProcessModel, node: ElementModel): boolean {
  if (node.type === 'boundaryEvent') return node.interrupting;
  const start = node.type === 'eventSubProcess' ? model.elements.get(node.start) : undefined;
  return start?.type === 'startEvent' && start.isInterrupting;
}

/** A boundary event may have other triggers besides its error: what came last before it let it fire. */
function tellCaughtFailure(node: BoundaryEventModel, telling: Telling): void {
  if (!node.triggers.some(({ kind }) => kind === 'error')) return;
  const ErrorCode = codeCaught(node, telling);
  if (ErrorCode === undefined) return;
  telling.tell(1008, 'activity failure caught', () => ({ BoundaryActivityId: node.id, ErrorCode }));
}

function codeCaught(node: BoundaryEventModel, telling: Telling): string | undefined {
  const cause = eventBefore(telling, (event) => isCause(event, node.id));
  if (cause === undefined || cause.type === 'CompensationEnded') {
    const { hazards } = telling.change;
    // the error of a transaction was thrown in an earlier command when its compensation took its time
    return cause === undefined ? undefined : (hazards.get(cause.thrower) ?? errorBefore(telling)?.code);
  }
  return cause.type === 'ElementFailed' || cause.type === 'ErrorThrown' ? cause.code : undefined;
}

type Cause = Extract<
  EngineEvent,
  { type: 'ElementFailed' | 'ErrorThrown' | 'SubscriptionClosed' | 'CompensationEnded' | 'EscalationThrown' }
>;

function isCause(event: EngineEvent, boundary: string): event is Cause {
  if (event.type === 'SubscriptionClosed') return event.fired && event.element === boundary;
  if (event.type === 'EscalationThrown') return event.caught;
  return event.type === 'ElementFailed' || event.type === 'ErrorThrown' || event.type === 'CompensationEnded';
}

/** Who catches an escalation thrown here is entered next. */
export function tellCaughtEscalation({ code }: EscalationThrown, { change, at, tell }: Telling): void {
  const { events, instance } = change;
  for (let next = at + 1; next < events.length; next++) {
    const event = events[next] as EngineEvent;
    if (event.type !== 'ElementActivated') continue;
    const node = instance.model.elements.get(event.element);
    if (node === undefined) return;
    const IsInterrupting = isInterrupting(instance.model, node);
    tell(1091, 'escalation caught', () => ({ EscalationCode: code, BoundaryActivityId: node.id, IsInterrupting }));
    return;
  }
}

/** What a called instance escalates is no event of this one: its catcher is the first thing entered. */
function tellEscalatedChild(event: ElementActivated, IsInterrupting: boolean, telling: Telling): void {
  const { engineCommand } = telling.change;
  if (engineCommand.type !== 'ChildEscalated') return;
  const isStep = (before: EngineEvent): before is ElementActivated | EscalationThrown =>
    before.type === 'ElementActivated' || before.type === 'EscalationThrown';
  if (eventBefore(telling, isStep) !== undefined) return;
  const EscalationCode = engineCommand.code;
  telling.tell(1091, 'escalation caught', () => ({ EscalationCode, BoundaryActivityId: event.element, IsInterrupting }));
}
