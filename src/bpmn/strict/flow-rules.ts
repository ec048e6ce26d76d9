import { activationConditionOf } from '../activation-condition.ts';
import type { FlowDraft, NodeDraft } from '../draft.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { quote } from '../finding.ts';
import { ACTIVITIES } from '../flow-element-tags.ts';
import { defaultsLeaveTheirNode, flowEndsExist, flowsGoTheRightWay, gatewaysLeadToEvents } from '../validate/flows.ts';
import { attributeOf, childNamed, isTrue, type XmlElement } from '../xml/xml-element.ts';
import { eachFlow, eachNode, eachProcess, referencesOf, type StandardRule } from './rule-iterators.ts';

/** Gateways that evaluate conditions. */
const CHOOSING: ReadonlySet<string> = new Set(['exclusiveGateway', 'inclusiveGateway', 'complexGateway']);

export const FLOW_RULES: readonly StandardRule[] = [
  // Both ends are flow nodes of the same container.
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
  // The source is an activity or a gateway, not an event.
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
  // A default flow has none.
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

type Fits = (into: number, outOf: number) => boolean;
const DIRECTIONS: ReadonlyMap<string, Fits> = new Map<string, Fits>([
  ['Unspecified', () => true],
  ['Converging', (into, outOf) => into > 1 && outOf < 2],
  ['Diverging', (into, outOf) => into < 2 && outOf > 1],
  ['Mixed', (into, outOf) => into > 1 && outOf > 1],
]);

export const GATEWAY_RULES: readonly StandardRule[] = [
  // A gateway joins or splits flows.
  {
    name: 'gateway-flows',
    clause: '10.6.1',
    check: eachNode(({ tag, incoming, outgoing }) => {
      if (!tag.endsWith('Gateway') || tag === 'eventBasedGateway' || incoming.length > 1 || outgoing.length > 1) return undefined;
      return `gateway neither joins nor splits: ${incoming.length} incoming and ${outgoing.length} outgoing flows`;
    }),
  },
  {
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
  },
  // An exclusive or inclusive gateway has conditions on all outgoing flows but the default one.
  {
    name: 'diverging-conditions',
    clause: '10.6.2',
    check: eachFlow(({ id, source, xml }) => {
      if (source === undefined || source.outgoing.length < 2) return undefined;
      if (source.tag !== 'exclusiveGateway' && source.tag !== 'inclusiveGateway') return undefined;
      if (attributeOf(source.xml, 'default') === id || childNamed(xml, 'conditionExpression') !== undefined) return undefined;
      return `flow out of ${source.tag} '${quote(source.id)}' has no condition and is not its default flow`;
    }),
  },
  // A parallel gateway has none on outgoing flows.
  {
    name: 'parallel-gateway-conditions',
    clause: '10.6.4',
    check: eachFlow(({ source, xml }) => {
      if (source?.tag !== 'parallelGateway' || childNamed(xml, 'conditionExpression') === undefined) return undefined;
      return `flow out of parallel gateway '${quote(source.id)}' has a condition`;
    }),
  },
  // A complex gateway has one if and only if it joins flows.
  {
    name: 'complex-gateway-activation',
    clause: '10.6.5',
    check: eachNode(({ tag, xml, incoming }) => {
      if (tag !== 'complexGateway') return undefined;
      const isWritten = activationConditionOf(xml) !== undefined;
      if (incoming.length > 1) return isWritten ? undefined : 'complex gateway that joins has no activationCondition';
      return isWritten ? 'activationCondition of a gateway with one incoming flow' : undefined;
    }),
  },
  // An event-based gateway has at least two outgoing flows.
  {
    name: 'event-gateway-flows',
    clause: '10.6.6',
    check: eachNode((node) => {
      if (node.tag !== 'eventBasedGateway' || node.outgoing.length !== 1) return undefined;
      return 'event-based gateway has one outgoing flow; it needs at least two';
    }),
  },
  // Flows out of an event-based gateway have none.
  {
    name: 'event-gateway-conditions',
    clause: '10.6.6',
    check: eachFlow(({ source, xml }) => {
      if (source?.tag !== 'eventBasedGateway' || childNamed(xml, 'conditionExpression') === undefined) return undefined;
      return `flow out of event-based gateway '${quote(source.id)}' has a condition`;
    }),
  },
  // Targets are catching events and receive tasks.
  {
    name: 'event-gateway-target',
    clause: '10.6.6',
    check: eachProcess(gatewaysLeadToEvents),
    isAlwaysEnforced: true,
  },
  // A target has no other incoming flow.
  {
    name: 'event-gateway-target-incoming',
    clause: '10.6.6',
    check: eachNode((node) => {
      const gateway = node.incoming.find(({ source }) => source?.tag === 'eventBasedGateway')?.source;
      if (gateway === undefined || node.incoming.length === 1) return undefined;
      return `it follows event-based gateway '${quote(gateway.id)}' and has ${node.incoming.length} incoming flows; only one is allowed`;
    }),
  },
  // A receive task as target has no boundary events.
  {
    name: 'event-gateway-target-boundary',
    clause: '10.6.6',
    check: eachNode((node) => {
      const [boundary] = node.boundaries;
      if (boundary === undefined || !node.incoming.some(({ source }) => source?.tag === 'eventBasedGateway')) return undefined;
      return `it follows an event-based gateway and has boundary event '${quote(boundary.id)}'`;
    }),
  },
  // Targets are message events or receive tasks, not both.
  {
    name: 'event-gateway-message-kind',
    clause: '10.6.6',
    check: eachNode((node, document) => {
      if (node.tag !== 'eventBasedGateway') return undefined;
      const targets = node.outgoing.flatMap(({ target }) => (target === undefined ? [] : [target]));
      const isMessage = ({ xml }: NodeDraft) => eventDefinitionsOf(xml, document).some(({ kind }) => kind === 'message');
      const task = targets.find(({ tag }) => tag === 'receiveTask');
      const event = targets.find(isMessage);
      if (task === undefined || event === undefined) return undefined;
      return `receive task '${quote(task.id)}' and message event '${quote(event.id)}' cannot follow one event-based gateway`;
    }),
  },
  // An event-based gateway is parallel only if it starts instances.
  {
    name: 'event-gateway-type',
    clause: '10.6.6',
    check: eachNode(({ tag, xml }) => {
      const type = tag === 'eventBasedGateway' ? attributeOf(xml, 'eventGatewayType') : undefined;
      if (type === undefined || type === 'Exclusive') return undefined;
      if (type !== 'Parallel') return `eventGatewayType '${quote(type)}' is neither Exclusive nor Parallel`;
      return isTrue(attributeOf(xml, 'instantiate')) ? undefined : 'eventGatewayType \'Parallel\' needs instantiate="true"';
    }),
  },
];
