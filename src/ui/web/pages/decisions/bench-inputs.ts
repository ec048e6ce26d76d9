import type { BenchInput, InputType } from './bench-values.ts';
import { childOf, childrenOf, type DmnFile, type DmnNode, logicOf, textOf } from './dmn-file.ts';

/** Group 1: variable, possibly of several words. Group 2: path in it. */
const PATH = /^([\p{L}_][\p{L}\p{N}_]*(?: [\p{L}\p{N}_]+)*)(\.[\p{L}\p{N}_. ]+)?$/u;
/** FEEL keywords, which are no variables. */
const WORDS = /^(?:true|false|null|not|if|for|some|every|function|date|time)$|\b(?:and|or|in|between|then|else|instance of)\b/;
const TEXTS = /^\s*"(?:[^"\\]|\\.)*"(?:\s*,\s*"(?:[^"\\]|\\.)*")*\s*$/;
const NUMBERS = /^\s*-?\d+(?:\.\d+)?(?:\s*,\s*-?\d+(?:\.\d+)?)*\s*$/;
const TYPES: Readonly<Record<string, InputType>> = {
  number: 'number',
  integer: 'number',
  long: 'number',
  double: 'number',
  string: 'text',
  boolean: 'boolean',
  date: 'date',
  datetime: 'text',
  'date and time': 'text',
  time: 'text',
  'days and time duration': 'text',
  'years and months duration': 'text',
};

/** Examples for values without special input field. */
const SAMPLES: Readonly<Record<string, string>> = {
  datetime: '2026-01-31T10:00:00',
  'date and time': '2026-01-31T10:00:00',
  time: '10:00:00',
  'days and time duration': 'P1DT2H',
  'years and months duration': 'P1Y2M',
};
const EMPTY: Readonly<Record<InputType, unknown>> = {
  number: 0,
  text: '',
  boolean: false,
  date: '2026-01-31',
  json: null,
  any: null,
};
/** Nesting of a template. */
const MAX_DEPTH = 5;

/** Input data, and variables in input columns of all required tables, without results of required decisions. */
export function benchInputs(file: DmnFile, decisionId: string): readonly BenchInput[] {
  const nodes = file.closureOf(decisionId);
  const inputs = new Map<string, BenchInput>();
  for (const node of nodes) if (node.kind === 'inputData') add(inputs, ofInputData(file, node));
  const made = new Set(nodes.filter(({ id }) => id !== decisionId).flatMap(namesOf));
  for (const node of nodes) {
    const logic = node.kind === 'decision' ? logicOf(node) : undefined;
    if (logic?.localName !== 'decisionTable') continue;
    for (const clause of childrenOf(logic, 'input')) {
      const input = ofClause(file, clause);
      if (input !== undefined && (!made.has(input.name) || inputs.has(input.name))) add(inputs, input);
    }
  }
  return [...inputs.values()];
}

function add(inputs: Map<string, BenchInput>, input: BenchInput): void {
  const there = inputs.get(input.name);
  if (there === undefined) inputs.set(input.name, input);
  else
    inputs.set(input.name, {
      ...there,
      ...(there.type === 'any' && { type: input.type, sample: input.sample }),
      labels: [...new Set([...there.labels, ...input.labels])],
      values: there.values.length > 0 ? there.values : input.values,
    });
}

function ofInputData(file: DmnFile, node: DmnNode): BenchInput {
  const variable = childOf(node.element, 'variable');
  const name = variable?.getAttribute('name') ?? node.name;
  return { name, labels: [], ...typeOf(file, variable?.getAttribute('typeRef') ?? undefined) };
}

function ofClause(file: DmnFile, clause: Element): BenchInput | undefined {
  const expression = childOf(clause, 'inputExpression');
  const text = textOf(expression);
  const [, name, path] = PATH.exec(text) ?? [];
  if (name === undefined || WORDS.test(name)) return undefined;
  const label = clause.getAttribute('label') ?? text;
  if (path !== undefined) return { name, type: 'json', labels: [label], values: [] };
  const known = typeOf(file, expression?.getAttribute('typeRef') ?? undefined);
  const own = valuesIn(textOf(childOf(clause, 'inputValues')));
  return { ...known, name, labels: [label], values: own.length > 0 ? own : known.values };
}

/** Names under which other decisions read it. */
function namesOf({ id, name, kind, element }: DmnNode): string[] {
  if (kind === 'inputData') return [];
  return [id, name, childOf(element, 'variable')?.getAttribute('name') ?? ''].filter((one) => one !== '');
}

function typeOf(file: DmnFile, typeRef: string | undefined, depth = 0): Pick<BenchInput, 'type' | 'values' | 'sample'> {
  const name = nameOfType(typeRef);
  const type = TYPES[name.toLowerCase()];
  if (type !== undefined) return { type, values: [], sample: SAMPLES[name.toLowerCase()] };
  const definition = definitionOf(file, name);
  if (definition === undefined || depth > MAX_DEPTH) return { type: 'any', values: [] };
  if (childOf(definition, 'itemComponent') !== undefined || isCollection(definition))
    return { type: 'json', values: [], sample: JSON.stringify(templateOf(file, definition), null, 2) };
  const base = typeOf(file, childOf(definition, 'typeRef')?.textContent?.trim(), depth + 1);
  const own = valuesIn(textOf(childOf(definition, 'allowedValues')) || textOf(childOf(definition, 'typeConstraint')));
  return { ...base, values: own.length > 0 ? own : base.values };
}

function nameOfType(typeRef: string | undefined): string {
  return typeRef?.replace(/^feel[.:]/, '') ?? '';
}

function definitionOf(file: DmnFile, name: string): Element | undefined {
  return childrenOf(file.document.documentElement, 'itemDefinition').find((one) => one.getAttribute('name') === name);
}

function isCollection(definition: Element): boolean {
  return ['true', '1'].includes(definition.getAttribute('isCollection')?.trim() ?? '');
}

/** Example value: an object with all members, a list with one item. */
function templateOf(file: DmnFile, definition: Element, depth = 0): unknown {
  const members = childrenOf(definition, 'itemComponent');
  const item =
    members.length === 0
      ? templateOfName(file, childOf(definition, 'typeRef')?.textContent?.trim(), depth)
      : Object.fromEntries(members.map((one) => [one.getAttribute('name') ?? '', templateOf(file, one, depth + 1)]));
  return isCollection(definition) ? [item] : item;
}

function templateOfName(file: DmnFile, typeRef: string | undefined, depth: number): unknown {
  const name = nameOfType(typeRef);
  const type = TYPES[name.toLowerCase()];
  if (type !== undefined) return SAMPLES[name.toLowerCase()] ?? EMPTY[type];
  const definition = definitionOf(file, name);
  return definition === undefined || depth > MAX_DEPTH ? null : templateOf(file, definition, depth + 1);
}

/** Reads lists of texts or numbers such as `"low", "high"`; empty for other expressions. */
function valuesIn(list: string): readonly string[] {
  if (NUMBERS.test(list)) return list.split(',').map((number) => number.trim());
  return TEXTS.test(list) ? (JSON.parse(`[${list}]`) as string[]) : [];
}
