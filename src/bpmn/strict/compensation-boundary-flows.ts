import { isCompensationBoundary } from '../compensation-links.ts';
import { quote } from '../finding.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** A compensation boundary event has no outgoing flows. */
export const compensationBoundaryFlows: StandardRule = {
  name: 'compensation-boundary-flows',
  clause: '10.7.1',
  check: eachNode((node, document) => {
    const [flow] = node.outgoing;
    if (flow === undefined || !isCompensationBoundary(node, document)) return undefined;
    return `flow '${quote(flow.id)}' leaves a compensation boundary event; an association leads to its handler`;
  }),
  isAlwaysEnforced: true,
};
