import type { ExpressionModel, MultiInstanceBehavior, MultiInstanceModel, StandardLoopModel } from '../../engine/model.ts';
import { isCounter } from '../../engine/state/loop-counters.ts';
import { readExpression } from '../../expressions/deploy.ts';
import { aggregationOf, indexVariableOf, loopRulesOf, resultRulesOf } from '../dialects/element-parts.ts';
import { readCondition } from '../dialects/expression-language.ts';
import { isMappingTarget } from '../dialects/mapping-sources.ts';
import { anyDialect, ext } from '../dialects/namespaces.ts';
import type { NodeDraft } from '../draft.ts';
import type { ReadContext } from '../elements/element-reader.ts';
import { findingAt, quote, warningAt } from '../finding.ts';
import {
  attributeOf,
  childNamed,
  childTextOf,
  dialectAttributeOf,
  extensionsNamed,
  isTrue,
  type XmlElement,
} from '../xml/xml-element.ts';
import { loopVariableOf } from './data-flow.ts';

/** Names on a multi-instance marker, in lower case. */
export const MULTI_INSTANCE_EXTENSIONS: readonly string[] = [
  ...[
    'collection',
    'elementvariable',
    'elementindexvariable',
    'outputcollection',
    'outputelement',
    'loopcharacteristics',
    'variableaggregation',
  ],
];

/** A validation rule reports missing sources (docs/contributing/spec/loops-and-compensation.md#multi-instance). */
export function readMultiInstance(node: NodeDraft, xml: XmlElement, context: ReadContext): MultiInstanceModel {
  const text = (value: string | undefined, slot: string): ExpressionModel | undefined =>
    value === undefined ? undefined : context.expression(node.xml, value, 'expression', slot);
  const cardinality = text(childTextOf(xml, 'loopCardinality'), 'loop cardinality');
  if (cardinality !== undefined) checkCardinality(node, cardinality, context);
  const aggregated = aggregationOf(node, xml, context);
  const outputElement =
    aggregated?.element ?? text(writtenOn(xml, 'outputElement') ?? itemNameOf(xml, 'outputDataItem'), 'output element');
  const elementVariable = writtenOn(xml, 'elementVariable', 'inputElement') ?? itemNameOf(xml, 'inputDataItem');
  const outputCollection =
    aggregated?.target ??
    writtenOn(xml, 'outputCollection') ??
    loopVariableOf(node.xml, 'output', context) ??
    childTextOf(xml, 'loopDataOutputRef');
  const [written] = collectionsOf(xml);
  const isReference = written !== undefined && written === childTextOf(xml, 'loopDataInputRef');
  const named = isReference ? loopVariableOf(node.xml, 'input', context) : undefined;
  const collection = text(named === undefined ? written : firstOf(written, named), 'collection');
  const completionCondition = readCompletionCondition(node, xml, context);
  const behavior = readBehavior(node, xml, context);
  return Object.freeze({
    kind: 'multiInstance',
    isSequential: isTrue(attributeOf(xml, 'isSequential')),
    ...(cardinality === undefined ? {} : { cardinality }),
    ...(collection === undefined || cardinality !== undefined ? {} : { collection }),
    ...(elementVariable === undefined ? {} : { elementVariable }),
    ...(outputCollection === undefined ? {} : { outputCollection }),
    ...(outputElement === undefined ? {} : { outputElement, ...resultMember(outputElement, elementVariable, context) }),
    ...(completionCondition === undefined ? {} : { completionCondition }),
    ...loopRulesOf(node, xml, outputCollection !== undefined, context),
    ...(outputCollection === undefined ? {} : resultRulesOf(context)),
    ...indexVariableOf(xml, context),
    ...(behavior === undefined ? {} : { behavior }),
  });
}

/** Name, or path to its properties. */
const PATH = /^(?!(?:true|false|null)\b)([A-Za-z_$][\w$]*)(?:\.[A-Za-z_$][\w$]*)*$/;

/** Result of an iteration. Excludes variables that every iteration has. */
function resultMember(
  { source, dialect }: ExpressionModel,
  elementVariable: string | undefined,
  { followsDialects }: ReadContext,
) {
  const name = dialect === 'literal' ? undefined : PATH.exec(source.trim())?.[1];
  const isOfLoop = name === elementVariable || name === 'loopCounter' || (name !== undefined && isCounter(name));
  return !followsDialects || name === undefined || isOfLoop ? {} : { resultName: name };
}

/** Variable named by the reference, as in older releases, else that of the item with this id. */
function firstOf(reference: string | undefined, named: string): string {
  const isName = reference !== undefined && isMappingTarget(reference, { allowsPath: false, isOutput: true });
  const either = `${reference} ?? ${named}`;
  return reference !== named && isName && readExpression(either, 'expression', '').ok ? either : named;
}

