import type { ExpressionModel } from '../engine/model.ts';
import type { ReadContext } from './elements/element-reader.ts';
import { camunda } from './namespaces.ts';
import { dialectAttributeOf, type XmlElement } from './xml-element.ts';

/** What may be skipped in Flowable and Activiti, beside sequence flows. */
export const SKIPPABLE: ReadonlySet<string> = new Set([
  ...['userTask', 'serviceTask', 'sendTask', 'businessRuleTask', 'scriptTask', 'receiveTask'],
]);

/** The attribute, in lower case. */
export const SKIP = 'skipexpression';

/** `skipExpression` of a task or flow, as a member of its model (docs/contributing/spec/elements.md#skip-expression). */
export function skipMember(xml: XmlElement, context: ReadContext): { readonly skip?: ExpressionModel } {
  const text = dialectAttributeOf(xml, camunda, SKIP);
  if (text === undefined) return {};
  return context.recent<{ readonly skip?: ExpressionModel }>(
    xml,
    (recent) => ({ skip: recent.expression(xml, text, 'expression', 'skip expression') }),
    () => ({}),
  );
}
