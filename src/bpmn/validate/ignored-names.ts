import { Speller } from '../dialects/dialect-words.ts';
import { entryExitScriptsOf } from '../dialects/jbpm/entry-exit-scripts.ts';
import { foreign, jbpm } from '../dialects/namespaces.ts';
import type { DocumentDraft, ProcessDraft } from '../draft.ts';
import { ELEMENT_READERS } from '../elements/registry.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import { quote } from '../finding.ts';
import { type PlacedWarning, warningAt } from '../warning.ts';
import { attributeOf, extensionsOf, isFalse, splitAttributeKey, type XmlElement } from '../xml/xml-element.ts';
import { LOOP_MARKERS } from './activities.ts';
import type { WarningRule } from './rule.ts';

/** Part of a file that may affect the execution. `elementId`: the element it belongs to; absent for the process and for root elements. */
interface ExecutedPart {
  readonly xml: XmlElement;
  readonly elementId: string | undefined;
  /** Tag if this part is a flow node. */
  readonly tag?: string;
}

/** Root elements referenced by events and tasks. */
const REFERRED: ReadonlySet<string> = new Set([
  'message',
  'signal',
  'error',
  'escalation',
  'interface',
  'itemDefinition',
  'resource',
]);

/** Executed parts of a process. For the first deployed process also the referenced root elements. */
function* executedParts(process: ProcessDraft, document: DocumentDraft): Iterable<ExecutedPart> {
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

/** jBPM names that are supported or have no effect, in lower case. */
const SILENT: ReadonlySet<string> = new Set([
  ...['packagename', 'version', 'metadata', 'processtype', 'taskname', 'priority', 'dtype'],
  ...['serviceimplementation', 'serviceinterface', 'serviceoperation'],
]);

/** Original spelling of the supported names, to suggest corrections. */
const SPELLINGS: readonly string[] = [
  ...[
    'packageName',
    'version',
    'metaData',
    'processType',
    'taskName',
    'priority',
    'dtype',
    'waitForCompletion',
    'import',
    'global',
  ],
  ...['serviceimplementation', 'serviceinterface', 'serviceoperation', 'onEntry-script', 'onExit-script', 'ruleFlowGroup'],
];

/** Warning text for names with an effect in jBPM. */
const MEANING: ReadonlyMap<string, string> = new Map([
  ['import', 'is skipped, there is nothing to import'],
  ['global', 'is ignored, there are no global objects'],
  ['onentry-script', 'is not executed'],
  ['onexit-script', 'is not executed'],
  ['ruleflowgroup', 'is not executed, rules run elsewhere'],
  ['waitforcompletion', 'is ignored: the call waits'],
]);

/** Warns about unsupported names of jBPM and Kogito, once per element and name (docs/contributing/spec/validation.md#names-of-jbpm). */
export const jbpmNamesAreExecuted: WarningRule = function* (process, document) {
  const speller = new Speller();
  for (const { xml, elementId, tag = '' } of executedParts(process, document)) {
    // the parser of activities supports non-empty scripts, or adds a warning
    const scripts = ELEMENT_READERS.get(tag)?.category === 'activity' ? entryExitScriptsOf(xml) : [];
    for (const { local, what } of unread(xml)) {
      if (scripts.some((script) => script.xml.local === local)) continue;
      const meaning = MEANING.get(local.toLowerCase());
      yield warningAt(xml, process.key, {
        event: 'attribute-ignored',
        name: quote(local),
        text:
          meaning === undefined
            ? `${what} ${quote(local)} is ignored${speller.among(local, SPELLINGS)}`
            : `${quote(local)} ${meaning}`,
        ...(elementId === undefined ? {} : { elementId }),
      });
    }
  }
};

/**
 * Warns about a reference without a declared signal, message or escalation: as in jBPM, its text is the event name
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

function unread(xml: XmlElement): Iterable<{ readonly local: string; readonly what: string }> {
  const found = new Map<string, { local: string; what: string }>();
  const add = (local: string, what: string) => {
    if (!SILENT.has(local.toLowerCase())) found.set(local, { local, what });
  };
  for (const [key, value] of xml.attributes) {
    const { uri, local } = splitAttributeKey(key);
    if (jbpm(uri) && !hasNoEffect(local, value)) add(local, 'attribute');
  }
  for (const { uri, local } of extensionsOf(xml)) if (jbpm(uri)) add(local, 'extension element');
  return found.values();
}

/** True for disabled options and for `waitForCompletion` unless it is false: calls always wait. */
function hasNoEffect(local: string, value: string): boolean {
  return local.toLowerCase() === 'waitforcompletion' ? !isFalse(value) : isFalse(value);
}

/** A name of an unknown namespace, with its first place. */
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
 * Warns once per name about unknown namespaces on executed or referenced parts. Ignores diagrams, lanes, data and texts, which are not
 * executed, and namespaces of tools (docs/contributing/spec/validation.md#unknown-extensions).
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
