import type { Behaviour } from '../behaviour.ts';
import { textFailed } from '../failures.ts';
import { storeResults } from '../policies/evaluate-text.ts';
import { copyVariables, noVariables } from '../values.ts';

/** Runs in its step; a script that fails writes nothing (docs/spec/elements.md#script-task). */
export const scriptTask: Behaviour<'scriptTask'> = {
  type: 'scriptTask',
  onActivated: (run, element, entry) => {
    const { script } = element;
    if (script.source.trim() === '') return 'leave';
    const result = run.context.evaluator.run(script, run.texts.readerOf(entry.variableScope), run.texts.executionOf(element.id));
    if (!result.ok) return textFailed(result);
    const writes = copyVariables(result.writes ?? noVariables());
    if (script.resultVariable !== undefined) writes[script.resultVariable] = result.value;
    return storeResults(run, entry.variableScope, writes, result.sets) ?? 'leave';
  },
  endsInStep: () => true,
  isCompensable: true,
};
