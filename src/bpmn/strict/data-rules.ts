import { childrenNamed } from '../xml/xml-element.ts';
import { referenceFaults, referencesOf } from './element-references.ts';
import { eachElement, type StandardRule } from './rule-iterators.ts';

const DATA: ReadonlySet<string> = new Set([
  ...['dataObject', 'dataObjectReference', 'dataStoreReference', 'dataStore', 'property', 'dataInput', 'dataOutput'],
]);
const OBJECT: ReadonlySet<string> = new Set(['dataObject']);
const STORE: ReadonlySet<string> = new Set(['dataStore']);
const INPUT: ReadonlySet<string> = new Set(['dataInput']);
const OUTPUT: ReadonlySet<string> = new Set(['dataOutput']);

/** Constraints of the standard on data. */
export const DATA_RULES: readonly StandardRule[] = [
  // A data association has a target, and both ends are data.
  {
    name: 'data-association-ends',
    clause: '10.4.1',
    check: eachElement(['dataInputAssociation', 'dataOutputAssociation'], (xml, document) => {
      if (referencesOf(xml, 'targetRef').length === 0) return 'targetRef is required';
      return ['sourceRef', 'targetRef'].flatMap((name) => referenceFaults(xml, name, DATA, document));
    }),
  },
  // A data object reference references a data object.
  {
    name: 'data-object-known',
    clause: '10.4.1',
    check: eachElement(['dataObjectReference'], (xml, document) => referenceFaults(xml, 'dataObjectRef', OBJECT, document)),
  },
  // A referenced data store exists.
  {
    name: 'data-store-known',
    clause: '10.4.1',
    check: eachElement(['dataStoreReference'], (xml, document) => referenceFaults(xml, 'dataStoreRef', STORE, document)),
  },
  // An input/output specification has an input set and an output set with existing references.
  {
    name: 'input-output-sets',
    clause: '10.4.1',
    check: eachElement(['ioSpecification'], (xml, document) =>
      ['inputSet', 'outputSet'].flatMap((name) => {
        const sets = childrenNamed(xml, name);
        if (sets.length === 0) return [`${name} is required`];
        const [member, kinds] = name === 'inputSet' ? (['dataInputRefs', INPUT] as const) : (['dataOutputRefs', OUTPUT] as const);
        return sets.flatMap((set) => referenceFaults(set, member, kinds, document));
      }),
    ),
  },
];
