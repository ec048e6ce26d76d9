import { boundOf, extOutputsOf, scriptOf, taskFormOf, workOf } from '../engine/model/model-shape.ts';
import {
  type DecisionCall,
  type DecisionLogic,
  type DecisionModel,
  type DecisionType,
  type ElementModel,
  flowsNamed,
  type ProcessModel,
} from '../engine/model.ts';
import type { Json } from '../engine/values.ts';
import { variableNamesIn } from '../expressions/variable-names.ts';
import { readBy } from './read-names.ts';

export type Decisions = Readonly<Record<string, DecisionModel>>;
/** Decisions of a separately deployed version, by id. Undefined: not deployed, or not read. */
export type DecisionFinder = (call: DecisionCall) => Decisions | undefined;

/** Elements and decisions that are searched. */
const MOST = 100;
/** Elements that can write variables without a name in the model. */
const WRITES =
  /^(?:userTask|receiveTask|callActivity|adHocSubProcess|intermediateCatchEvent|boundaryEvent|eventBasedGateway|subProcess|transaction)$/i;

/**
 * Variables that decisions read after a start, with an example of the type. Searches up to elements that clients complete; omits what elements on the way
 * write.
 */
export function readByDecisions(model: ProcessModel, start: ElementModel, find: DecisionFinder): ReadonlyMap<string, Json> {
  const found = new Map<string, Json>();
  const written = new Set<string>();
  const seen = new Set([start.id]);
  const waiting = [start];
  for (let element = waiting.shift(); element !== undefined && seen.size <= MOST; element = waiting.shift()) {
    for (const [name, usual] of inputsOf(model, element, find))
      if (!written.has(name) && !found.has(name)) found.set(name, usual);
    if (isLeft(element)) continue;
    for (const name of writtenBy(element)) written.add(name);
    for (const { target } of flowsNamed(model, element.outgoing)) {
      const next = model.elements.get(target);
      if (next === undefined || seen.has(target)) continue;
      seen.add(target);
      waiting.push(next);
    }
  }
  return found;
}

/** Clients, messages or other processes continue here. */
function isLeft(element: ElementModel): boolean {
  const work = workOf(element);
  const isOwn = boundOf(element) !== undefined || work?.kind === 'decision';
  return WRITES.test(element.type) || (!isOwn && (work?.kind === 'typed' || work?.kind === 'untyped'));
}

function writtenBy(element: ElementModel): readonly string[] {
  const work = boundOf(element)?.work ?? workOf(element);
  const script = scriptOf(element);
  const outputs = [...extOutputsOf(element), ...(element.mappings?.parameterOutputs ?? [])];
  return [
    ...outputs.map(({ target }) => target.split('.', 1)[0] ?? target),
    ...(work?.kind === 'decision' && 'variable' in work.result && work.result.variable !== undefined
      ? [work.result.variable]
      : []),
    ...(work?.kind === 'expression' && work.resultVariable !== undefined ? [work.resultVariable] : []),
    ...(script === undefined ? [] : variableNamesIn(script).writes),
    ...(script?.resultVariable === undefined ? [] : [script.resultVariable]),
    ...taskFormOf(element).outputs,
  ];
}

function inputsOf(model: ProcessModel, element: ElementModel, find: DecisionFinder): ReadonlyMap<string, Json> {
  const found = new Map<string, Json>();
  const bound = boundOf(element);
  const separate = bound === undefined ? undefined : find(bound.call);
  if (bound !== undefined && separate !== undefined) addInputs(found, separate, bound.call.key);
  const work = bound?.work ?? workOf(element);
  if (separate === undefined && work?.kind === 'decision')
    for (const { source } of work.decisions) addInputs(found, model.decisions ?? {}, source);
  // mapped inputs hide the variables
  const mapped = new Set((element.mappings?.inputs ?? []).map(({ target }) => target.split('.', 1)[0]));
  for (const name of mapped) found.delete(name ?? '');
  return found;
}

/** Of a decision and all that it requires. */
function addInputs(found: Map<string, Json>, decisions: Decisions, id: string): void {
  const seen = new Set<string>();
  const waiting = [id];
  const decided = new Set<string>();
  const read = new Map<string, Json>();
  for (let next = waiting.shift(); next !== undefined && seen.size < MOST; next = waiting.shift()) {
    const decision = Object.hasOwn(decisions, next) ? decisions[next] : undefined;
    if (decision === undefined || seen.has(next)) continue;
    seen.add(next);
    for (const name of next === id ? [] : decision.names) decided.add(name);
    waiting.push(...decision.requires.map(({ id: required }) => required));
    if (decision.isClosed === true) continue;
    for (const { name, type } of decision.inputs ?? []) read.set(name, usualOf(type));
    for (const [name, usual] of inputsOfLogic(decision.logic)) if ((read.get(name) ?? null) === null) read.set(name, usual);
  }
  for (const [name, usual] of read) if (!decided.has(name) && !found.has(name)) found.set(name, usual);
}

function inputsOfLogic(logic: DecisionLogic): readonly (readonly [string, Json])[] {
  if (logic.kind === 'typed') return inputsOfLogic(logic.logic);
  if (logic.kind === 'text') return readBy(logic.text).map((name) => [name, null] as const);
  if (logic.kind !== 'table') return [];
  return logic.inputs.flatMap(({ text, type }) =>
    readBy(text).map((name) => [name, text.source.trim() === name ? usualOf(type) : null] as const),
  );
}

/** Example with the type, which gives a typed field. */
function usualOf(type: DecisionType): Json {
  if (typeof type === 'object') return type.kind === 'converted' || type.kind === 'allowed' ? usualOf(type.type) : null;
  return { number: 0, string: '', boolean: true }[type as string] ?? null;
}
