import type {
  CatchDefinition,
  ExpressionModel,
  FormModel,
  ListenerModel,
  LoopModel,
  Mapping,
  MappingSource,
  MappingsModel,
  ModelOf,
  RetryModel,
  ScriptModel,
  ServiceWork,
  ThrowDefinition,
} from '../../engine/model.ts';
import { cutText } from '../../engine/values/cut-text.ts';

/** Property for display, for example `Candidate groups`: `sales, support`. */
export interface DescribedProperty {
  readonly name: string;
  readonly value: string;
}

/** Limit in characters. */
const VALUE_LENGTH = 300;

/** Further list items are counted. */
const MOST_ENTRIES = 20;

/** Yields nothing for an empty value. */
export function* property(name: string, value: string | number | undefined): Generator<DescribedProperty> {
  if (value !== undefined && value !== '') yield { name, value: shortened(String(value)) };
}

export function textOf(expression: ExpressionModel | undefined): string | undefined {
  return expression?.text;
}

/** Comma-separated, limited to `MOST_ENTRIES`. */
function listOf(texts: readonly string[]): string {
  const shown = texts.slice(0, MOST_ENTRIES).join(', ');
  return texts.length > MOST_ENTRIES ? `${shown} and ${texts.length - MOST_ENTRIES} more` : shown;
}

/** Mappings, target first: `total ← order.price`. */
export function mappingsOf(mappings: readonly Mapping[]): string {
  return listOf(mappings.map(({ source, target }) => `${target} ← ${sourceOf(source)}`));
}

export function languageOf({ dialect }: Pick<ScriptModel, 'dialect'>): string {
  return LANGUAGES[dialect];
}

const LANGUAGES: Readonly<Record<ScriptModel['dialect'], string>> = {
  lenient: 'assignments',
  javascript: 'JavaScript',
  juel: 'expression',
  feel: 'FEEL',
};

function sourceOf(source: MappingSource): string {
  if (source.kind === 'expression') return source.text;
  if (source.kind === 'script') return `a script (${languageOf(source)})`;
  return source.kind === 'list' ? `a list of ${source.items.length}` : `a map of ${source.entries.length}`;
}

function shortened(text: string): string {
  const line = cutText(text, VALUE_LENGTH * 4)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= VALUE_LENGTH) return line;
  return `${cutText(line, VALUE_LENGTH - 1)}…`;
}

/** Triggers of a catching event. */
export function* ofCatches(definitions: readonly CatchDefinition[]): Generator<DescribedProperty> {
  for (const definition of definitions) {
    switch (definition.kind) {
      case 'message':
        yield* property('Waits for message', definition.name.text);
        yield* property('Correlation key', textOf(definition.key));
        break;
      case 'signal':
        yield* property('Waits for signal', definition.name.text);
        break;
      case 'timer':
        yield* property(TIMERS[definition.form], definition.text.text);
        break;
      case 'conditional':
        yield* property('Waits until', definition.condition.text);
        break;
      case 'error':
        yield { name: 'Catches error', value: definition.code ?? 'every code' };
        break;
      case 'escalation':
        yield { name: 'Catches escalation', value: definition.code ?? 'every code' };
        break;
      default:
        yield { name: 'Catches', value: definition.kind };
    }
  }
}

const TIMERS = {
  timeDate: 'Waits until the time',
  timeDuration: 'Waits for the time',
  timeCycle: 'Repeats in the cycle',
} as const;

/** Properties of thrown events. */
export function* ofThrows(definitions: readonly ThrowDefinition[]): Generator<DescribedProperty> {
  for (const definition of definitions) {
    switch (definition.kind) {
      case 'message':
        yield* property('Publishes message', definition.name.text);
        yield* property('Correlation key', textOf(definition.key));
        break;
      case 'signal':
        yield* property('Throws signal', definition.name.text);
        break;
      case 'error':
        yield { name: 'Throws error', value: textOf(definition.code) ?? 'without a code' };
        break;
      case 'escalation':
        yield* property('Throws escalation', definition.code.text);
        break;
      case 'compensation':
        yield { name: 'Compensates', value: definition.activityRef ?? 'everything in its scope that has completed' };
        break;
      default:
        yield {
          name: 'Ends',
          value: definition.kind === 'terminate' ? 'the whole scope' : 'the transaction, which is cancelled',
        };
    }
  }
}

/** Assignment, dates and form. */
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

/** Reference and known fields. */
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
      yield* property('Priority', work.priorityText?.text ?? work.priority);
      yield* property('Parameters', mappingsOf(work.parameters ?? []));
      if (work.sharesVariables !== undefined) {
        const always = 'all, and the mapped inputs; the whole result is stored, where no zeebe output is mapped';
        const unmapped = 'all, where no input is mapped; the whole result is stored, where no output is';
        yield { name: 'Variables', value: work.sharesVariables === 'always' ? always : unmapped };
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
  yield* property('Outputs', mappingsOf([...mappings.extOutputs, ...mappings.parameterOutputs]));
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
