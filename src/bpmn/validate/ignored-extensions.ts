import type { DocumentDraft, NodeDraft } from '../draft.ts';
import { UNDERSTANDS_NOTHING } from '../elements/element-reader.ts';
import { ELEMENT_READERS } from '../elements/registry.ts';
import { mappingsOfThrow, THROW_EXTENSIONS } from '../elements/throwing-event.ts';
import { eventDefinitionsOf } from '../event-definitions.ts';
import { quote } from '../finding.ts';
import { MAPPING_EXTENSIONS } from '../io-mappings.ts';
import { ext, knownDialect } from '../namespaces.ts';
import { type PlacedWarning, warningAt } from '../warning.ts';
import { extensionsNamed, extensionsOf, splitAttributeKey, type XmlElement } from '../xml-element.ts';
import { LOOP_MARKERS } from './loops.ts';
import type { WarningRule } from './rule.ts';

/** Names that have no meaning for execution here, without a warning (bpmn.md 0.2), in lower case. */
const SILENT: ReadonlySet<string> = new Set([
  // asynchronous continuation and retry
  ...['async', 'asyncbefore', 'asyncafter', 'exclusive', 'failedjobretrytimecycle', 'retries', 'jobpriority', 'taskpriority'],
  // forms, due dates, priorities
  ...['formdata', 'formproperty', 'formkey', 'formref', 'formrefbinding', 'formrefversion', 'formhandlerclass'],
  ...['formdefinition', 'usertaskform', 'form', 'duedate', 'followupdate', 'taskschedule', 'priority', 'prioritydefinition'],
  ...['jobprioritydefinition', 'taskprioritydefinition', 'usertask'],
  // history, versions, who may start
  ...['historytimetolive', 'isstartableintasklist', 'versiontag', 'candidatestarterusers', 'candidatestartergroups'],
  // templates and modelers
  ...['modelertemplate', 'modelertemplateversion', 'modelertemplateicon', 'template', 'generated', 'diagramrelationid'],
]);

/** Names that are told apart: what they say would run elsewhere (WARN05), in lower case. */
const LISTENERS: ReadonlySet<string> = new Set([
  ...['executionlistener', 'executionlisteners', 'tasklistener', 'tasklisteners', 'field', 'properties', 'property'],
]);

/** WARN05 and WARN11: what a known dialect says and nobody reads. Silent where bpmn.md 0.2 is. */
export const extensionsAreUnderstood: WarningRule = function* (process, document) {
  if (!process.isGlobalTask) yield* ignored(process.xml, UNDERSTANDS_NOTHING, process.key);
  for (const node of process.nodes) {
    const understood = understoodOn(node, document);
    yield* ignored(node.xml, understood, process.key);
    for (const { xml } of eventDefinitionsOf(node.xml, document)) {
      if (xml !== node.xml) yield* ignored(xml, understood, process.key, node.id);
    }
    for (const adHoc of node.tag === 'adHocSubProcess' ? extensionsNamed(node.xml, ext, 'adHoc') : []) {
      yield* ignoredOfAdHoc(node, adHoc, process.key);
    }
    for (const child of node.xml.children) {
      if (LOOP_MARKERS.has(child.local)) yield* ignored(child, understood, process.key, node.id);
    }
  }
  for (const flow of process.flows) yield* ignored(flow.xml, UNDERSTANDS_NOTHING, process.key, flow.id);
};

/** What an ad-hoc body collects is not collected (3.21). */
function* ignoredOfAdHoc({ xml, id }: NodeDraft, adHoc: XmlElement, processKey: string): Iterable<PlacedWarning> {
  for (const key of adHoc.attributes.keys()) {
    const { local } = splitAttributeKey(key);
    if (local.toLowerCase() === 'activeelementscollection') continue;
    yield warningAt(xml, processKey, {
      id: 9002,
      name: quote(local),
      text: `attribute ${quote(local)} of adHoc is ignored`,
      elementId: id,
    });
  }
}

/** The words an element understands; mappings are none on an end or throw event that sends no message (D3). */
function understoodOn(node: NodeDraft, document: DocumentDraft): ReadonlySet<string> {
  const words = ELEMENT_READERS.get(node.tag)?.understands ?? UNDERSTANDS_NOTHING;
  if (words !== THROW_EXTENSIONS || mappingsOfThrow(node, document).inputs) return words;
  return new Set([...words].filter((word) => !MAPPING_EXTENSIONS.includes(word)));
}

function* ignored(
  xml: XmlElement,
  understood: ReadonlySet<string>,
  processKey: string,
  elementId?: string,
): Iterable<PlacedWarning> {
  const attributes = [...xml.attributes.keys()].map(splitAttributeKey).map((key) => ({ ...key, what: 'attribute' }));
  const elements = extensionsOf(xml).map(({ uri, local }) => ({ uri, local, what: 'extension element' }));
  for (const { uri, local, what } of [...attributes, ...elements]) {
    const name = local.toLowerCase();
    if (!knownDialect(uri) || SILENT.has(name) || understood.has(name)) continue;
    const text = LISTENERS.has(name) ? `${quote(local)} is not executed` : `${what} ${quote(local)} is ignored`;
    const owner = elementId === undefined ? {} : { elementId };
    yield warningAt(xml, processKey, { id: 9002, name: quote(local), text, ...owner });
  }
}
