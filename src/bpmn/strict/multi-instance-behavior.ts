import { quote } from '../finding.ts';
import { attributeOf, childNamed } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachElement } from './rule-iterators.ts';

/** Required attribute or child element for each behavior. */
const NEEDED: ReadonlyMap<string, string> = new Map([
  ['All', ''],
  ['None', 'noneBehaviorEventRef'],
  ['One', 'oneBehaviorEventRef'],
  ['Complex', 'complexBehaviorDefinition'],
]);

/** A multi-instance activity references the events that its behavior throws. */
export const multiInstanceBehavior: StandardRule = {
  name: 'multi-instance-behavior',
  clause: '10.3.8',
  check: eachElement(['multiInstanceLoopCharacteristics'], (xml) => {
    const behavior = attributeOf(xml, 'behavior') ?? 'All';
    const needed = NEEDED.get(behavior);
    if (needed === undefined) return `behavior '${quote(behavior)}' is not None, One, All or Complex`;
    if (needed === '' || attributeOf(xml, needed) !== undefined || childNamed(xml, needed) !== undefined) return undefined;
    return `behavior '${behavior}' needs ${needed}`;
  }),
};
