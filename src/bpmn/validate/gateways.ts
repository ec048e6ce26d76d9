import type { DocumentDraft, NodeDraft } from '../draft.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { messageOf } from '../events/references.ts';
import { isInstantiating, isLinkCatch } from '../events/starts.ts';
import { type Finding, findingAt, quote } from '../finding.ts';
import { warningAt } from '../warning.ts';
import { attributeOf } from '../xml/xml-element.ts';
import type { ProcessRule, WarningRule } from './rule.ts';

/**
 * The targets of an event-based gateway are catching events; if it starts the process, message events only
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
 * Warns about event-based gateways with one flow, and about targets with other incoming flows (they bypass the gateway) or boundary events.
 * BPMN 2.0.2 (10.5.6) forbids the latter; Sluice supports them, and an interrupting one decides the gateway
 * (docs/contributing/spec/validation.md#undecided-gateway).
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
