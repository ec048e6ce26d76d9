import { quote } from '../finding.ts';
import { attributeOf } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachElement } from './rule-iterators.ts';

const TYPES: ReadonlySet<string> = new Set(['None', 'Public', 'Private']);

/** A process type is None, Public or Private. */
export const processType: StandardRule = {
  name: 'process-type',
  clause: '10.2',
  check: eachElement(['process'], (xml) => {
    const type = attributeOf(xml, 'processType') ?? 'None';
    return TYPES.has(type) ? undefined : `processType '${quote(type)}' is not None, Public or Private`;
  }),
};
