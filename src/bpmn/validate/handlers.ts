import { warningAt } from '../warning.ts';
import { attributeOf, isTrue } from '../xml-element.ts';
import type { WarningRule } from './rule.ts';

/** Warns about an associated compensation handler without `isForCompensation` (docs/contributing/spec/validation.md#handler-without-mark). */
export const handlersAreMarked: WarningRule = function* (process) {
  for (const node of process.nodes) {
    if (!node.isHandler || isTrue(attributeOf(node.xml, 'isForCompensation'))) continue;
    const text = 'compensation handler has no isForCompensation and is treated as if it had it';
    yield warningAt(node.xml, process.key, { event: 'attribute-ignored', name: 'isForCompensation', text });
  }
};
