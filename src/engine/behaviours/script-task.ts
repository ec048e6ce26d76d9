import type { Behaviour } from '../behaviour.ts';
import { textFailed } from '../failures.ts';
import { extOutputsOf } from '../model-shape.ts';
import { storeResults } from '../policies/evaluate-text.ts';
import { storeResult } from '../policies/result.ts';
import { copyVariables, noVariables } from '../values.ts';

/** Runs its script in the step. A failed script writes nothing (docs/contributing/spec/elements.md#script-task). */
export const scriptTask: Behaviour<'scriptTask'> = {
  type: 'scriptTask',
  onActivated: (run, element, entry) => {
    const { script } = element;
    if (script.source.trim() === '') return 'leave';
    const result = run.context.evaluator.run(script, run.texts.readerOf(entry.variableScope), run.texts.executionOf(element.id));
    if (!result.ok) return textFailed(result);
    const writes = copyVariables(result.writes ?? noVariables());
    // Only output mappings of Camunda 8 apply to a script, in models parsed since parser version 4.
    const outputs = extOutputsOf(element).filter(({ earlier }) => earlier !== undefined);
    const stored = outputs.length === 0 ? writes : noVariables();
    if (script.resultVariable !== undefined) stored[script.resultVariable] = result.value;
    const failure = storeResults(run, entry.variableScope, writes, result.sets);
    if (failure !== undefined || outputs.length === 0) return failure ?? 'leave';
    return storeResult(run, entry, stored, outputs) ?? 'leave';
  },
  endsInStep: () => true,
  isCompensable: true,
};
