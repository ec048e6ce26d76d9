import type { Failure } from '../failures.ts';
import { loopOf } from '../model/model-shape.ts';
import { type ActivityElement, type ElementModel, elementOf, type LoopModel } from '../model.ts';
import type { CompleteBehaviour } from '../running/behaviour.ts';
import type { ActivationExtra, Run } from '../running/run.ts';
import type { ActivityInstance } from '../state.ts';
import { beginWork } from './begin-work.ts';
import { subscribeBoundaries } from './boundary.ts';
import { checkNewConditionsOf } from './conditions.ts';
import { hasListenerJobs } from './listeners.ts';
import { openLoop } from './loop.ts';

/** Returns the members of an activation event that only scopes and loops have: `host` and `loop`. */
export function activationFieldsOf(
  run: Run,
  element: ElementModel,
  loop: LoopModel | undefined = loopOf(element),
): ActivationExtra {
  const isHost = loop !== undefined || run.behaviours[element.type].isHost;
  return { ...(isHost ? { host: true as const } : {}), ...(loop === undefined ? {} : { loop: loop.kind }) };
}

/** Starts a new activity instance: its loop if it has one, else its behaviour. */
export function startActivityInstance(run: Run, element: ElementModel, entry: ActivityInstance): void {
  const loop = entry.loop === null ? undefined : loopOf(element);
  if (loop === undefined) begin(run, element, entry, run.behaviours[element.type]);
  else
    begin(run, element, entry, {
      endsInStep: () => false,
      onActivated: () => openLoop(run, element as ActivityElement, entry, loop) ?? 'wait',
    });
}

/** Starts one iteration of a loop. Iterations have no boundary events; the loop has them. */
export function beginIteration(run: Run, iteration: ActivityInstance): void {
  const element = elementOf(run.model, iteration.element);
  begin(run, element, iteration, run.behaviours[element.type]);
}

/**
 * Creates the boundary subscriptions, except for iterations, then starts the behaviour (docs/contributing/spec/execution.md#arming-boundaries).
 * Fails the activity instance if a subscription cannot be evaluated. Does not start the behaviour if a condition is already true and interrupts it.
 */
function begin(
  run: Run,
  element: ElementModel,
  entry: ActivityInstance,
  behaviour: Pick<CompleteBehaviour, 'endsInStep' | 'onActivated'>,
): void {
  if (entry.index === null && element.boundaries.length > 0) {
    const endsInStep = behaviour.endsInStep(run, element) && !hasListenerJobs(element);
    const subscribed = subscribeAround(run, element, entry, endsInStep);
    if (subscribed === 'interrupted') return;
    if (subscribed !== 'subscribed') {
      run.fail(entry, entry.variableScope, subscribed);
      return;
    }
  }
  beginWork(run, element, entry, behaviour);
}

/**
 * Creates the boundary subscriptions of an activity instance.
 * @param endsInStep true if the element completes in this step: only conditions are subscribed
 * @returns
 * - `interrupted`: a condition that is already true, or a failure that is raised, has ended the activity instance or will end it in `settle`
 * - a failure: a subscription cannot be evaluated
 * - `subscribed`: otherwise
 */
export function subscribeAround(
  run: Run,
  element: ElementModel,
  entry: ActivityInstance,
  endsInStep: boolean,
): 'subscribed' | 'interrupted' | Failure {
  const failure = subscribeBoundaries(run, element, entry, endsInStep);
  if (failure !== undefined) return failure;
  checkNewConditionsOf(run, entry);
  return run.pending.has('findCatcher') || !run.state.entries.has(entry.ordinal) ? 'interrupted' : 'subscribed';
}
