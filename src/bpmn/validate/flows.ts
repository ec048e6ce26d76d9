import { activationConditionOf } from '../activation-condition.ts';
import type { DocumentDraft, FlowDraft, NodeDraft } from '../draft.ts';
import { defaultFlowOf, takesAllFlows } from '../elements/element-reader.ts';
import { ELEMENT_READERS } from '../elements/registry.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { linkNameOf } from '../events/links.ts';
import { messageOf } from '../events/references.ts';
import { eventStartsOf, isInstantiating, isLinkCatch, startsOf } from '../events/starts.ts';
import { type Finding, findingAt, quote, warningAt } from '../finding.ts';
import { ACTIVITIES } from '../flow-element-tags.ts';
import { attributeOf, childNamed } from '../xml/xml-element.ts';
import type { ProcessRule, WarningRule } from './rule.ts';

/** Checks for ends in the same container (docs/contributing/spec/validation.md#flow-ends). */
export const flowEndsExist: ProcessRule = function* (process) {
  for (const flow of process.flows) {
    if (flow.source === undefined) yield missing(flow, 'sourceRef');
    else if (flow.target === undefined) yield missing(flow, 'targetRef');
    else if (flow.source.container !== flow.target.container)
      yield findingAt(flow.xml, 'flow connects elements in different sub-processes');
  }
};

function missing(flow: FlowDraft, attribute: 'sourceRef' | 'targetRef') {
  return findingAt(flow.xml, `${attribute} '${quote(flow.xml.attributes.get(attribute) ?? '')}' not found`);
}

/**
 * Elements that start on an event have no incoming flow, those that end a token no outgoing flow, compensation handlers and event sub-processes none
 * (docs/contributing/spec/validation.md#flow-directions).
 */
export const flowsGoTheRightWay: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    const { incoming, outgoing } = allowedFor(node, document);
    if (!incoming && node.incoming.length > 0) yield findingAt(node.xml, 'incoming flow not allowed');
    if (!outgoing && node.outgoing.length > 0) yield findingAt(node.xml, 'outgoing flow not allowed');
  }
};

function allowedFor(node: NodeDraft, document: DocumentDraft): { readonly incoming: boolean; readonly outgoing: boolean } {
  const reader = ELEMENT_READERS.get(node.tag);
  const isLink = linkNameOf(node, document) !== undefined;
  return {
    incoming:
      (reader?.acceptsIncoming ?? true) &&
      !node.isHandler &&
      !isInstantiating(node) &&
      !(isLink && node.tag === 'intermediateCatchEvent'),
    outgoing: (reader?.acceptsOutgoing ?? true) && !node.isHandler && !(isLink && node.tag === 'intermediateThrowEvent'),
  };
}

/** `default` references an outgoing flow (docs/contributing/spec/validation.md#default-flow). */
export const defaultsLeaveTheirNode: ProcessRule = function* (process) {
  for (const node of process.nodes) {
    const written = attributeOf(node.xml, 'default');
    if (written === undefined || node.outgoing.some((flow) => flow.id === written)) continue;
    yield findingAt(node.xml, `default flow '${quote(written)}' is not an outgoing flow`);
  }
};

/**
 * Link events have names or targets, throw events a catch event, and names of catch events are unique in a container. Other rules check their flows
 * (docs/contributing/spec/validation.md#link-names).
 */
export const linksFindTheirTarget: ProcessRule = function* (process, document) {
  for (const container of process.containers) {
    const caught = new Set<string>();
    const entered = new Set(container.nodes.map(({ linkTarget }) => linkTarget));
    for (const node of container.nodes) {
      const name = linkNameOf(node, document);
      if (name === undefined) continue;
      const isThrow = node.tag === 'intermediateThrowEvent';
      const isJoined = isThrow ? node.linkTarget !== undefined : entered.has(node);
      if (name === '') {
        if (!isJoined) yield findingAt(node.xml, 'link name is required');
      } else if (isThrow) {
        if (!isJoined) yield findingAt(node.xml, `no link target '${quote(name)}'`);
      } else if (caught.has(name)) yield findingAt(node.xml, `duplicate link target '${quote(name)}'`);
      else caught.add(name);
    }
  }
};

/** Warns about nodes that no token can reach (docs/contributing/spec/validation.md#unreachable-node). */
export const nodesAreReachable: WarningRule = function* (process, document) {
  const reached = new Set<NodeDraft>();
  const open = [
    ...process.containers.flatMap((container) => startsOf(container, document)),
    ...eventStartsOf(process, document).map(({ node }) => node),
    ...process.nodes.filter(isEnteredWithoutFlow),
  ];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    for (const boundary of node.boundaries) open.push(boundary);
    if (node.linkTarget !== undefined) open.push(node.linkTarget);
    for (const flow of node.outgoing) if (flow.target !== undefined) open.push(flow.target);
  }
  for (const node of process.nodes) {
    if (!reached.has(node)) yield warningAt(node.xml, process.key, { event: 'attribute-ignored', text: 'no path leads here' });
  }
};

