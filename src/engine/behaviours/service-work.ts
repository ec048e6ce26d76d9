import type { Outcome } from '../behaviour.ts';
import { type Failure, textFailed } from '../failures.ts';
import type { ElementModel, JobModel, Mapping, ServiceWork } from '../model.ts';
import { extOutputsOf } from '../model-shape.ts';
import { evaluateText } from '../policies/evaluate-text.ts';
import { jobRequest } from '../policies/job-request.ts';
import { evaluateMappings } from '../policies/mapping.ts';
import { publish } from '../policies/throwing.ts';
import { writeVariables } from '../policies/variable-scope.ts';
import { checkWriteSize } from '../policies/variable-size.ts';
import type { Run } from '../run.ts';
import type { EntryState } from '../state.ts';
import { noVariables, type Variables } from '../values.ts';
import { sizeOfVariables } from '../variable-growth.ts';
import { decisionWork } from './decision-work.ts';

/** Runs the work of service, send and business rule tasks, and of message events in that form (docs/contributing/spec/elements.md#service-task). */
export function serviceWork(run: Run, element: ElementModel, entry: EntryState, work: ServiceWork): Outcome {
  switch (work.kind) {
    case 'untyped':
      return 'wait';
    case 'decision':
      return decisionWork(run, element, entry, work);
    case 'message':
      return publish(run, work, entry) ?? 'leave';
    case 'typed': {
      const job = jobRequest(run, work, element.id, entry.variableScope);
      if ('message' in job) return job;
      const inputs = inputsOfJob(run, element, entry, work);
      if ('failure' in inputs) return inputs.failure;
      run.emit({
        type: 'JobCreated',
        entry: entry.ordinal,
        element: element.id,
        taskType: job.taskType,
        inputs: inputs.values,
        ...(job.retry === undefined ? {} : { retry: job.retry }),
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

/** Returns the mapped inputs, or all readable variables if they are shared and no input is mapped. Parameters override them. */
function inputsOfJob(
  run: Run,
  element: ElementModel,
  { variableScope }: EntryState,
  { sharesVariables, parameters, answer }: JobModel,
): { values: Variables } | { failure: Failure } {
  const scope = run.state.variables.get(variableScope);
  const isMapped = (element.mappings?.inputs ?? []).length > 0;
  const own = scope?.kind === 'local' ? scope.values : noVariables();
  const seen = sharesVariables === true && !isMapped ? run.texts.readerOf(variableScope).all() : own;
  const inputs = answer === undefined ? seen : noVariables();
  // each job has a copy of the variables: counted, so that the run pauses before one transaction becomes too large
  if (seen !== own) run.written += sizeOfVariables(inputs);
  if (parameters === undefined) return { values: { ...inputs } };
  const mapped = evaluateMappings(run, parameters, { element: element.id, variableScope });
  return 'failure' in mapped ? mapped : { values: { ...inputs, ...mapped.values } };
}

/** Output mappings that read the response of a plugin do not apply when a client completes the work (docs/contributing/spec/elements.md#service-task). */
export function outputsWithoutJob(element: ElementModel): readonly Mapping[] {
  return extOutputsOf(element).filter(
    ({ source }) => !('text' in source) || !source.text.replace(/^=\s*/, '').startsWith('__response'),
  );
}
