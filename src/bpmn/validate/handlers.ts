import { warningAt } from '../warning.ts';
import { attributeOf, isTrue } from '../xml-element.ts';
import type { WarningRule } from './rule.ts';

/** An activity that an association makes a compensation handler is not marked as one (docs/contributing/spec/validation.md#handler-without-mark). */
export const handlersSaySo: WarningRule = function* (process) {
  for (const node of process.nodes) {
    if (!node.isHandler || isTrue(attributeOf(node.xml, 'isForCompensation'))) continue;
    const text = 'compensation handler has no isForCompensation and is treated as if it had it';
    yield warningAt(node.xml, process.key, { event: 'attribute-ignored', name: 'isForCompensation', text });
  }
};
