import type { ContainerDraft, DocumentDraft, NodeDraft } from '../draft.ts';
import { attributeOf, childrenNamed, type XmlElement } from '../xml/xml-element.ts';
import { eventDefinitionsOf } from './event-definitions.ts';

/**
 * Links a throw event to the first catch event of the same name and container, else by `target` of the throw event or `source` of a catch event
 * (docs/contributing/spec/elements.md#link-events).
 */
export function linkLinks(document: DocumentDraft): void {
  for (const container of document.processes.flatMap((process) => process.containers)) {
    const links = linksOf(container, document);
    const targets = new LinkTargets(links.filter(({ node }) => node.tag === 'intermediateCatchEvent'));
    for (const link of links) {
      const target = link.node.tag === 'intermediateThrowEvent' ? targets.of(link) : undefined;
      if (target !== undefined) link.node.linkTarget = target;
    }
  }
}

/** `''` if unnamed, undefined if not a link event. */
export function linkNameOf(node: NodeDraft, document: DocumentDraft): string | undefined {
  const link = linkDefinitionOf(node, document);
  return link === undefined ? undefined : (attributeOf(link, 'name') ?? '');
}

interface Link {
  readonly node: NodeDraft;
  readonly name: string;
  /** Event and definition: files reference either. */
  readonly ids: readonly string[];
  readonly definition: XmlElement;
}

function linksOf(container: ContainerDraft, document: DocumentDraft): Link[] {
  return container.nodes.flatMap((node) => {
    const definition = linkDefinitionOf(node, document);
    if (definition === undefined) return [];
    const ids = [node.id, attributeOf(definition, 'id') ?? ''].filter((id) => id !== '');
    return [{ node, name: attributeOf(definition, 'name') ?? '', ids, definition }];
  });
}

function linkDefinitionOf(node: NodeDraft, document: DocumentDraft): XmlElement | undefined {
  if (node.tag !== 'intermediateThrowEvent' && node.tag !== 'intermediateCatchEvent') return undefined;
  return eventDefinitionsOf(node.xml, document).find(({ kind }) => kind === 'link')?.xml;
}

/** Catch events of a container by name, id and source. */
class LinkTargets {
  private readonly byName = new Map<string, NodeDraft>();
  private readonly byId = new Map<string, NodeDraft>();
  private readonly bySource = new Map<string, NodeDraft>();

  constructor(catches: readonly Link[]) {
    for (const { node, name, ids, definition } of catches) {
      setFirst(this.byName, name, node);
      for (const id of ids) setFirst(this.byId, id, node);
      for (const source of referencesIn(definition, 'source')) setFirst(this.bySource, source, node);
    }
  }

  of({ name, ids, definition }: Link): NodeDraft | undefined {
    const named = name === '' ? undefined : this.byName.get(name);
    return named ?? first(referencesIn(definition, 'target'), this.byId) ?? first(ids, this.bySource);
  }
}

/** References as written and without prefix. */
function referencesIn(definition: XmlElement, local: string): string[] {
  const written = childrenNamed(definition, local).map((child) => child.text.trim());
  return written.flatMap((text) => [text, text.slice(text.indexOf(':') + 1)]).filter((text) => text !== '');
}

function first(keys: readonly string[], nodes: ReadonlyMap<string, NodeDraft>): NodeDraft | undefined {
  return keys.map((key) => nodes.get(key)).find((node) => node !== undefined);
}

function setFirst(nodes: Map<string, NodeDraft>, key: string, node: NodeDraft): void {
  if (!nodes.has(key)) nodes.set(key, node);
}
