import { activationConditionOf } from '../activation-condition.ts';
import type { NodeDraft } from '../draft.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { quote } from '../finding.ts';
import { gatewaysLeadToEvents } from '../validate/gateways.ts';
import { attributeOf, childNamed, isTrue } from '../xml/xml-element.ts';
import { eachFlow, eachNode, eachProcess, type StandardRule } from './rule-iterators.ts';

type Fits = (into: number, outOf: number) => boolean;
const DIRECTIONS: ReadonlyMap<string, Fits> = new Map<string, Fits>([
  ['Unspecified', () => true],
  ['Converging', (into, outOf) => into > 1 && outOf < 2],
  ['Diverging', (into, outOf) => into < 2 && outOf > 1],
  ['Mixed', (into, outOf) => into > 1 && outOf > 1],
]);

/** Constraints of the standard on gateways. */
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
  // The flows of a gateway match its gatewayDirection.
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
  // Each outgoing flow of a diverging exclusive or inclusive gateway has a condition, except the default flow.
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
  // The outgoing flows of a parallel gateway have no condition.
  {
    name: 'parallel-gateway-conditions',
    clause: '10.6.4',
    check: eachFlow(({ source, xml }) => {
      if (source?.tag !== 'parallelGateway' || childNamed(xml, 'conditionExpression') === undefined) return undefined;
      return `flow out of parallel gateway '${quote(source.id)}' has a condition`;
    }),
  },
  // A complex gateway has an activation condition if and only if it joins flows.
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
  // Flows out of an event-based gateway have no condition.
  {
    name: 'event-gateway-conditions',
    clause: '10.6.6',
    check: eachFlow(({ source, xml }) => {
      if (source?.tag !== 'eventBasedGateway' || childNamed(xml, 'conditionExpression') === undefined) return undefined;
      return `flow out of event-based gateway '${quote(source.id)}' has a condition`;
    }),
  },
  // The targets of an event-based gateway are catching events and receive tasks.
  {
    name: 'event-gateway-target',
    clause: '10.6.6',
    check: eachProcess(gatewaysLeadToEvents),
    isAlwaysEnforced: true,
  },
  // A target of an event-based gateway has no other incoming flow.
  {
    name: 'event-gateway-target-incoming',
    clause: '10.6.6',
    check: eachNode((node) => {
      const gateway = node.incoming.find(({ source }) => source?.tag === 'eventBasedGateway')?.source;
      if (gateway === undefined || node.incoming.length === 1) return undefined;
      return `it follows event-based gateway '${quote(gateway.id)}' and has ${node.incoming.length} incoming flows; only one is allowed`;
    }),
  },
  // A receive task after an event-based gateway has no boundary events.
  {
    name: 'event-gateway-target-boundary',
    clause: '10.6.6',
    check: eachNode((node) => {
      const [boundary] = node.boundaries;
      if (boundary === undefined || !node.incoming.some(({ source }) => source?.tag === 'eventBasedGateway')) return undefined;
      return `it follows an event-based gateway and has boundary event '${quote(boundary.id)}'`;
    }),
  },
  // The targets of an event-based gateway are message events or receive tasks, not both.
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
