import { referenceFaults } from './element-references.ts';
import type { StandardRule } from './rule.ts';
import { eachElement } from './rule-iterators.ts';

const OBJECT: ReadonlySet<string> = new Set(['dataObject']);

/** A data object reference references a data object. */
export const dataObjectKnown: StandardRule = {
  name: 'data-object-known',
  clause: '10.4.1',
  check: eachElement(['dataObjectReference'], (xml, document) => referenceFaults(xml, 'dataObjectRef', OBJECT, document)),
};
