import type { Failure } from '../failures.ts';
import { loopOf } from '../model/model-shape.ts';
import { type ActivityElement, type ElementModel, elementOf, type LoopModel } from '../model.ts';
import type { CompleteBehaviour } from '../running/behaviour.ts';
import type { ActivationExtra, Run } from '../running/run.ts';
import type { EntryState } from '../state.ts';
import { beginWork } from './begin-work.ts';
import { subscribeBoundaries } from './boundary.ts';
import { checkNewConditionsOf } from './conditions.ts';
import { hasListenerJobs } from './listeners.ts';
import { openLoop } from './loop.ts';

/** Returns activation fields of sub-processes and loop bodies. */
export function extraOf(run: Run, element: ElementModel, loop: LoopModel | undefined = loopOf(element)): ActivationExtra {
  const isHost = loop !== undefined || run.behaviours[element.type].isHost;
  return { ...(isHost ? { host: true as const } : {}), ...(loop === undefined ? {} : { loop: loop.kind }) };
}

/** Starts a new activity instance: its behaviour, or its loop. */
export function beginEntry(run: Run, element: ElementModel, entry: EntryState): void {
  const loop = entry.loop === null ? undefined : loopOf(element);
  if (loop === undefined) begin(run, element, entry, run.behaviours[element.type]);
  else
    begin(run, element, entry, {
      endsInStep: () => false,
      onActivated: () => openLoop(run, element as ActivityElement, entry, loop) ?? 'wait',
    });
}

export function beginIteration(run: Run, iteration: EntryState): void {
  const element = elementOf(run.model, iteration.element);
  begin(run, element, iteration, run.behaviours[element.type]);
}

/** Creates boundary subscriptions, then starts the behaviour, unless a condition that is already true interrupts (docs/contributing/spec/execution.md#arming-boundaries). */
function begin(
  run: Run,
  element: ElementModel,
  entry: EntryState,
  behaviour: Pick<CompleteBehaviour, 'endsInStep' | 'onActivated'>,
): void {
  if (entry.index === null && element.boundaries.length > 0) {
    const endsInStep = behaviour.endsInStep(run, element) && !hasListenerJobs(element);
    const subscribed = subscribeAround(run, element, entry, endsInStep);
    if (subscribed === 'takenOver') return;
    if (subscribed !== 'armed') {
      run.fail(entry, entry.variableScope, subscribed);
      return;
    }
  }
  beginWork(run, element, entry, behaviour);
}

/** Creates boundary subscriptions. `takenOver`: interrupted by a condition that is already true, or by a failure. */
export function subscribeAround(
  run: Run,
  element: ElementModel,
  entry: EntryState,
  endsInStep: boolean,
): 'armed' | 'takenOver' | Failure {
  const failure = subscribeBoundaries(run, element, entry, endsInStep);
  if (failure !== undefined) return failure;
  checkNewConditionsOf(run, entry);
  return run.pending.has('findCatcher') || !run.state.entries.has(entry.ordinal) ? 'takenOver' : 'armed';
}
