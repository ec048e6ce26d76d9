import { type DecisionLibrary, standardLibraryOf } from '../../src/bpmn/decisions/decision-library.ts';
import { attributeOf, type XmlElement } from '../../src/bpmn/xml/xml-element.ts';
import type { DecisionLanguage, DecisionValue, DecisionValues } from '../../src/engine/decisions/decided.ts';
import { makeDecision } from '../../src/engine/decisions/make-decision.ts';
import { type DecisionWorld, notMade } from '../../src/engine/decisions/making.ts';
import type { DecisionModel, DecisionType } from '../../src/engine/model.ts';
import { feelLanguage } from '../../src/expressions/decisions/feel-language.ts';
import { variableReaderOf } from '../../src/expressions/evaluation-context.ts';
import { isExpected, shownFor, typedValue, UntypedText, valueIn } from './kit-values.ts';
import { childOf, type KitCase, type KitFile } from './read-kit.ts';

/** Most texts that one case evaluates. */
const MAX_TEXTS = 1_000_000;
const GUID = '11111111-2222-4333-8444-555555555555';

/** Result of one case. `why` is absent if it passed. */
export interface CaseResult {
  readonly file: string;
  readonly id: string;
  readonly why?: string;
}

/** Runs the cases of one file. Values are as the standard has them: what cannot be made is null. */
export function runFile(file: KitFile): readonly CaseResult[] {
  const library = standardLibraryOf(file.models);
  const language = feelLanguage(() => GUID);
  return file.cases.map((one) => {
    const why = whyNot(one, file, { library, language });
    return { file: file.path, id: one.id, ...(why === undefined ? {} : { why }) };
  });
}

interface Bench {
  readonly library: DecisionLibrary;
  readonly language: DecisionLanguage;
}

function whyNot(one: KitCase, file: KitFile, bench: Bench): string | undefined {
  try {
    for (const result of one.results) {
      const why = whyNotResult(result, one, file, bench);
      if (why !== undefined) return why;
    }
    return one.results.length === 0 ? 'it expects nothing' : undefined;
  } catch (error) {
    return `the case ended with ${String(error)}`;
  }
}

function whyNotResult(result: XmlElement, one: KitCase, file: KitFile, bench: Bench): string | undefined {
  const { library, language } = bench;
  const written = attributeOf(result, 'name');
  // only the decision is evaluated, also if more is named
  const name = one.type === 'decision' ? written : (one.invocable ?? written);
  const model = modelNamed(name ?? '', one, file, bench);
  const reasons: string[] = [];
  const unread = library.diagnostics.length === 0 ? '' : `; ${library.diagnostics[0]}`;
  if (model === undefined) return `nothing is called '${name}'${unread}`;
  const value = resultIn(valueMade(model, one, bench, reasons), model, written, language);
  const expected = childOf(result, 'expected') ?? childOf(result, 'computed');
  const wanted = expected === undefined ? null : valueIn(expected, language);
  if (isExpected(value, wanted, language)) return undefined;
  const reason = reasons.length === 0 ? unread : `; ${reasons[0]}${unread}`;
  return `'${name}' is ${shownFor(value, language)}, not ${shownFor(wanted, language)}${reason}`;
}

/** A case may expect one of several outputs of a decision service by the name of its decision. */
function resultIn(value: DecisionValue, { logic }: DecisionModel, name: string | undefined, language: DecisionLanguage) {
  const outputs = logic.kind === 'service' && logic.outputs.length > 1 ? language.membersOf(value) : undefined;
  return name !== undefined && outputs !== undefined && Object.hasOwn(outputs, name) ? outputs[name] : value;
}

function modelNamed(name: string, { type }: KitCase, { modelName }: KitFile, { library }: Bench): DecisionModel | undefined {
  if (type === 'bkm') return [...library.knowledge.values()].find((model) => model.name === name);
  const found = [...library.decisions.values()].filter(({ model }) => model.name === name);
  return (found.find(({ file }) => file === modelName) ?? found[0])?.model;
}

function valueMade(model: DecisionModel, one: KitCase, bench: Bench, reasons: string[]): DecisionValue {
  const { library, language } = bench;
  const decisions = Object.fromEntries([
    ...[...library.decisions].map(([id, found]) => [id, found.model] as const),
    ...library.knowledge,
  ]);
  const world: DecisionWorld = {
    decisions,
    language,
    variables: variableReaderOf({}),
    execution: { instanceId: GUID, businessId: null, activityId: 'case', now: Date.now(), newGuid: () => GUID },
    evaluateForeign: () => notMade('a text of another language'),
    maxTexts: MAX_TEXTS,
    isStandard: true,
    onNull: (reason) => reasons.push(reason),
  };
  const given = inputsOf(one, bench);
  const made = makeDecision(model.id, world, model.logic.kind === 'function' ? {} : given);
  if (!made.ok) reasons.push(made.reason);
  if (model.logic.kind !== 'function' || !made.ok) return made.ok ? made.value : null;
  const called = language.call(made.value, given);
  return called?.ok === true ? called.value : null;
}

/** Values of input nodes by name; those without a type get the one of the input data. */
function inputsOf({ inputs }: KitCase, { library, language }: Bench): DecisionValues {
  const types = new Map<string, DecisionType>();
  for (const { model } of library.decisions.values()) {
    for (const { name, type } of model.inputs ?? []) types.set(name, type);
    if (model.logic.kind === 'service')
      for (const { name, type } of [...model.logic.inputData, ...model.logic.inputDecisions]) types.set(name, type);
  }
  return Object.fromEntries(
    inputs.map((xml) => {
      const name = attributeOf(xml, 'name') ?? '';
      return [name, typedBy(valueIn(xml, language), types.get(name) ?? 'any', language)] as const;
    }),
  );
}

function typedBy(value: DecisionValue, type: DecisionType, language: DecisionLanguage): DecisionValue {
  if (value instanceof UntypedText) {
    const basic = typeof type === 'string' ? type : type.kind === 'allowed' ? type.type : 'any';
    return typedValue(value.text, basic === 'number' ? 'decimal' : String(basic), language);
  }
  if (typeof type !== 'object') return value;
  if (type.kind === 'allowed') return typedBy(value, type.type, language);
  const items = language.itemsOf(value);
  if (items !== undefined) return items.map((item) => typedBy(item, type.kind === 'list' ? type.of : 'any', language));
  const members = language.membersOf(value);
  if (members === undefined) return value;
  const typeOf = (name: string) =>
    type.kind === 'context' ? (type.members.find((one) => one.name === name)?.type ?? 'any') : 'any';
  return language.context(
    Object.fromEntries(Object.entries(members).map(([name, item]) => [name, typedBy(item, typeOf(name), language)])),
  );
}
