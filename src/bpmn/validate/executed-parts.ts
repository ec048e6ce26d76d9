import type { DocumentDraft, ProcessDraft } from '../draft.ts';
import { eventDefinitionsOf } from '../event-definitions.ts';
import type { XmlElement } from '../xml-element.ts';
import { LOOP_MARKERS } from './loops.ts';

/** Part of a file whose names may mean something for execution. `elementId`: the element that it belongs to; absent for the process and for parts outside of it. */
export interface ExecutedPart {
  readonly xml: XmlElement;
  readonly elementId: string | undefined;
  /** of the element itself; absent for what belongs to it, and for all else */
  readonly tag?: string;
}

/** Root elements that events and tasks refer to. */
const REFERRED: ReadonlySet<string> = new Set([
  'message',
  'signal',
  'error',
  'escalation',
  'interface',
  'itemDefinition',
  'resource',
]);

/** The parts of a process that are executed; with the first process that is deployed also those of the file that processes refer to. */
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
  // once per file, whatever the number of its processes
  if (document.processes.find(({ isDeployed }) => isDeployed) !== process) return;
  yield { xml: document.xml, elementId: undefined };
  for (const root of document.rootElements) if (REFERRED.has(root.local)) yield { xml: root, elementId: undefined };
}
