import type { Behaviour } from '../behaviour.ts';
import { setVariables, writeVariables } from '../policies/variable-scope.ts';
import { checkWriteSize } from '../policies/variable-size.ts';
import { copyVariables, noVariables } from '../values.ts';

/** Runs in its step; a script that fails writes nothing (bpmn.md 3.17, V3, V10). */
export const scriptTask: Behaviour<'scriptTask'> = {
  type: 'scriptTask',
  onActivated: (run, element, entry) => {
    const { script } = element;
    if (script.source.trim() === '') return 'leave';
    const result = run.context.evaluator.run(script, run.readerOf(entry.variableScope), run.executionOf(element.id));
    if (!result.ok) return { code: result.code, message: result.reason };
    const writes = copyVariables(result.writes ?? noVariables());
    if (script.resultVariable !== undefined) writes[script.resultVariable] = result.value;
    const tooLarge =
      checkWriteSize(run, entry.variableScope, writes) ?? checkWriteSize(run, entry.variableScope, result.sets ?? noVariables());
    if (tooLarge !== undefined) return tooLarge;
    writeVariables(run, entry.variableScope, writes);
    if (result.sets !== undefined) setVariables(run, entry.variableScope, result.sets);
    return 'leave';
  },
};
