import { childrenNamed } from '../xml-element.ts';
import { referenceFaults } from './element-references.ts';
import type { StandardRule } from './rule.ts';
import { eachElement } from './rule-iterators.ts';

const INPUT: ReadonlySet<string> = new Set(['dataInput']);
const OUTPUT: ReadonlySet<string> = new Set(['dataOutput']);

/** An input/output specification has an input set and an output set with existing references. */
export const inputOutputSets: StandardRule = {
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
};
