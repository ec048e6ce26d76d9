import { attributeOf } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachElement } from './rule-iterators.ts';

/** The file has a target namespace. */
export const targetNamespace: StandardRule = {
  name: 'target-namespace',
  clause: '8.2.1',
  check: eachElement(['definitions'], (xml) =>
    attributeOf(xml, 'targetNamespace') === undefined ? 'targetNamespace is required' : undefined,
  ),
};
