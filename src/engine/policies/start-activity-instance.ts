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

/** `host` and `loop`. */
export function activationFieldsOf(
  run: Run,
  element: ElementModel,
  loop: LoopModel | undefined = loopOf(element),
): ActivationExtra {
  const isHost = loop !== undefined || run.behaviours[element.type].isHost;
  return { ...(isHost ? { host: true as const } : {}), ...(loop === undefined ? {} : { loop: loop.kind }) };
}

/** Starts its loop, else its behaviour. */
export function startActivityInstance(run: Run, element: ElementModel, entry: ActivityInstance): void {
  const loop = entry.loop === null ? undefined : loopOf(element);
  if (loop === undefined) begin(run, element, entry, run.behaviours[element.type]);
  else
    begin(run, element, entry, {
      endsInStep: () => false,
      onActivated: () => openLoop(run, element as ActivityElement, entry, loop) ?? 'wait',
    });
}

/** Creates no boundary events; the loop has them. */
export function beginIteration(run: Run, iteration: ActivityInstance): void {
  const element = elementOf(run.model, iteration.element);
  begin(run, element, iteration, run.behaviours[element.type]);
}

/**
 * Subscribes boundary events, then starts the behaviour (docs/contributing/spec/execution.md#arming-boundaries), unless an interrupting condition is
 * already true. Fails if a subscription cannot be evaluated.
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
 * Subscribes boundary events.
 * @param endsInStep only conditions are subscribed
 * @returns
 * - `interrupted`: a true condition or a raised failure has ended the activity instance or will end it in `settle`
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
