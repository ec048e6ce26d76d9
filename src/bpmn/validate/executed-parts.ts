import type { DocumentDraft, ProcessDraft } from '../draft.ts';
import { eventDefinitionsOf } from '../events/event-definitions.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import { LOOP_MARKERS } from './activities.ts';

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
