import type { DocumentDraft } from '../draft.ts';
import { findingAt } from '../finding.ts';
import { attributeOf, childNamed, type XmlElement } from '../xml-element.ts';
import type { DocumentRule } from './rule.ts';

/** Messages, signals and escalations have ids; signals and referenced messages have names (docs/contributing/spec/validation.md#root-element-names). */
export const rootElementsAreNamed: DocumentRule = function* (document) {
  let referred: ReadonlySet<string> | undefined;
  for (const xml of document.rootElements) {
    const isNamed = xml.local === 'message' || xml.local === 'signal';
    if (!isNamed && xml.local !== 'escalation') continue;
    const id = attributeOf(xml, 'id');
    if (id === undefined) yield findingAt(xml, 'id is required');
    else if (isNamed && attributeOf(xml, 'name') === undefined) {
      referred ??= referencesOf(document);
      if (xml.local === 'signal' || referred.has(id)) yield findingAt(xml, 'name is required');
    }
  }
};

/** Ids of referenced messages, as written and without prefix. Excludes message flows and conversations, which are not executed. */
function referencesOf(document: DocumentDraft): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { xml } of document.processes) collect(xml, found);
  for (const root of document.rootElements) if (root.local.endsWith('EventDefinition')) collect(root, found);
  for (const operation of document.operationById.values()) add(childNamed(operation, 'inMessageRef')?.text.trim(), found);
  return found;
}

function collect(xml: XmlElement, found: Set<string>): void {
  add(attributeOf(xml, 'messageRef'), found);
  for (const child of xml.children) collect(child, found);
}

function add(reference: string | undefined, found: Set<string>): void {
  if (reference === undefined) return;
  found.add(reference);
  found.add(reference.slice(reference.indexOf(':') + 1));
}