/** All sources of items in the file; the first is used. */
export function collectionsOf(xml: XmlElement): string[] {
  const written = [
    dialectAttributeOf(xml, anyDialect, 'collection'),
    ...extensionsNamed(xml, ext, 'loopCharacteristics').map((child) => dialectAttributeOf(child, ext, 'inputCollection')),
    childTextOf(xml, 'loopDataInputRef'),
  ];
  return written.filter((text) => text !== undefined);
}

/** Reads the condition of a loop or ad-hoc body. Reports an empty one (docs/contributing/spec/validation.md#empty-condition). */
export function readCompletionCondition(node: NodeDraft, xml: XmlElement, context: ReadContext): ExpressionModel | undefined {
  const written = childNamed(xml, 'completionCondition');
  const text = written?.text.trim();
  if (text === '') context.report(findingAt(node.xml, 'completion condition is empty'));
  return written && text ? readCondition(node.xml, written, 'completion condition', context) : undefined;
}

/** Attribute of the marker or its zeebe child, which may use another name. */
function writtenOn(xml: XmlElement, attribute: string, onChild = attribute): string | undefined {
  const own = dialectAttributeOf(xml, anyDialect, attribute);
  if (own !== undefined) return own;
  return extensionsNamed(xml, ext, 'loopCharacteristics')
    .map((child) => dialectAttributeOf(child, ext, onChild))
    .find((value) => value !== undefined);
}

function itemNameOf(xml: XmlElement, local: string): string | undefined {
  const item = childNamed(xml, local);
  if (item === undefined) return undefined;
  const id = attributeOf(item, 'id');
  const isName = id !== undefined && isMappingTarget(id, { allowsPath: false, isOutput: true });
  return attributeOf(item, 'name') ?? (isName ? id : undefined);
}

/** A literal must be an integer of at least 0 (docs/contributing/spec/validation.md#loop-markers). */
function checkCardinality(node: NodeDraft, { source, text }: ExpressionModel, context: ReadContext): void {
  const literal = source.trim();
  const isLiteral =
    /^[+-]?\d[\d_.]*(e[+-]?\d+)?$/i.test(literal) || /^(["']).*\1$/s.test(literal) || /^(true|false|null)$/.test(literal);
  if (!isLiteral || (/^\+?\d/.test(literal) && Number.isSafeInteger(Number(literal)))) return;
  context.report(findingAt(node.xml, `loopCardinality '${quote(text)}' must be at least 0`));
}

/** Warns about an unknown event reference, which disables the behavior (docs/contributing/spec/loops-and-compensation.md#loop-behavior). */
function readBehavior(node: NodeDraft, xml: XmlElement, context: ReadContext): MultiInstanceBehavior | undefined {
  const behavior = attributeOf(xml, 'behavior')?.toLowerCase();
  if (behavior === 'complex') return Object.freeze({ kind: behavior, definitions: readDefinitions(node, xml, context) });
  if (behavior !== 'none' && behavior !== 'one') return undefined;
  const attribute = `${behavior}BehaviorEventRef`;
  const event = context.definitions.idOf(attributeOf(xml, attribute) ?? '');
  if (event !== undefined) return Object.freeze({ kind: behavior, event });
  const text = `${attribute} names no event definition and is ignored`;
  context.warn(warningAt(node.xml, context.process.key, { event: 'attribute-ignored', name: attribute, text }));
  return undefined;
}

function readDefinitions(node: NodeDraft, xml: XmlElement, context: ReadContext) {
  const written = xml.children.filter((child) => child.uri === xml.uri && child.local === 'complexBehaviorDefinition');
  const read = written.flatMap((definition) => {
    const text = childTextOf(definition, 'condition');
    if (text === undefined) {
      context.report(findingAt(node.xml, 'condition is required'));
      return [];
    }
    const thrown = childNamed(definition, 'event');
    const event = thrown === undefined ? undefined : context.definitions.thrownBy(thrown);
    const condition = context.expression(node.xml, text, 'expression', 'behavior condition');
    return [Object.freeze({ condition, ...(event === undefined ? {} : { event }) })];
  });
  return Object.freeze(read);
}

/** A validation rule reports missing and invalid limits (docs/contributing/spec/loops-and-compensation.md#standard-loop). */
export function readStandardLoop(node: NodeDraft, xml: XmlElement, context: ReadContext): StandardLoopModel {
  const written = childNamed(xml, 'loopCondition');
  const text = written?.text.trim();
  if (text === '') context.report(findingAt(node.xml, 'loop condition is empty'));
  const condition = written && text ? readCondition(node.xml, written, 'loop condition', context) : undefined;
  const maximum = attributeOf(xml, 'loopMaximum');
  return Object.freeze({
    kind: 'standardLoop',
    testBefore: isTrue(attributeOf(xml, 'testBefore')),
    ...(maximum === undefined ? {} : { maximum: Number(maximum) }),
    ...(condition === undefined ? {} : { condition }),
  });
}
