import type { ElementOutline } from './element-outline.ts';
import { BPMN } from './namespaces.ts';

/** Elements by id; empty if the text is not well-formed XML. */
export function outlineOf(xml: string): ReadonlyMap<string, ElementOutline> {
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  const outline = new Map<string, ElementOutline>();
  for (const element of document.querySelectorAll('[id]')) {
    if (element.namespaceURI !== BPMN) continue;
    const id = element.getAttribute('id') ?? '';
    outline.set(id, { id, tag: element.localName, name: element.getAttribute('name') });
  }
  return outline;
}
