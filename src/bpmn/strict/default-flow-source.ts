import { quote } from '../finding.ts';
import { ACTIVITIES } from '../flow-element-tags.ts';
import { attributeOf } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** Gateways that evaluate conditions. */
const CHOOSING: ReadonlySet<string> = new Set(['exclusiveGateway', 'inclusiveGateway', 'complexGateway']);

/** Only activities and exclusive, inclusive or complex gateways have a default flow. */
export const defaultFlowSource: StandardRule = {
  name: 'default-flow-source',
  clause: '8.4.13',
  check: eachNode(({ tag, xml }) => {
    const written = attributeOf(xml, 'default');
    if (written === undefined || ACTIVITIES.has(tag) || CHOOSING.has(tag)) return undefined;
    return `default flow '${quote(written)}' is not allowed on ${tag}`;
  }),
};
