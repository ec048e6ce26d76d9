import { quote } from '../finding.ts';
import { attributeOf } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachElement } from './rule-iterators.ts';

/** Participant multiplicity: the minimum is at least 0, the maximum at least 1 and not below the minimum. */
export const participantMultiplicity: StandardRule = {
  name: 'participant-multiplicity',
  clause: '9.3',
  check: eachElement(['participantMultiplicity'], (xml) => {
    const [minimum, maximum] = [attributeOf(xml, 'minimum') ?? '0', attributeOf(xml, 'maximum') ?? '1'];
    if (!/^\d+$/.test(minimum) || !/^\d+$/.test(maximum))
      return `minimum '${quote(minimum)}' or maximum '${quote(maximum)}' is not a number`;
    if (Number(maximum) >= Math.max(1, Number(minimum))) return undefined;
    return `maximum '${quote(maximum)}' is below 1 or below minimum '${quote(minimum)}'`;
  }),
};
