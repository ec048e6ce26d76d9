import type { CompleteBehaviour } from '../behaviour.ts';
import type { Failure } from '../failures.ts';
import { type ActivityElement, type ElementModel, elementOf, type LoopModel } from '../model.ts';
import { loopOf } from '../model-shape.ts';
import type { ActivationExtra, Run } from '../run.ts';
import type { EntryState } from '../state.ts';
import { beginWork } from './begin-work.ts';
import { armBoundaries } from './boundary.ts';
import { checkNewConditionsOf } from './conditions.ts';
import { hasListenerJobs } from './listeners.ts';
import { openLoop } from './loop.ts';

/** What the entry of an element is besides: a host, or the wrapper of a loop. */
export function extraOf(run: Run, element: ElementModel, loop: LoopModel | undefined = loopOf(element)): ActivationExtra {
  const isHost = loop !== undefined || run.behaviours[element.type].isHost;
  return { ...(isHost ? { host: true as const } : {}), ...(loop === undefined ? {} : { loop: loop.kind }) };
}

/** An entry that a token has made begins: its behaviour, or the loop around it. */
export function beginEntry(run: Run, element: ElementModel, entry: EntryState): void {
  const loop = entry.loop === null ? undefined : loopOf(element);
  if (loop === undefined) begin(run, element, entry, run.behaviours[element.type]);
  else
    begin(run, element, entry, {
      endsInStep: () => false,
      onActivated: () => openLoop(run, element as ActivityElement, entry, loop) ?? 'wait',
    });
}

/** An iteration that its loop has made begins. */
export function beginIteration(run: Run, iteration: EntryState): void {
  const element = elementOf(run.model, iteration.element);
  begin(run, element, iteration, run.behaviours[element.type]);
}

/** Arms the boundary events, then the behaviour begins, unless a condition that is already true interrupted it (docs/contributing/spec/execution.md#arming-boundaries). */
function begin(
  run: Run,
  element: ElementModel,
  entry: EntryState,
  behaviour: Pick<CompleteBehaviour, 'endsInStep' | 'onActivated'>,
): void {
  if (entry.index === null && element.boundaries.length > 0) {
    const endsInStep = behaviour.endsInStep(run, element) && !hasListenerJobs(element);
    const armed = armAround(run, element, entry, endsInStep);
    if (armed === 'takenOver') return;
    if (armed !== 'armed') {
      run.fail(entry, entry.variableScope, armed);
      return;
    }
  }
  beginWork(run, element, entry, behaviour);
}

/** The boundary events of an entry that begins listen. `takenOver`: a condition that is already true, or a failure, keeps it from beginning. */
export function armAround(
  run: Run,
  element: ElementModel,
  entry: EntryState,
  endsInStep: boolean,
): 'armed' | 'takenOver' | Failure {
  const failure = armBoundaries(run, element, entry, endsInStep);
  if (failure !== undefined) return failure;
  checkNewConditionsOf(run, entry);
  return run.pending.has('findCatcher') || !run.state.entries.has(entry.ordinal) ? 'takenOver' : 'armed';
}
