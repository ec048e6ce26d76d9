import { attributeOf, childNamed } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** A script has a format. */
export const scriptFormat: StandardRule = {
  name: 'script-format',
  clause: '10.3.3',
  check: eachNode(({ tag, xml }) => {
    const isWritten = tag === 'scriptTask' && (childNamed(xml, 'script')?.text.trim() ?? '') !== '';
    return isWritten && attributeOf(xml, 'scriptFormat') === undefined ? 'script has no scriptFormat' : undefined;
  }),
};
