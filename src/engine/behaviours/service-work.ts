import type { Outcome } from '../behaviour.ts';
import { textFailed, unfindable } from '../failures.ts';
import type { ElementModel, Mapping, ServiceWork } from '../model.ts';
import { extOutputsOf } from '../model-shape.ts';
import { evaluateText } from '../policies/evaluate-text.ts';
import { jobRetry } from '../policies/job-retry.ts';
import { nameOf } from '../policies/subscriptions.ts';
import { writeVariables } from '../policies/variable-scope.ts';
import { checkWriteSize } from '../policies/variable-size.ts';
import type { Run } from '../run.ts';
import type { EntryState } from '../state.ts';
import { noVariables } from '../values.ts';

/** Longest task type: it is looked up by an index. Unit: characters. */
const MAX_TASK_TYPE = 256;

/** What service, send and business rule tasks do, and message events of that form (docs/spec/elements.md#service-task). */
export function serviceWork(run: Run, element: ElementModel, entry: EntryState, work: ServiceWork): Outcome {
  switch (work.kind) {
    case 'untyped':
      return 'wait';
    case 'typed': {
      const taskType = nameOf(run, work.taskType, element.id, entry.variableScope);
      if (typeof taskType !== 'string') return taskType;
      const scope = run.state.variables.get(entry.variableScope);
      if (taskType.length > MAX_TASK_TYPE) return unfindable(work.taskType, taskType);
      const retry = work.retries === undefined ? undefined : jobRetry(run, work.retries, element.id, entry.variableScope);
      if (retry !== undefined && 'message' in retry) return retry;
      const inputs = scope?.kind === 'local' ? { ...scope.values } : noVariables();
      run.emit({
        type: 'JobCreated',
        entry: entry.ordinal,
        element: element.id,
        taskType,
        inputs,
        ...(retry === undefined ? {} : { retry }),
      });
      return 'wait';
    }
    case 'expression': {
      const result = evaluateText(run, work.expression, element.id, entry.variableScope);
      if (!result.ok) return textFailed(result);
      if (work.resultVariable === undefined) return 'leave';
      const values = { [work.resultVariable]: result.value };
      const tooLarge = checkWriteSize(run, entry.variableScope, values);
      if (tooLarge !== undefined) return tooLarge;
      writeVariables(run, entry.variableScope, values);
      return 'leave';
    }
  }
}

/** Output mappings that read the plugin's answer do not apply when a client completes the work: there is none (docs/spec/elements.md#service-task). */
export function outputsWithoutJob(element: ElementModel): readonly Mapping[] {
  return extOutputsOf(element).filter(
    ({ source }) => !('text' in source) || !source.text.replace(/^=\s*/, '').startsWith('__response'),
  );
}
