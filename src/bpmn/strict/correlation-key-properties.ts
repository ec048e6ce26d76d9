import { referenceFaults } from './element-references.ts';
import type { StandardRule } from './rule.ts';
import { eachElement } from './rule-iterators.ts';

const PROPERTY: ReadonlySet<string> = new Set(['correlationProperty']);

/** A correlation key references existing properties. */
export const correlationKeyProperties: StandardRule = {
  name: 'correlation-key-properties',
  clause: '8.4.2',
  check: eachElement(['correlationKey'], (xml, document) => referenceFaults(xml, 'correlationPropertyRef', PROPERTY, document)),
};
