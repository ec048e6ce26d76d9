import { referenceFaults } from './element-references.ts';
import type { StandardRule } from './rule.ts';
import { eachElement } from './rule-iterators.ts';

const STORE: ReadonlySet<string> = new Set(['dataStore']);

/** A referenced data store exists. */
export const dataStoreKnown: StandardRule = {
  name: 'data-store-known',
  clause: '10.4.1',
  check: eachElement(['dataStoreReference'], (xml, document) => referenceFaults(xml, 'dataStoreRef', STORE, document)),
};
