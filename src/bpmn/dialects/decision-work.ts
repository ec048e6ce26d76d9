import { callText } from '../../engine/decisions/bound-decision.ts';
import { boundOf, workOf } from '../../engine/model/model-shape.ts';
import type {
  BoundDecision,
  DecisionCall,
  DecisionModel,
  DecisionResult,
  DecisionWork,
  ElementModel,
  ExpressionModel,
} from '../../engine/model.ts';
import { inputTextOf } from '../data/data-flow.ts';
import { closureOf } from '../decisions/decision-library.ts';
import type { NodeDraft } from '../draft.ts';
import type { ReadContext } from '../elements/element-reader.ts';
import { findingAt, quote, warningAt } from '../finding.ts';
import { attributeOf, dialectAttributeOf, extensionsNamed, type XmlElement } from '../xml/xml-element.ts';
import { fieldsOf } from './job-details.ts';
import { anyDialect, camunda, zeebe } from './namespaces.ts';

/** Ids and tags. */
const MAX_LENGTH = 255;

/** Returns undefined if the task names none, an expression, or a too long one, or is bound to its own deployment. */
export function calledOn(xml: XmlElement): DecisionCall | undefined {
  const written = zeebeCall(xml) ?? camundaCall(xml) ?? flowableCall(xml);
  if (written === undefined) return undefined;
  const { key, binding = 'latest', version, versionTag } = written;
  if (binding === 'latest') return callOf(key, 'latest', '');
  if (binding === 'version') return callOf(key, 'version', version?.replace(/^0+(?=\d)/, ''));
  return binding === 'versionTag' ? callOf(key, 'versionTag', versionTag) : undefined;
}

/** True if only a decision of the same deployment is used (docs/contributing/spec/decisions.md#binding). */
export function isOfSameDeployment(xml: XmlElement): boolean {
  return (zeebeCall(xml) ?? camundaCall(xml))?.binding === 'deployment';
}

interface WrittenCall {
  readonly key: string;
  readonly binding?: string | undefined;
  readonly version?: string | undefined;
  readonly versionTag?: string | undefined;
}

function callOf(key: string, binding: DecisionCall['binding'], value: string | undefined): DecisionCall | undefined {
  if (value === undefined || ![key, value].every((text) => isPlain(text) && text.length <= MAX_LENGTH)) return undefined;
  return Object.freeze({ key, binding, value });
}

