import { type DocumentDraft, resolve } from '../draft.ts';
import { BPMN } from '../xml/namespaces.ts';
import { attributeOf, isBpmn, type XmlElement } from '../xml/xml-element.ts';

/** `kind`: word in diagnostics: `error`, `timer`, `compensation` … */
export interface EventDefinition {
  readonly kind: string;
  /** The event for the shorthand `cancelEndEvent`. */
  readonly xml: XmlElement;
  /** Referenced root definition. */
  readonly ref?: string;
}

const SUFFIX = 'EventDefinition';

/** Definitions in document order, with resolved references. Leaves out unknown ones. */
export function eventDefinitionsOf(event: XmlElement, document: DocumentDraft): EventDefinition[] {
  if (isBpmn(event, 'cancelEndEvent')) return [{ kind: 'cancel', xml: event }];
  const found: EventDefinition[] = [];
  for (const child of event.children) {
    if (child.uri !== BPMN) continue;
    const isRef = child.local === 'eventDefinitionRef';
    const xml = isRef ? resolve(document.rootById, child.text.trim()) : child;
    if (xml === undefined || !isDefinition(xml)) continue;
    const ref = isRef ? attributeOf(xml, 'id') : undefined;
    found.push({ kind: definitionKindOf(xml), xml, ...(ref === undefined ? {} : { ref }) });
  }
  return found;
}

/** References to no root event definition (docs/contributing/spec/validation.md#message-and-signal-references). */
export function unknownDefinitionRefs(event: XmlElement, document: DocumentDraft): string[] {
  const refs = event.children.filter((child) => isBpmn(child, 'eventDefinitionRef'));
  return refs
    .map((ref) => ref.text.trim())
    .filter((ref) => {
      const named = resolve(document.rootById, ref);
      return named === undefined || !isDefinition(named);
    });
}

export function isDefinition(xml: XmlElement): boolean {
  return xml.uri === BPMN && xml.local.endsWith(SUFFIX) && xml.local !== SUFFIX;
}

/** `message` for a `messageEventDefinition`, and so on. BPMN's `compensate` is `compensation`. */
export function definitionKindOf(xml: XmlElement): string {
  const kind = xml.local.slice(0, -SUFFIX.length);
  return kind === 'compensate' ? 'compensation' : kind;
}
