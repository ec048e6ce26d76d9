import type { ElementActivated, ElementCancelled, ElementCompleted, InstanceStarted } from '../../../engine/events.ts';
import { isInterrupting, startOf } from '../../../engine/model/model-shape.ts';
import {
  type ComplexGatewayModel,
  type EventSubProcessModel,
  elementOf,
  isSubscribing,
  type ProcessModel,
} from '../../../engine/model.ts';
import type { EntryOrdinal } from '../../../engine/ordinals.ts';
import { type Before, elementBefore, entryBefore, type TakeLine } from './before.ts';

/** Counts the event listeners that the root scope opens at the start. */
export function linesOfRootListeners(_event: InstanceStarted, { model }: Before, take: TakeLine): void {
  const ListenerCount = (model.containers.get(model.key)?.eventSubProcesses ?? [])
    .flatMap((id) => triggersOfEventSubProcess(model, id))
    .filter(isSubscribing).length;
  if (ListenerCount > 0) take('root-scope-listeners-armed', () => ({ ListenerCount }));
}

function triggersOfEventSubProcess(model: ProcessModel, id: string) {
  return startOf(model, elementOf(model, id) as EventSubProcessModel).triggers;
}

/** Lines about the way out of a completed element: the flows a gateway chose, the winner of a race. */
export function linesOfExit(event: ElementCompleted, before: Before, take: TakeLine): void {
  const { flows } = event;
  if (flows !== undefined) {
    linesOfUnconditionalComplex(event, before, take);
    take('gateway-chose-flows', () => ({ SequenceFlowIds: flows }));
  }
  linesOfRace(event, event.element, before, take);
}

/** Complex gateway without activation condition: fires like a parallel join. With one, the line follows from JoinFired. */
function linesOfUnconditionalComplex({ element, elementType, skipped }: ElementCompleted, before: Before, take: TakeLine): void {
  if (elementType !== 'complexGateway' || skipped === true) return;
  const node = elementOf(before.model, element) as ComplexGatewayModel;
  if (node.activationCondition !== undefined || node.incoming.length < 2) return;
  take('complex-gateway-fired', () => ({ TokenCount: node.incoming.length }));
}

/** An interrupting boundary event of an event after an event-based gateway decides the race too. */
export function linesOfInterruptedRace(event: ElementCancelled, before: Before, take: TakeLine): void {
  if (event.cause?.kind === 'interrupted' && event.cause.by === 'boundaryEvent')
    linesOfRace(event, event.cause.element, before, take);
}

function linesOfRace(
  { entry }: { readonly entry: EntryOrdinal },
  WinningActivityId: string,
  before: Before,
  take: TakeLine,
): void {
  const race = entryBefore(before, entry)?.race ?? null;
  if (race === null) return;
  const others = [...(before.state.races.get(race) ?? [])].filter((one) => one !== entry).reverse();
  const CancelledActivityIds = others.map((one) => entryBefore(before, one)?.element ?? '');
  take('event-based-gateway-decided', () => ({ WinningActivityId, CancelledActivityIds }));
}

/** Lines of a boundary event or an event sub-process with its trigger. */
export function linesOfTriggeredEvent(event: ElementActivated, before: Before, take: TakeLine): void {
  const node = elementBefore(before, event.element);
  if (node === undefined) return;
  const IsInterrupting = isInterrupting(before.model, node);
  // without a trigger it has not fired: an operator started the path after it
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
