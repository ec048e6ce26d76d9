import { quote } from '../finding.ts';
import { attributeOf } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

type Fits = (into: number, outOf: number) => boolean;

const DIRECTIONS: ReadonlyMap<string, Fits> = new Map<string, Fits>([
  ['Unspecified', () => true],
  ['Converging', (into, outOf) => into > 1 && outOf < 2],
  ['Diverging', (into, outOf) => into < 2 && outOf > 1],
  ['Mixed', (into, outOf) => into > 1 && outOf > 1],
]);

/** The flows of a gateway match its gatewayDirection. */
export const gatewayDirection: StandardRule = {
  name: 'gateway-direction',
  clause: '8.4.9',
  check: eachNode((node) => {
    const direction = node.tag.endsWith('Gateway') ? attributeOf(node.xml, 'gatewayDirection') : undefined;
    if (direction === undefined) return undefined;
    const fits = DIRECTIONS.get(direction);
    if (fits === undefined) return `gatewayDirection '${quote(direction)}' is not Unspecified, Converging, Diverging or Mixed`;
    const [into, outOf] = [node.incoming.length, node.outgoing.length];
    return fits(into, outOf)
      ? undefined
      : `gatewayDirection '${direction}' contradicts the ${into} incoming and ${outOf} outgoing flows`;
  }),
};
