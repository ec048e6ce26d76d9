import type { DocumentDraft, NodeDraft } from './draft.ts';
import { eventDefinitionsOf } from './event-definitions.ts';
import { attributeOf } from './xml-element.ts';

/** Joins link throw events to the link catch event of their name in the same container; the first catch of a name wins (docs/spec/elements.md#link-events). */
export function linkLinks(document: DocumentDraft): void {
  for (const container of document.processes.flatMap((process) => process.containers)) {
    const links = container.nodes.map((node) => ({ node, name: linkNameOf(node, document) }));
    const catches = new Map<string, NodeDraft>();
    for (const { node, name } of links) {
      if (name !== undefined && node.tag === 'intermediateCatchEvent' && !catches.has(name)) catches.set(name, node);
    }
    for (const { node, name } of links) {
      const target = name === undefined || node.tag !== 'intermediateThrowEvent' ? undefined : catches.get(name);
      if (target !== undefined) node.linkTarget = target;
    }
  }
}

/** The name of an event's link definition: `''` when it has none, `undefined` when the event is no link. */
export function linkNameOf(node: NodeDraft, document: DocumentDraft): string | undefined {
  if (node.tag !== 'intermediateThrowEvent' && node.tag !== 'intermediateCatchEvent') return undefined;
  const link = eventDefinitionsOf(node.xml, document).find(({ kind }) => kind === 'link');
  return link === undefined ? undefined : (attributeOf(link.xml, 'name') ?? '');
}
