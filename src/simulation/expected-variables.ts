import { boundOf, callOutputsOf, catchesOf, loopOf, scriptOf, taskFormOf, workOf } from '../engine/model/model-shape.ts';
import {
  type ElementModel,
  type FlowModel,
  type FormModel,
  flowsNamed,
  type Mapping,
  type ProcessModel,
  type ScriptModel,
} from '../engine/model.ts';
import type { Json, Variables } from '../engine/values.ts';
import { variableNamesIn } from '../expressions/variable-names.ts';
import { type DecisionFinder, readByDecisions } from './decision-inputs.ts';
import type { SimulationValues } from './protocol.ts';
import { MAX_CONDITION, readBy } from './read-names.ts';

/** Suggested variables, and gateways searched after an element. */
const MOST_NAMES = 30;
const MOST_GATEWAYS = 10;
/** Characters of a suggested value. */
const MAX_VALUE = 200;
/** Words of scripts. Names with a capital letter are globals there. */
const SCRIPT_WORDS = new Set(
  'const let var new typeof instanceof return function while do switch case break continue throw try catch finally void delete this undefined class async await def console execution task print println'.split(
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

/**
 * Variables for a start at the element: also those that the first activities and decisions read, and correlation variables of messages. `find`: finds
 * decisions that are deployed separately.
 */
export function expectedAtStart(
  model: ProcessModel,
  element: ElementModel,
  find: DecisionFinder = () => undefined,
): SimulationValues {
  const found = new Suggestions({});
  found.addForm(model.startForm);
  for (const { source } of outputsOf(element)) for (const name of namesIn(source)) found.add(name, null);
  for (const first of addConditions(found, model, element.outgoing)) for (const name of readFirst(first)) found.add(name, null);
  for (const [name, usual] of readByDecisions(model, element, find)) found.add(name, usual);
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

/** Variables that an activity reads before its work, or its script reads: nothing else can have written them after the start. */
function readFirst(element: ElementModel): readonly string[] {
  const loop = loopOf(element);
  if (loop?.kind === 'multiInstance')
    return [loop.collection, loop.cardinality].flatMap((text) => (text === undefined ? [] : readBy(text)));
  const own = new Set<string>();
  const mapped = (element.mappings?.inputs ?? []).flatMap(({ source, target }) => {
    const read = namesIn(source).filter((name) => !own.has(name));
    own.add(target.split('.', 1)[0] ?? target);
    return read;
  });
  const script = scriptOf(element);
  return [...mapped, ...(script === undefined ? [] : readByScript(script)).filter((name) => !own.has(name))];
}

/** Without names that the script assigns. None for Groovy, MVEL and Java. */
function readByScript(script: ScriptModel): readonly string[] {
  const { language = 'juel', source } = script;
  if (!/^(?:own)?juel$/i.test(language) || source.length > MAX_CONDITION) return [];
  const { writes } = variableNamesIn(script);
  return readBy(script).filter((name) => !writes.has(name) && !SCRIPT_WORDS.has(name) && !/^[A-Z]/.test(name));
}

/** Variables in gateways that follow directly. Returns the elements after them. */
function addConditions(found: Suggestions, model: ProcessModel, outgoing: readonly string[]): readonly ElementModel[] {
  const after: ElementModel[] = [];
  const waiting: FlowModel[] = [...flowsNamed(model, outgoing)];
  const seen = new Set<string>();
  for (let flow = waiting.shift(); flow !== undefined; flow = waiting.shift()) {
    if (flow.condition !== undefined)
      for (const name of readBy(flow.condition)) {
        const value = comparedWith(name, flow.condition.source);
        if (value !== undefined) found.add(name, value);
      }
    const next = model.elements.get(flow.target);
    if (next === undefined || seen.has(next.id)) continue;
    if (!/Gateway$/.test(next.type)) after.push(next);
    else if (seen.size < MOST_GATEWAYS) {
      seen.add(next.id);
      waiting.push(...flowsNamed(model, next.outgoing));
    }
  }
  return after;
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