function isPlain(text: string): boolean {
  return !text.startsWith('=') && !/[$#]\{/.test(text);
}

function zeebeCall(xml: XmlElement): WrittenCall | undefined {
  const [called] = extensionsNamed(xml, zeebe, 'calledDecision');
  if (called === undefined) return undefined;
  const of = (name: string) => dialectAttributeOf(called, anyDialect, name);
  const key = of('decisionId');
  return key === undefined ? undefined : { key, binding: of('bindingType'), versionTag: of('versionTag') };
}

function camundaCall(xml: XmlElement): WrittenCall | undefined {
  const of = (name: string) => dialectAttributeOf(xml, camunda, name);
  const key = of('decisionRef');
  if (key === undefined) return undefined;
  const versionTag = of('decisionRefVersionTag');
  return { key, binding: of('decisionRefBinding'), version: of('decisionRefVersion'), versionTag };
}

/** Flowable uses the latest decision if the deployment has none, regardless of `sameDeployment`. */
function flowableCall(xml: XmlElement): WrittenCall | undefined {
  if (dialectAttributeOf(xml, camunda, 'type') !== 'dmn') return undefined;
  const fields = new Map([...fieldsOf(xml)].map(({ name, text }) => [name, text]));
  const key = (fields.get('decisionTableReferenceKey') ?? fields.get('decisionServiceReferenceKey'))?.trim();
  return key ? { key } : undefined;
}

/** Names in warnings about references without effect. */
export const DECISION_WORDS: ReadonlySet<string> = new Set(['decisionRef', 'calledDecision', "type 'dmn'"]);

/** Decision ids; in jBPM model and decision name. */
interface WrittenDecisionWork {
  readonly decisions: readonly ExpressionModel[];
  readonly result: DecisionResult;
  /** Decision that is not deployed. */
  readonly missing?: string;
  /** Error of the task if the decision is deployed. */
  readonly fault?: string;
}

/**
 * Decision call, or a decision that is not deployed with the process: the task then runs its other implementation
 * (docs/contributing/spec/decisions.md#tasks).
 */
export function decisionWorkOf(node: NodeDraft, context: ReadContext): DecisionWork | { readonly missing: string } | undefined {
  const written = writtenOn(node, context);
  if (written === undefined) return undefined;
  const { decisions, result, fault } = written;
  const missing = written.missing ?? decisions.map((text) => missingIn(text, context)).find((name) => name !== undefined);
  if (missing !== undefined) return { missing };
  if (fault !== undefined) context.report(findingAt(node.xml, fault));
  return { kind: 'decision', decisions, result };
}

function writtenOn({ xml, tag }: NodeDraft, context: ReadContext): WrittenDecisionWork | undefined {
  if (tag === 'serviceTask') return flowableOf(xml, context);
  if (tag !== 'businessRuleTask') return undefined;
  return calledDecisionOf(xml, context) ?? decisionRefOf(xml, context) ?? flowableOf(xml, context) ?? jbpmOf(xml, context);
}

/** Decisions that its tasks call, with required ones. */
export function decisionsMember(
  elements: Iterable<ElementModel>,
  { decisions: library }: ReadContext,
): { decisions?: Readonly<Record<string, DecisionModel>> } {
  const texts = [...elements].flatMap((element) => {
    const work = workOf(element);
    return work?.kind === 'decision' ? work.decisions : [];
  });
  if (texts.length === 0) return {};
  const isKnown = texts.every(({ dialect }) => dialect === 'literal');
  return { decisions: closureOf(isKnown ? texts.map(({ source }) => source.trim()) : library.decisions.keys(), library) };
}

/** An expression may name any decision of the deployment. */
function missingIn({ dialect, source, text }: ExpressionModel, { decisions: { decisions } }: ReadContext): string | undefined {
  const isThere = dialect === 'literal' ? decisions.has(source.trim()) : decisions.size > 0;
  return isThere ? undefined : text;
}

function calledDecisionOf(xml: XmlElement, context: ReadContext): WrittenDecisionWork | undefined {
  const [called] = extensionsNamed(xml, zeebe, 'calledDecision');
  const id = called && dialectAttributeOf(called, anyDialect, 'decisionId');
  if (called === undefined || id === undefined) return undefined;
  if (!isBound(xml, id, context))
    warnOfBinding(xml, dialectAttributeOf(called, anyDialect, 'bindingType'), 'bindingType', context);
  const variable = dialectAttributeOf(called, anyDialect, 'resultVariable');
  const fault = variable === undefined ? { fault: 'calledDecision needs a resultVariable' } : {};
  return { decisions: [idOf(xml, id, context)], result: { kind: 'value', variable: variable ?? '' }, ...fault };
}

const MAPPINGS: ReadonlyMap<string, 'rows' | 'singleResult' | 'singleEntry' | 'collectEntries'> = new Map([
  ['resultlist', 'rows'],
  ['singleresult', 'singleResult'],
  ['singleentry', 'singleEntry'],
  ['collectentries', 'collectEntries'],
]);

function decisionRefOf(xml: XmlElement, context: ReadContext): WrittenDecisionWork | undefined {
  const id = dialectAttributeOf(xml, camunda, 'decisionRef');
  if (id === undefined) return undefined;
  const binding = dialectAttributeOf(xml, camunda, 'decisionRefBinding');
  if (!isBound(xml, id, context)) warnOfBinding(xml, binding, 'decisionRefBinding', context);
  const variable = dialectAttributeOf(xml, camunda, 'resultVariable');
  const mapping = dialectAttributeOf(xml, camunda, 'mapDecisionResult') ?? 'resultList';
  const kind = MAPPINGS.get(mapping.toLowerCase());
  const fault = kind === undefined ? { fault: `mapDecisionResult '${quote(mapping)}' is not supported` } : {};
  const result: DecisionResult = { kind: kind ?? 'rows', ...(variable === undefined ? {} : { variable }) };
  return { decisions: [idOf(xml, id, context)], result, ...fault };
}

/** Service task of type `dmn` with field extensions. */
function flowableOf(xml: XmlElement, context: ReadContext): WrittenDecisionWork | undefined {
  if (dialectAttributeOf(xml, camunda, 'type') !== 'dmn') return undefined;
  const fields = new Map([...fieldsOf(xml)].map(({ name, text }) => [name, text]));
  const id = fields.get('decisionTableReferenceKey') ?? fields.get('decisionServiceReferenceKey');
  if (id === undefined || id === '') return undefined;
  const throwsWithoutHit = /^true$/i.test(fields.get('decisionTaskThrowErrorOnNoHits')?.trim() ?? '');
  return { decisions: [idOf(xml, id, context)], result: { kind: 'outputs', throwsWithoutHit } };
}

const JBPM_DMN = 'http://www.jboss.org/drools/dmn';

/** Data inputs name model and decision. Without decision name all decisions of the model are evaluated. */
function jbpmOf(xml: XmlElement, context: ReadContext): WrittenDecisionWork | undefined {
  if (attributeOf(xml, 'implementation') !== JBPM_DMN) return undefined;
  const [namespace, model, decision] = ['namespace', 'model', 'decision'].map((name) => inputTextOf(xml, name, context));
  const found = [...context.decisions.decisions.values()].filter(
    (one) =>
      one.model.logic.kind !== 'service' &&
      (namespace === undefined || one.namespace === namespace) &&
      (model === undefined || one.modelName === model) &&
      (decision === undefined || one.model.name === decision),
  );
  const decisions = found.map(({ model: { id } }) => literal(id));
  return { decisions, result: { kind: 'names' }, ...(found.length === 0 ? { missing: decision ?? model ?? '' } : {}) };
}

function idOf(xml: XmlElement, text: string, context: ReadContext): ExpressionModel {
  return context.expression(xml, text, 'template', 'decision');
}

function literal(id: string): ExpressionModel {
  return { kind: 'expression', slot: 'decision', dialect: 'literal', text: id, source: id };
}

/** True if it is looked up in other deployments. */
function isBound(xml: XmlElement, id: string, { decisions: { decisions }, readsBindings }: ReadContext): boolean {
  return readsBindings && !decisions.has(id) && calledOn(xml) !== undefined;
}

/** Warns that a process keeps the decisions of its deployment, without version binding. */
function warnOfBinding(xml: XmlElement, binding: string | undefined, name: string, context: ReadContext): void {
  if (binding === undefined || ['latest', 'deployment'].includes(binding)) return;
  const text = `${name} '${quote(binding)}' is ignored: the process keeps the decisions it was deployed with`;
  context.warn(warningAt(xml, context.process.key, { event: 'attribute-ignored', name, text }));
}

/**
 * Reference to another deployment, if its own has no such decision (docs/contributing/spec/decisions.md#binding). Absent if id or version is an
 * expression: unknown before the step runs.
 */
export function boundMember(node: NodeDraft, context: ReadContext): { readonly bound?: BoundDecision } {
  if (!context.readsBindings) return {};
  const call = calledOn(node.xml);
  if (call === undefined || context.decisions.decisions.has(call.key)) return {};
  const quiet: ReadContext = { ...context, report() {}, refuse() {}, warn() {} };
  const known = { model: NOTHING, file: '', namespace: undefined, modelName: undefined };
  const decisions = { ...context.decisions, decisions: new Map([[call.key, known]]) };
  const work = decisionWorkOf(node, { ...quiet, decisions });
  return work !== undefined && 'kind' in work ? { bound: Object.freeze({ call, work }) } : {};
}

/** Distinct references of all tasks. */
export function boundDecisionsMember(elements: Iterable<ElementModel>): { readonly boundDecisions?: readonly DecisionCall[] } {
  const calls = new Map<string, DecisionCall>();
  for (const element of elements) {
    const call = boundOf(element)?.call;
    if (call !== undefined) calls.set(callText(call), call);
  }
  return calls.size === 0 ? {} : { boundDecisions: [...calls.values()] };
}

/** Placeholder: only its existence matters. */
const NOTHING = { id: '', name: '', names: [], requires: [], type: 'any', logic: { kind: 'list', items: [] } } as const;
