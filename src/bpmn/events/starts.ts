import { catchesOf } from '../../engine/model/model-shape.ts';
import { type ElementModel, isSubscribing, type StartTrigger } from '../../engine/model.ts';
import type { ContainerDraft, DocumentDraft, NodeDraft, ProcessDraft } from '../draft.ts';
import { INSTANTIATING } from '../flow-element-tags.ts';
import { attributeOf, isTrue } from '../xml/xml-element.ts';
import { type EventDefinition, eventDefinitionsOf } from './event-definitions.ts';

/** Nodes for the first tokens. Empty for an ad-hoc body: the engine starts its activities (docs/contributing/spec/execution.md#opening-a-scope). */
export function startsOf(container: ContainerDraft, document: DocumentDraft): NodeDraft[] {
  if (container.host?.tag === 'adHocSubProcess') return [];
  const starts = container.nodes.filter((node) => node.tag === 'startEvent');
  const start = starts.find((node) => eventDefinitionsOf(node.xml, document).length === 0) ?? starts[0];
  if (start !== undefined) return [start];
  if (container.host?.tag === 'eventSubProcess') return [];
  if (container.host === undefined && container.nodes.some(isInstantiating))
    return container.nodes.filter(isInstantiating).slice(0, 1);
  return container.nodes.filter((node) => isStartedWithout(node, document));
}

/** True if it receives a token immediately in a container without start event. */
function isStartedWithout(node: NodeDraft, document: DocumentDraft): boolean {
  if (node.incoming.length > 0 || node.isHandler || isInstantiating(node)) return false;
  return node.tag !== 'boundaryEvent' && node.tag !== 'eventSubProcess' && !isLinkCatch(node, document);
}

export function isInstantiating(node: NodeDraft): boolean {
  return INSTANTIATING.has(node.tag) && isTrue(attributeOf(node.xml, 'instantiate'));
}

export function isLinkCatch(node: NodeDraft, document: DocumentDraft): boolean {
  return node.tag === 'intermediateCatchEvent' && eventDefinitionsOf(node.xml, document).some(({ kind }) => kind === 'link');
}

/** Node at process level with its event definitions; absent for a receive task. */
interface EventStart {
  readonly node: NodeDraft;
  readonly definitions?: readonly EventDefinition[];
}

/**
 * Start events with definitions, instantiating receive tasks, and targets of instantiating gateways, in document order
 * (docs/contributing/spec/waiting.md#registrations).
 */
export function eventStartsOf(process: ProcessDraft, document: DocumentDraft): EventStart[] {
  if (process.isGlobalTask) return [];
  const targets = new Set(
    process.root.nodes
      .filter((node) => node.tag === 'eventBasedGateway' && isInstantiating(node))
      .flatMap((gateway) => gateway.outgoing.map((flow) => flow.target)),
  );
  const found: EventStart[] = [];
  for (const node of process.root.nodes) {
    const isTarget = targets.has(node);
    if (node.tag === 'receiveTask' && (isTarget || isInstantiating(node))) found.push({ node });
    const isEvent = node.tag === 'startEvent' || (isTarget && node.tag === 'intermediateCatchEvent');
    const definitions = isEvent ? eventDefinitionsOf(node.xml, document) : [];
    if (definitions.length > 0) found.push({ node, definitions });
  }
  return found;
}

/** Triggers in document order, without the none start event (docs/contributing/spec/waiting.md#registrations). */
export function startTriggersOf(
  process: ProcessDraft,
  document: DocumentDraft,
  elements: ReadonlyMap<string, ElementModel>,
): readonly StartTrigger[] {
  const triggers = eventStartsOf(process, document).flatMap(({ node }) => {
    const element = elements.get(node.id);
    const definitions = element === undefined ? [] : catchesOf(element).filter(isSubscribing);
    return definitions.map((definition) => Object.freeze({ element: node.id, definition }));
  });
  return Object.freeze(triggers);
}
