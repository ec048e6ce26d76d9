import type { ExpressionModel } from '../../../engine/model.ts';
import type { ReadContext } from '../../elements/element-reader.ts';
import { dialectAttributeOf, type XmlElement } from '../../xml/xml-element.ts';
import { camunda } from '../namespaces.ts';

/** Elements of Flowable and Activiti with skip expressions, besides sequence flows. */
export const SKIPPABLE: ReadonlySet<string> = new Set([
  ...['userTask', 'serviceTask', 'sendTask', 'businessRuleTask', 'scriptTask', 'receiveTask'],
]);

export const SKIP = 'skipexpression';

/** `skipExpression` of a task or flow (docs/contributing/spec/elements.md#skip-expression). */
export function skipMember(xml: XmlElement, context: ReadContext): { readonly skip?: ExpressionModel } {
  const text = dialectAttributeOf(xml, camunda, SKIP);
  if (text === undefined) return {};
  return context.withFallback<{ readonly skip?: ExpressionModel }>(
    xml,
    (current) => ({ skip: current.expression(xml, text, 'expression', 'skip expression') }),
    () => ({}),
  );
}
