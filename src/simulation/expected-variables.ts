import { boundOf, callOutputsOf, catchesOf, taskFormOf, workOf } from '../engine/model/model-shape.ts';
import {
  type ElementModel,
  type ExpressionModel,
  type FlowModel,
  type FormModel,
  flowsNamed,
  type Mapping,
  type ProcessModel,
  type ScriptModel,
} from '../engine/model.ts';
import type { Json, Variables } from '../engine/values.ts';
import { variableNamesIn } from '../expressions/variable-names.ts';
import type { SimulationValues } from './protocol.ts';

/** Suggested variables, and gateways searched after an element. */
const MOST_NAMES = 30;
const MOST_GATEWAYS = 10;
/** Characters of a suggested value, and of a condition. */
const MAX_VALUE = 200;
const MAX_CONDITION = 2000;
/** Keywords, which are no variable names. */
const WORDS = new Set(
  'and or not if then else true false null in between some every satisfies return for instance of contains function date time duration today now count sum min max'.split(
    ' ',
  ),
);

/**
 * Variables that the model probably reads after an element: of its form, its outputs, and the next gateways. Found by text search. `known`: readable
 * variables of the element; short values are suggested again.
 */
export function expectedAt(model: ProcessModel, element: ElementModel, known: Variables): SimulationValues {
  const found = new Suggestions(known);
  const { form, outputs } = taskFormOf(element);
  found.addForm(form);
  for (const name of outputs) found.add(name, null);
  for (const { source } of outputsOf(element)) for (const name of namesIn(source)) found.add(name, null);
  for (const name of resultsOf(element)) found.add(name, null);
  addConditions(found, model, element.outgoing);
  return found.values;
}

/** Variables for a start at the element, with correlation variables of messages. */
export function expectedAtStart(model: ProcessModel, element: ElementModel): SimulationValues {
  const found = new Suggestions({});
  found.addForm(model.startForm);
  for (const { source } of outputsOf(element)) for (const name of namesIn(source)) found.add(name, null);
  addConditions(found, model, element.outgoing);
  for (const other of model.elements.values())
    for (const caught of other.id === element.id ? [] : catchesOf(other))
      if (caught.kind === 'message' && caught.key !== undefined)
        for (const name of readBy(caught.key)) found.add(name, `${name}-1`);
  return found.values;
}

/** Start event of a start by the process key. Undefined: none. */
export function plainStartOf(model: ProcessModel): ElementModel | undefined {
  const triggered = new Set(model.startTriggers.map(({ element }) => element));
  const plain = model.containers.get(model.key)?.starts.find((id) => !triggered.has(id));
  return model.elements.get(plain ?? '');
}

class Suggestions {
  readonly values: Record<string, unknown> = Object.create(null);
  private readonly known: Variables;
  private count = 0;

  constructor(known: Variables) {
    this.known = known;
  }

  addForm(form: FormModel | undefined): void {
    for (const { id, type, defaultValue, values } of form?.fields ?? []) {
      const usual = { text: '', number: 0, boolean: false, date: '', enum: values?.[0]?.id ?? '' }[type];
      this.add(id, defaultValue ?? usual);
    }
  }

  /** @param usual without a known variable of this name */
  add(name: string, usual: Json): void {
    const isNew = !Object.hasOwn(this.values, name);
    // a condition knows more than an output
    if (isNew ? this.count >= MOST_NAMES || name.length > MAX_VALUE : this.values[name] !== null || usual === null) return;
    const there = Object.hasOwn(this.known, name) ? this.known[name] : undefined;
    // long values and values with members stay unchanged
    if (typeof there === 'object' && there !== null) return;
    const value = there ?? usual;
    if (typeof value === 'string' && value.length > MAX_VALUE) return;
    this.values[name] = value;
    if (isNew) this.count += 1;
  }
}

function outputsOf(element: ElementModel): readonly Mapping[] {
  const { mappings } = element;
  const work = workOf(element);
  const answered = work?.kind === 'typed' ? (work.answer?.values ?? []) : [];
  return [...(mappings?.extOutputs ?? []), ...(mappings?.parameterOutputs ?? []), ...callOutputsOf(element), ...answered];
}

/** Results of a decision that the simulation does not evaluate. */
function resultsOf(element: ElementModel): readonly string[] {
  const result = boundOf(element)?.work.result;
  return result !== undefined && 'variable' in result && result.variable !== undefined ? [result.variable] : [];
}

function namesIn(source: Mapping['source']): readonly string[] {
  if (source.kind === 'list') return source.items.flatMap(namesIn);
  if (source.kind === 'map') return source.entries.flatMap(({ value }) => namesIn(value));
  return readBy(source);
}

function readBy(text: ExpressionModel | ScriptModel): readonly string[] {
  if (text.source.length > MAX_CONDITION) return [];
  return [...variableNamesIn(text).reads].filter((name) => !WORDS.has(name));
}

/** Variables in gateways that follow directly. */
function addConditions(found: Suggestions, model: ProcessModel, outgoing: readonly string[]): void {
  const waiting: FlowModel[] = [...flowsNamed(model, outgoing)];
  const seen = new Set<string>();
  for (let flow = waiting.shift(); flow !== undefined; flow = waiting.shift()) {
    if (flow.condition !== undefined)
      for (const name of readBy(flow.condition)) {
        const value = comparedWith(name, flow.condition.source);
        if (value !== undefined) found.add(name, value);
      }
    const next = model.elements.get(flow.target);
    if (next === undefined || seen.has(next.id) || seen.size >= MOST_GATEWAYS || !/Gateway$/.test(next.type)) continue;
    seen.add(next.id);
    waiting.push(...flowsNamed(model, next.outgoing));
  }
}

/** Meets a simple comparison: `amount > 100` suggests a number, `approved` true or false. Undefined: not a variable. */
function comparedWith(name: string, source: string): Json | undefined {
  const behind = source.slice(source.indexOf(name) + name.length);
  if (/^\s*\(/.test(behind)) return undefined;
  const [path = ''] = /^(?:\s*\.\s*[A-Za-z_]\w{0,60}){0,5}/.exec(behind) ?? [];
  const members = path.split('.').slice(1);
  const value = literalIn(behind.slice(path.length).trimStart());
  return members.reduceRight<Json>((inner, member) => ({ [member.trim()]: inner }), value);
}

function literalIn(comparison: string): Json {
  const [, text, number] =
    /^(?:[=!<>]=?=?|in)\s*[([]?\s*(?:["']([^"']{0,100})["']|(-?\d{1,15}(?:\.\d{1,6})?))/.exec(comparison) ?? [];
  if (text !== undefined) return text;
  if (number !== undefined) return Number(number);
  return !/^[=!]=?\s*false\b/.test(comparison);
}
