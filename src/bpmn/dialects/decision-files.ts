import { EARLIER_RULES, OWN_RULES, type TextRules } from '../../expressions/deploy.ts';
import { partOf } from '../decisions/dmn-xml.ts';
import { attributeKey, attributeOf, dialectAttributeOf, type XmlElement } from '../xml/xml-element.ts';
import { CAMUNDA_7 } from './camunda-7/rules.ts';
import { camunda, MODELER } from './namespaces.ts';

/** Rules that depend on the engine a file is made for. */
interface DecisionDialect {
  /** Types and allowed values are editor hints, not enforced. */
  readonly hasHintsOnly: boolean;
  /** True if table values are converted (docs/contributing/spec/decisions.md#types-of-camunda-7). */
  readonly convertsValues: boolean;
  readonly texts: TextRules;
}

/** @param options `followsDialects`: false for versions stored by older releases */
export function decisionDialectOf(
  definitions: XmlElement,
  { isStandard, followsDialects }: { readonly isStandard: boolean; readonly followsDialects: boolean },
): DecisionDialect {
  const platform = attributeOf(definitions, attributeKey(MODELER, 'executionPlatform')) ?? attributeOf(definitions, 'exporter');
  const hasHintsOnly = !isStandard && /camunda|operaton/i.test(platform ?? '');
  const convertsValues = followsDialects && hasHintsOnly && !/cloud|camunda 8|zeebe/i.test(platform ?? '');
  const texts = followsDialects ? (convertsValues ? CAMUNDA_7.texts : OWN_RULES) : EARLIER_RULES;
  return { hasHintsOnly, convertsValues, texts };
}

/** Names in cells of Camunda 7. */
export function inputVariablesOf(xml: XmlElement): readonly string[] {
  const named = dialectAttributeOf(xml, (uri) => camunda(uri) || CAMUNDA_DMN.has(uri), 'inputVariable');
  return named === undefined ? ['cellInput'] : ['cellInput', named];
}

const CAMUNDA_DMN: ReadonlySet<string> = new Set(['http://camunda.org/schema/1.0/dmn', 'http://operaton.org/schema/1.0/dmn']);

/** Version tag: attribute in Camunda 7, element in Camunda 8. */
export function decisionVersionTagOf(decision: XmlElement): string | undefined {
  const tag = partOf(decision, 'extensionElements')?.children.find(({ local }) => local === 'versionTag');
  const written = dialectAttributeOf(decision, isCamunda, 'versionTag') ?? (tag && attributeOf(tag, 'value'));
  return written?.trim() || undefined;
}

function isCamunda(uri: string): boolean {
  return uri.startsWith('http://camunda.org/schema/');
}
