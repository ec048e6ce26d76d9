import { referenceFaults, referencesOf } from './element-references.ts';
import type { StandardRule } from './rule.ts';
import { eachElement } from './rule-iterators.ts';

const DATA: ReadonlySet<string> = new Set([
  ...['dataObject', 'dataObjectReference', 'dataStoreReference', 'dataStore', 'property', 'dataInput', 'dataOutput'],
]);

/** A data association has a target, and both ends are data. */
export const dataAssociationEnds: StandardRule = {
  name: 'data-association-ends',
  clause: '10.4.1',
  check: eachElement(['dataInputAssociation', 'dataOutputAssociation'], (xml, document) => {
    if (referencesOf(xml, 'targetRef').length === 0) return 'targetRef is required';
    return ['sourceRef', 'targetRef'].flatMap((name) => referenceFaults(xml, name, DATA, document));
  }),
};
