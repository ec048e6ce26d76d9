import type { FormModel, ListenerModel, LoopModel, MappingsModel, ModelOf, RetryModel, ServiceWork } from '../engine/model.ts';
import { type DescribedProperty, languageOf, listOf, mappingsOf, property, textOf } from './description-texts.ts';

/** Assignment, dates and form of a user task. */
export function* ofUserTask(task: ModelOf<'userTask'>): Generator<DescribedProperty> {
  const { assignee, candidateUsers, candidateGroups, expectedOutputs, plan, form } = task;
  if (assignee === undefined && candidateUsers.length + candidateGroups.length === 0) {
    yield { name: 'Assignment', value: 'no user or group is named: all users may claim it' };
  }
  yield* property('Assignee', textOf(assignee));
  yield* property('Candidate users', listOf(candidateUsers.map(({ text }) => text)));
  yield* property('Candidate groups', listOf(candidateGroups.map(({ text }) => text)));
  yield* property('Due date', textOf(plan?.due));
  yield* property('Follow-up date', textOf(plan?.followUp));
  yield* property('Priority', textOf(plan?.priority));
  yield* property('Category', textOf(plan?.category));
  yield* ofForm(form);
  yield* property('Expected outputs', listOf(expectedOutputs));
}

/** Form reference and known fields. */
export function* ofForm(form: FormModel | undefined): Generator<DescribedProperty> {
  if (form === undefined) return;
  yield* property('Form', form.id ?? form.key);
  const fields = (form.fields ?? []).map(
    ({ id, label, isRequired }) => `${label ?? id}${isRequired === true ? ' (required)' : ''}`,
  );
  yield* property('Form fields', listOf(fields));
  if (fields.length === 0)
    yield { name: 'Form fields', value: 'not known here: the program that shows the task must have the form' };
}

export function* ofWork(work: ServiceWork): Generator<DescribedProperty> {
  switch (work.kind) {
    case 'typed':
      yield* property('Task type', work.taskType.text);
      yield* ofRetries(work.retries);
      yield* property('Headers', listOf(Object.entries(work.headers ?? {}).map(([name, value]) => `${name} = ${value}`)));
      yield* property('Parameters', mappingsOf(work.parameters ?? []));
      if (work.sharesVariables === true) {
        yield { name: 'Variables', value: 'all, where no input is mapped; the whole result is stored, where no output is' };
      }
      break;
    case 'expression':
      yield* property('Expression', work.expression.text);
      yield* property('Result variable', work.resultVariable);
      break;
    case 'message':
      yield* property('Publishes message', work.name.text);
      yield* property('Correlation key', textOf(work.key));
      break;
    case 'decision':
      yield* property('Decides', listOf(work.decisions.map(({ text }) => text)));
      break;
    case 'untyped':
      yield { name: 'Work', value: 'none is named: it waits until the activity is completed from outside' };
  }
}

export function* ofRetries(retries: RetryModel | undefined): Generator<DescribedProperty> {
  const value = retries === undefined ? 'as the service is set up' : retries.text.text;
  yield { name: retries?.form === 'cycle' ? 'Retry cycle' : 'Retries', value };
}

export function* ofMappings(mappings: MappingsModel | undefined): Generator<DescribedProperty> {
  if (mappings === undefined) return;
  yield* property('Inputs', mappingsOf(mappings.inputs));
  yield* property('Outputs', mappingsOf([...mappings.extOutputs, ...mappings.camundaOutputs]));
}

export function* ofLoop(loop: LoopModel | undefined): Generator<DescribedProperty> {
  if (loop === undefined) return;
  if (loop.kind === 'standardLoop') {
    yield { name: 'Loop', value: `tested ${loop.testBefore ? 'before' : 'after'} each time` };
    yield* property('Loop condition', textOf(loop.condition));
    yield* property('Loop maximum', loop.maximum);
    return;
  }
  const over =
    loop.cardinality === undefined ? `for each of ${textOf(loop.collection) ?? 'nothing'}` : `${loop.cardinality.text} times`;
  yield { name: 'Multi-instance', value: `${over}, ${loop.isSequential ? 'one after the other' : 'at the same time'}` };
  yield* property('Item', loop.elementVariable);
  yield* property('Collects', loop.outputCollection);
  yield* property('Completed when', textOf(loop.completionCondition));
}

export function* ofListeners(listeners: readonly ListenerModel[] | undefined): Generator<DescribedProperty> {
  const words = (listeners ?? []).map(({ on, does }) => {
    if (does.kind === 'script') return `${on}: script (${languageOf(does)})`;
    return `${on}: ${does.kind === 'job' ? `job ${does.taskType.text}` : does.text}`;
  });
  yield* property('Listeners', listOf(words));
}
