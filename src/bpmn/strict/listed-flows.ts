import type { FlowDraft } from '../draft.ts';
import { quote } from '../finding.ts';
import type { XmlElement } from '../xml-element.ts';
import { referencesOf } from './element-references.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

function unknownFlows(xml: XmlElement, name: string, flows: readonly FlowDraft[]): readonly string[] {
  const ids = new Set(flows.map(({ id }) => id));
  const wrong = referencesOf(xml, name).filter((listed) => !ids.has(listed) && !ids.has(listed.slice(listed.indexOf(':') + 1)));
  return wrong.map((listed) => `${name} '${quote(listed)}' is not an ${name} flow of it`);
}

/** The `incoming` and `outgoing` lists of a node match its flows. */
export const listedFlows: StandardRule = {
  name: 'listed-flows',
  clause: '8.4.13',
  check: eachNode((node) => [
    ...unknownFlows(node.xml, 'incoming', node.incoming),
    ...unknownFlows(node.xml, 'outgoing', node.outgoing),
  ]),
};
