import type { FlowDraft } from '../draft.ts';
import { quote } from '../finding.ts';
import { ACTIVITIES } from '../flow-element-tags.ts';
import { defaultsLeaveTheirNode, flowEndsExist, flowsGoTheRightWay } from '../validate/flows.ts';
import { attributeOf, childNamed, type XmlElement } from '../xml/xml-element.ts';
import { referencesOf } from './element-references.ts';
import { eachFlow, eachNode, eachProcess, type StandardRule } from './rule-iterators.ts';

/** Gateways that evaluate conditions. */
const CHOOSING: ReadonlySet<string> = new Set(['exclusiveGateway', 'inclusiveGateway', 'complexGateway']);

/** Constraints of the standard on sequence flows. */
export const FLOW_RULES: readonly StandardRule[] = [
  // Both ends of a sequence flow are flow nodes of the same container.
  {
    name: 'sequence-flow-ends',
    clause: '8.4.13',
    check: eachProcess(flowEndsExist),
    isAlwaysEnforced: true,
  },
  // Start and boundary events have no incoming flow, end events no outgoing flow, handlers and event sub-processes no flows.
  {
    name: 'flow-directions',
    clause: '7.6.1',
    check: eachProcess(flowsGoTheRightWay),
    isAlwaysEnforced: true,
  },
  // The `incoming` and `outgoing` lists of a node match its flows.
  {
    name: 'listed-flows',
    clause: '8.4.13',
    check: eachNode((node) => [
      ...unknownFlows(node.xml, 'incoming', node.incoming),
      ...unknownFlows(node.xml, 'outgoing', node.outgoing),
    ]),
  },
  // The source of a conditional flow is an activity or a gateway, not an event.
  {
    name: 'condition-source',
    clause: '8.4.13',
    check: eachFlow(({ source, xml }) => {
      if (source === undefined || !source.tag.endsWith('Event')) return undefined;
      if (childNamed(xml, 'conditionExpression') === undefined) return undefined;
      return `flow out of ${source.tag} '${quote(source.id)}' has a condition`;
    }),
  },
  // An activity with a conditional flow has another outgoing flow.
  {
    name: 'condition-alternative',
    clause: '8.4.13',
    check: eachFlow(({ source, xml }) => {
      if (source === undefined || !ACTIVITIES.has(source.tag) || source.outgoing.length > 1) return undefined;
      if (childNamed(xml, 'conditionExpression') === undefined) return undefined;
      return `it is conditional and the only flow out of ${source.tag} '${quote(source.id)}'`;
    }),
  },
  // A default flow is an outgoing flow of its element.
  {
    name: 'default-flow-leaves',
    clause: '8.4.13',
    check: eachProcess(defaultsLeaveTheirNode),
    isAlwaysEnforced: true,
  },
  // Only activities and exclusive, inclusive or complex gateways have a default flow.
  {
    name: 'default-flow-source',
    clause: '8.4.13',
    check: eachNode(({ tag, xml }) => {
      const written = attributeOf(xml, 'default');
      if (written === undefined || ACTIVITIES.has(tag) || CHOOSING.has(tag)) return undefined;
      return `default flow '${quote(written)}' is not allowed on ${tag}`;
    }),
  },
  // A default flow has no condition.
  {
    name: 'default-flow-condition',
    clause: '8.4.13',
    check: eachFlow(({ id, source, xml }) => {
      if (source === undefined || attributeOf(source.xml, 'default') !== id) return undefined;
      if (childNamed(xml, 'conditionExpression') === undefined) return undefined;
      return `it is the default flow of '${quote(source.id)}' and has a condition`;
    }),
  },
];

function unknownFlows(xml: XmlElement, name: string, flows: readonly FlowDraft[]): readonly string[] {
  const ids = new Set(flows.map(({ id }) => id));
  const wrong = referencesOf(xml, name).filter((listed) => !ids.has(listed) && !ids.has(listed.slice(listed.indexOf(':') + 1)));
  return wrong.map((listed) => `${name} '${quote(listed)}' is not an ${name} flow of it`);
}
