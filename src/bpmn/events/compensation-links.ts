import { type DocumentDraft, type NodeDraft, type ProcessDraft, resolve } from '../draft.ts';
import { ACTIVITIES } from '../flow-element-tags.ts';
import { attributeOf, isBpmn, type XmlElement } from '../xml/xml-element.ts';
import { eventDefinitionsOf } from './event-definitions.ts';

/**
 * Links boundary events to handlers by the associations of the whole document, in both directions
 * (docs/contributing/spec/loops-and-compensation.md#compensation-handler).
 */
export function linkCompensation(document: DocumentDraft): void {
  const joined = new Map<string, string[]>();
  collectAssociations(document.xml, joined);
  for (const process of document.processes) {
    for (const node of process.nodes) if (isCompensationBoundary(node, document)) linkHandlers(node, process, joined);
  }
}

export function isCompensationBoundary(node: NodeDraft, document: DocumentDraft): boolean {
  return node.tag === 'boundaryEvent' && eventDefinitionsOf(node.xml, document).some(({ kind }) => kind === 'compensation');
}

function linkHandlers(boundary: NodeDraft, process: ProcessDraft, joined: ReadonlyMap<string, readonly string[]>): void {
  const handlers = new Set<NodeDraft>();
  for (const id of joined.get(boundary.id) ?? []) {
    const node = resolve(process.nodeById, id);
    if (node !== undefined && node.container === boundary.container && ACTIVITIES.has(node.tag)) handlers.add(node);
  }
  boundary.handlers = [...handlers];
  if (boundary.host !== undefined) boundary.host.compensation ??= boundary;
  for (const handler of handlers) handler.isHandler = true;
}

/** Adds both directions, with ids as written and without prefix. */
function collectAssociations(xml: XmlElement, joined: Map<string, string[]>): void {
  if (isBpmn(xml, 'association')) {
    const [source, target] = [attributeOf(xml, 'sourceRef'), attributeOf(xml, 'targetRef')];
    if (source !== undefined && target !== undefined) {
      join(joined, source, target);
      join(joined, target, source);
    }
  }
  for (const child of xml.children) collectAssociations(child, joined);
}

function join(joined: Map<string, string[]>, from: string, to: string): void {
  for (const id of new Set([from, from.slice(from.indexOf(':') + 1)])) {
    const others = joined.get(id);
    if (others === undefined) joined.set(id, [to]);
    else others.push(to);
  }
}
