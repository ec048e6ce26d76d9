import type { ElementCancelled, ElementCompleted, ElementFailed, LoopOpened } from '../../../engine/events.ts';
import { loopOf } from '../../../engine/model/model-shape.ts';
import { entityId, nameBasedId } from '../../../platform/ids.ts';
import { type Before, elementBefore, entryBefore, type TakeLine } from './before.ts';
import { linesOfFailedEntry } from './failures.ts';
import { linesOfExit, linesOfInterruptedRace } from './paths.ts';

type EndOfEntry = ElementCompleted | ElementFailed | ElementCancelled;

/** Log lines of a completed activity instance; the functions below: of other ends, and of the start of a loop. */
export function linesOfCompletedEntry(event: ElementCompleted, before: Before, take: TakeLine): void {
  const { entry, elementType, cause, since } = event;
  take('entry-completed', () => ({ DurationMs: before.now - since }));
  linesOfExit(event, before, take);
  // each iteration of a multi-instance call has a called instance, the body has none
  if (elementType === 'callActivity' && (entryBefore(before, entry)?.loop ?? null) === null)
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

export function linesOfFailedAndEndedEntry(event: ElementFailed, before: Before, take: TakeLine): void {
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

/** Lines that every end of an activity instance has. */
function linesOfEnd(event: EndOfEntry, before: Before, take: TakeLine): void {
  if (event.elementType === 'eventSubProcess') take('event-sub-process-ended', () => ({ EventSubProcessId: event.element }));
  linesOfEndedLoop(event, before, take);
}

/** Counts cancelled iterations: those that began and did not complete, except one whose failure ended the loop. */
function linesOfEndedLoop({ entry, element, type }: EndOfEntry, before: Before, take: TakeLine): void {
  const loop = entryBefore(before, entry)?.loop ?? null;
  if (loop?.kind !== 'multiInstance') return;
  const { total, completed, terminated } = loop;
  const isUnderWay = type === 'ElementCancelled' && completed + terminated < total;
  const Cancelled = isSequential(before, element)
    ? terminated + (isUnderWay ? 1 : 0)
    : total - completed - (type === 'ElementFailed' && completed < total ? 1 : 0);
  take('multi-instance-ended', () => ({ Completed: completed, Cancelled }));
}

export function linesOfOpenedLoop({ entry, total: Total }: LoopOpened, before: Before, take: TakeLine): void {
  const wrapper = entryBefore(before, entry);
  if (wrapper?.loop?.kind !== 'multiInstance') return;
  take('multi-instance-opened', () => ({ Total, IsSequential: isSequential(before, wrapper.element) }));
}

function isSequential(before: Before, element: string): boolean {
  const node = elementBefore(before, element);
  const loop = node && loopOf(node);
  return loop?.kind === 'multiInstance' && loop.isSequential;
}
