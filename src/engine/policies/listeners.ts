import { type Failure, textFailed } from '../failures.ts';
import type { ElementModel, FlowModel, ListenerEvent, ListenerModel } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import type { EntryState } from '../state.ts';
import { evaluateText, storeResults } from './evaluate-text.ts';

/** What is listened to: its listeners, and how texts name it. */
interface Listened {
  readonly id: string;
  readonly listeners?: readonly ListenerModel[];
}

/**
 * Runs the listeners of an event, in document order, in the step that caused it. The first that fails ends this, and fails what is listened to; what the
 * others wrote stays written (docs/spec/elements.md#listeners).
 */
export function runListeners(
  run: Run,
  { id, listeners }: Listened,
  on: ListenerEvent,
  variableScope: VariableScopeOrdinal,
): Failure | undefined {
  for (const listener of listeners ?? []) {
    if (listener.on !== on) continue;
    run.stepsTaken += 1;
    const failure = runListener(run, listener, id, variableScope);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/** The process of an instance as something that is listened to. */
export function listenedProcess({ model: { key, listeners } }: Run): Listened {
  return { id: key, ...(listeners === undefined ? {} : { listeners }) };
}

/** The value is dropped; what the text assigned or set through `execution` is stored. */
function runListener(
  run: Run,
  { does }: ListenerModel,
  element: string,
  variableScope: VariableScopeOrdinal,
): Failure | undefined {
  if (does.kind === 'expression') {
    const result = evaluateText(run, does, element, variableScope);
    return result.ok ? undefined : textFailed(result);
  }
  const result = run.context.evaluator.run(does, run.texts.readerOf(variableScope), run.texts.executionOf(element));
  return result.ok ? storeResults(run, variableScope, result.writes, result.sets) : textFailed(result);
}

/** An entry begins. A loop has none of its own: those of its activity belong to the iterations. */
export function runStartListeners(run: Run, element: ElementModel, { loop, variableScope }: EntryState): Failure | undefined {
  return loop === null ? runListeners(run, element, 'start', variableScope) : undefined;
}

/** The work of an entry is done. A join begins and ends here: it has waited without being entered. */
export function runEndListeners(
  run: Run,
  element: ElementModel,
  { loop, held }: EntryState,
  variableScope: VariableScopeOrdinal,
): Failure | undefined {
  if (loop !== null || element.listeners === undefined) return undefined;
  const started = held === null ? undefined : runListeners(run, element, 'start', variableScope);
  return started ?? runListeners(run, element, 'end', variableScope);
}

/** The outputs of an entry are stored: exit scripts see them, and its inputs no more. @param around the scope around the inputs */
export function runExitListeners(
  run: Run,
  element: ElementModel,
  { loop }: EntryState,
  around: VariableScopeOrdinal,
): Failure | undefined {
  return loop === null ? runListeners(run, element, 'exit', around) : undefined;
}

/** A token is about to take these flows. */
export function runTakeListeners(
  run: Run,
  flows: readonly FlowModel[],
  variableScope: VariableScopeOrdinal,
): Failure | undefined {
  for (const flow of flows) {
    const failure = runListeners(run, flow, 'take', variableScope);
    if (failure !== undefined) return failure;
  }
  return undefined;
}
