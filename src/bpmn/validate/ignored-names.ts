import { foreign } from '../dialects/namespaces.ts';
import type { DocumentDraft, ProcessDraft } from '../draft.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { type PlacedWarning, quote, warningAt } from '../finding.ts';
import { attributeOf, extensionsOf, splitAttributeKey, type XmlElement } from '../xml/xml-element.ts';
import { LOOP_MARKERS } from './activities.ts';
import type { WarningRule } from './rule.ts';

/** May affect the execution. `elementId`: absent for the process and root elements. */
interface ExecutedPart {
  readonly xml: XmlElement;
  readonly elementId: string | undefined;
  /** Tag of a flow node. */
  readonly tag?: string;
}

/** Elements referenced by events and tasks. */
const REFERRED: ReadonlySet<string> = new Set([
  'message',
  'signal',
  'error',
  'escalation',
  'interface',
  'itemDefinition',
  'resource',
]);

/** The first deployed process also has the referenced root elements. */
export function* executedParts(process: ProcessDraft, document: DocumentDraft): Iterable<ExecutedPart> {
  if (!process.isGlobalTask) yield { xml: process.xml, elementId: undefined };
  for (const { xml, id, tag } of process.nodes) {
    yield { xml, elementId: id, tag };
    for (const definition of eventDefinitionsOf(xml, document)) {
      if (definition.xml !== xml) yield { xml: definition.xml, elementId: id };
    }
    for (const child of xml.children) if (LOOP_MARKERS.has(child.local)) yield { xml: child, elementId: id };
  }
  for (const { xml, id } of process.flows) yield { xml, elementId: id };
  // once per file
  if (document.processes.find(({ isDeployed }) => isDeployed) !== process) return;
  yield { xml: document.xml, elementId: undefined };
  for (const root of document.rootElements) if (REFERRED.has(root.local)) yield { xml: root, elementId: undefined };
}

/**
 * Warns about an undeclared signal, message or escalation: as in jBPM, the text is the event name
 * (docs/contributing/spec/validation.md#references-by-name).
 */
export const referencesAreIds: WarningRule = function* (process, document) {
  for (const node of process.nodes) {
    for (const { kind, xml } of eventDefinitionsOf(node.xml, document)) {
      if (kind !== 'message' && kind !== 'signal' && kind !== 'escalation') continue;
      const attribute = `${kind}Ref`;
      const reference = attributeOf(xml, attribute);
      if (reference === undefined || isId(document, reference)) continue;
      yield warningAt(node.xml, process.key, {
        event: 'attribute-ignored',
        name: attribute,
        text: `${attribute} '${quote(reference)}' is not an id; it is read as the name of the ${kind}`,
      });
    }
  }
};

function isId({ rootById }: DocumentDraft, reference: string): boolean {
  return rootById.has(reference) || rootById.has(reference.slice(reference.indexOf(':') + 1));
}

/** Name in an unknown namespace, at its first place. */
interface Seen {
  readonly xml: XmlElement;
  readonly elementId: string | undefined;
  readonly what: string;
  readonly uri: string;
  readonly local: string;
  readonly line: number;
  more: number;
}

/**
 * Warns once per name, on executed or referenced parts. Not on diagrams, lanes, data and texts, nor about namespaces of tools
 * (docs/contributing/spec/validation.md#unknown-extensions).
 */
export const namespacesAreKnown: WarningRule = function* (process, document) {
  const seen = new Map<string, Seen>();
  for (const { xml, elementId } of executedParts(process, document)) {
    for (const name of foreignNamesOn(xml)) {
      const key = `${name.what}\n${name.uri}\n${name.local}`;
      const first = seen.get(key);
      if (first === undefined) seen.set(key, { ...name, xml, elementId, more: 0 });
      else first.more += 1;
    }
  }
  for (const name of seen.values()) yield warningOf(name, process.key);
};

function foreignNamesOn(xml: XmlElement): Omit<Seen, 'xml' | 'elementId' | 'more'>[] {
  const names: Omit<Seen, 'xml' | 'elementId' | 'more'>[] = [];
  for (const key of xml.attributes.keys()) {
    const { uri, local } = splitAttributeKey(key);
    if (uri !== '' && foreign(uri)) names.push({ uri, local, what: 'attribute', line: xml.place.line });
  }
  for (const { uri, local, place } of extensionsOf(xml)) {
    if (foreign(uri)) names.push({ uri, local, what: 'extension element', line: place.line });
  }
  return names;
}

function warningOf({ xml, elementId, what, uri, local, line, more }: Seen, processKey: string): PlacedWarning {
  const others = more === 0 ? '' : `, and ${more} more`;
  const text = `${what} ${quote(local)} of the unknown namespace ${quote(uri)} is ignored (line ${line}${others})`;
  return warningAt(xml, processKey, {
    event: 'attribute-ignored',
    name: quote(local),
    text,
    ...(elementId === undefined ? {} : { elementId }),
  });
}
