import type { HazardError } from '../causes.ts';
import type { AfterCompensation } from '../events/records.ts';
import { following } from '../failures.ts';
import { type BoundaryEventModel, type EndEventModel, elementOf, type IntermediateThrowEventModel } from '../model.ts';
import type { ActivityInstanceOrdinal, CompensationItemOrdinal } from '../ordinals.ts';
import { transactionCancelled, transactionHazard } from '../running/cancellations.ts';
import type { Run } from '../running/run.ts';
import { type ActivityInstance, activityInstanceIn, type CompensationRun } from '../state.ts';
import { noVariables } from '../values.ts';
import { boundariesOf, fireBoundary } from './boundary.ts';
import { cancelActivityInstance, cancelInside, closeBody } from './cancellation.ts';
import { boundaryFor } from './code-catcher.ts';
import { compensationRunOfItem, continueWithHandler, endItem } from './compensation-run.ts';
import { payloadOf } from './error-propagation.ts';
import { endToken } from './leave.ts';
import { throwAfterCompensation } from './throwing.ts';

/**
 * Ends the item, then starts the next one, or the continuation of the run. Does nothing if the run has ended
 * (docs/contributing/spec/loops-and-compensation.md#compensation-walk).
 */
export function continueCompensation(run: Run, item: CompensationItemOrdinal): void {
  const compensation = compensationRunOfItem(run, item);
  if (compensation !== undefined && endItem(run, compensation, item))
    afterCompensation(run, compensation.thrower, compensation.after, compensation);
}

function afterCompensation(
  run: Run,
  thrower: ActivityInstanceOrdinal,
  after: AfterCompensation,
  compensation: CompensationRun,
): void {
  switch (after.kind) {
    case 'throw': {
      const entry = activityInstanceIn(run.state, thrower);
      throwAfterCompensation(
        run,
        elementOf(run.model, entry.element) as EndEventModel | IntermediateThrowEventModel,
        entry,
        after.next,
      );
      return;
    }
    case 'item':
      closeBody(run, compensation.scope);
      if (!continueWithHandler(run, after.item))
        run.pending.add({ kind: 'advanceWalk', item: after.item, outcome: 'compensated' });
      return;
    default:
      endTransaction(run, thrower, after);
  }
}

/** Applies the outcome after the compensation (docs/contributing/spec/loops-and-compensation.md#transaction-outcomes). */
export function endTransaction(run: Run, ordinal: ActivityInstanceOrdinal, after: AfterCompensation): void {
  const host = run.state.entries.get(ordinal);
  if (host === undefined) return;
  if (after.kind === 'cancel') endCancelled(run, host);
  else if (after.kind === 'hazard') endHazard(run, host, after.error);
}

/** Starts the cancel boundary event. Without one, cancels the transaction; its token ends normally. */
function endCancelled(run: Run, host: ActivityInstance): void {
  const cancelBoundary = boundariesOf(run, elementOf(run.model, host.element)).find((b: BoundaryEventModel) =>
    b.triggers.some((trigger) => trigger.kind === 'cancel'),
  );
  if (cancelBoundary !== undefined) {
    fireBoundary(run, cancelBoundary, host, noVariables(), {
      trigger: { kind: 'cancel' },
      interrupting: true,
      why: transactionCancelled,
    });
    return;
  }
  const { scope, variableScope } = host;
  cancelActivityInstance(run, host, transactionCancelled);
  endToken(run, scope, variableScope);
}

/** Searches error boundary events. Without a catcher, fails the transaction with the code. */
function endHazard(run: Run, host: ActivityInstance, error: HazardError): void {
  const found = boundaryFor(run, elementOf(run.model, host.element), 'error', error.code);
  if (found !== undefined) {
    const trigger = { kind: 'error', code: error.code } as const;
    fireBoundary(run, found.event, host, payloadOf(found.trigger, error), {
      trigger,
      interrupting: true,
      why: transactionHazard,
    });
    return;
  }
  cancelInside(run, host, transactionHazard);
  run.fail(host, host.variableScope, following('hazard', error));
}