/** Activated by a token, an event or compensation. */
function isEnteredWithoutFlow(node: NodeDraft): boolean {
  if (node.isHandler || node.tag === 'eventSubProcess') return true;
  const host = node.container.host;
  if (host === undefined) return isInstantiating(node);
  return host.tag === 'adHocSubProcess' && node.incoming.length === 0 && ACTIVITIES.has(node.tag);
}

/** Warns on a default flow, and after a parallel or event-based gateway (docs/contributing/spec/validation.md#ignored-condition). */
export const conditionsAreEvaluated: WarningRule = function* (process) {
  for (const node of process.nodes) {
    const defaultFlow = defaultFlowOf(node);
    const gateway = node.tag === 'parallelGateway' ? 'a parallel' : 'an event-based';
    for (const flow of node.outgoing) {
      if (childNamed(flow.xml, 'conditionExpression') === undefined) continue;
      const why = takesAllFlows(node) ? `after ${gateway} gateway` : flow.id === defaultFlow && 'on the default flow';
      if (!why) continue;
      const text = `condition ${why} is ignored`;
      yield warningAt(flow.xml, process.key, {
        event: 'attribute-ignored',
        name: 'conditionExpression',
        elementId: flow.id,
        text,
      });
    }
  }
};

/** Warns about gateways with one incoming flow (docs/contributing/spec/validation.md#ignored-activation-condition). */
export const activationConditionsAreEvaluated: WarningRule = function* (process) {
  for (const node of process.nodes) {
    if (node.tag !== 'complexGateway' || node.incoming.length > 1 || activationConditionOf(node.xml) === undefined) continue;
    const text = 'activation condition of a gateway with one incoming flow is ignored';
    yield warningAt(node.xml, process.key, { event: 'activation-condition-ignored', name: 'activationCondition', text });
  }
};

/** Warns about flows without condition, if there are several, except the default one (docs/contributing/spec/validation.md#flow-without-condition). */
export const exclusiveFlowsHaveConditions: WarningRule = function* (process) {
  for (const node of process.nodes) {
    if (node.tag !== 'exclusiveGateway' || node.outgoing.length < 2) continue;
    const defaultFlow = defaultFlowOf(node);
    for (const flow of node.outgoing) {
      if (flow.id === defaultFlow || childNamed(flow.xml, 'conditionExpression') !== undefined) continue;
      const text = 'flow out of an exclusive gateway has no condition and is not the default flow';
      yield warningAt(flow.xml, process.key, { event: 'attribute-ignored', elementId: flow.id, text });
    }
  }
};

/**
 * Targets are catching events and receive tasks with a message; only those for messages if the gateway starts the process
 * (docs/contributing/spec/validation.md#event-based-gateway-targets).
 */
export const gatewaysLeadToEvents: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    if (node.tag !== 'eventBasedGateway') continue;
    if (node.outgoing.length === 0) yield findingAt(node.xml, 'event-based gateway needs a target');
    for (const { target } of node.outgoing) if (target !== undefined) yield* targetFault(node, target, document);
  }
};

/**
 * Warns about gateways with one flow, and targets with other incoming flows (they bypass the gateway) or boundary events. BPMN 2.0.2 (10.5.6) forbids
 * the latter; Sluice supports them, and an interrupting one decides the gateway (docs/contributing/spec/validation.md#undecided-gateway).
 */
export const gatewaysDecide: WarningRule = function* (process) {
  for (const node of process.nodes) {
    if (node.tag !== 'eventBasedGateway') continue;
    const warn = (text: string) => warningAt(node.xml, process.key, { event: 'attribute-ignored', text });
    if (node.outgoing.length === 1) yield warn('event-based gateway has one flow only');
    for (const { target } of node.outgoing) {
      if (target === undefined) continue;
      if (target.incoming.length > 1) yield warn(`target '${quote(target.id)}' has another incoming flow`);
      if (target.boundaries.length > 0) yield warn(`target '${quote(target.id)}' has boundary events`);
    }
  }
};

function* targetFault(gateway: NodeDraft, target: NodeDraft, document: DocumentDraft): Iterable<Finding> {
  if (!canFollow(target, document)) {
    yield findingAt(gateway.xml, `'${quote(target.id)}' cannot follow an event-based gateway`);
  } else if (isInstantiating(gateway) && !isMessage(target, document)) {
    yield findingAt(gateway.xml, `'${quote(target.id)}' cannot start an instance`);
  }
}

function canFollow(target: NodeDraft, document: DocumentDraft): boolean {
  if (target.tag === 'receiveTask')
    return attributeOf(target.xml, 'messageRef') !== undefined || messageOf(target.xml, document) !== undefined;
  return target.tag === 'intermediateCatchEvent' && !isLinkCatch(target, document);
}

function isMessage(target: NodeDraft, document: DocumentDraft): boolean {
  return target.tag === 'receiveTask' || eventDefinitionsOf(target.xml, document).every(({ kind }) => kind === 'message');
}

/** Compares `gatewayDirection`; only the flows have an effect (docs/contributing/spec/validation.md#gateway-direction). */
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
