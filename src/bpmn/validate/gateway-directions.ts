import type { NodeDraft } from '../draft.ts';
import { quote } from '../finding.ts';
import { warningAt } from '../warning.ts';
import { attributeOf } from '../xml-element.ts';
import type { WarningRule } from './rule.ts';

/** Warns if `gatewayDirection` contradicts the flows. Only the flows have an effect (docs/contributing/spec/validation.md#gateway-direction). */
export const directionsMatchFlows: WarningRule = function* (process) {
  for (const node of process.nodes) {
    const direction = attributeOf(node.xml, 'gatewayDirection');
    if (direction === undefined || !contradicts(direction, node)) continue;
    const text = `gatewayDirection '${quote(direction)}' contradicts the flows and is ignored`;
    yield warningAt(node.xml, process.key, { event: 'attribute-ignored', name: 'gatewayDirection', text });
  }
};

function contradicts(direction: string, node: NodeDraft): boolean {
  const [into, outOf] = [node.incoming.length, node.outgoing.length];
  if (direction === 'Diverging') return into > 1;
  if (direction === 'Converging') return outOf > 1;
  return direction === 'Mixed' && (into < 2 || outOf < 2);
}
