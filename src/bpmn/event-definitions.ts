import { type DocumentDraft, resolve } from './draft.ts';
import { BPMN } from './namespaces.ts';
import type { XmlElement } from './xml-element.ts';

/** One event definition of an event. `kind` is the word diagnostics use: `error`, `timer`, `compensation` … */
export interface EventDefinition {
  readonly kind: string;
  readonly xml: XmlElement;
}

const SUFFIX = 'EventDefinition';

/** The definitions of an event in document order, references to definitions at the root of the file resolved; unknown references left out. */
export function eventDefinitionsOf(event: XmlElement, document: DocumentDraft): EventDefinition[] {
  const found: EventDefinition[] = [];
  for (const child of event.children) {
    if (child.uri !== BPMN) continue;
    const xml = child.local === 'eventDefinitionRef' ? resolve(document.rootById, child.text.trim()) : child;
    if (xml !== undefined && isDefinition(xml)) found.push({ kind: kindOf(xml), xml });
  }
  return found;
}

/** The texts of `eventDefinitionRef` children that name no event definition at the root of the file (CHK16). */
export function unknownDefinitionRefs(event: XmlElement, document: DocumentDraft): string[] {
  const refs = event.children.filter((child) => child.uri === BPMN && child.local === 'eventDefinitionRef');
  return refs
    .map((ref) => ref.text.trim())
    .filter((ref) => {
      const named = resolve(document.rootById, ref);
      return named === undefined || !isDefinition(named);
    });
}

function isDefinition(xml: XmlElement): boolean {
  return xml.local.endsWith(SUFFIX) && xml.local !== SUFFIX;
}

function kindOf(xml: XmlElement): string {
  const kind = xml.local.slice(0, -SUFFIX.length);
  return kind === 'compensate' ? 'compensation' : kind;
}
