import type { ProcessDraft } from '../draft.ts';
import { findingAt } from '../finding.ts';
import { attributeOf, type XmlElement } from '../xml-element.ts';
import type { DocumentRule } from './rule.ts';

/** Every process and global task has an id (docs/contributing/spec/validation.md#process-ids). */
export const processesHaveIds: DocumentRule = function* (document) {
  for (const process of document.processes) {
    if (process.key === '') yield findingAt(process.xml, 'process has no id');
  }
};

/** Every flow node has an id. Flows without an id get one (docs/contributing/spec/validation.md#element-ids). */
export const nodesHaveIds: DocumentRule = function* (document) {
  for (const process of document.processes) {
    if (process.isGlobalTask) continue;
    for (const node of process.nodes) if (node.id === '') yield findingAt(node.xml, 'id is required');
  }
};

/** Ids of processes, flow nodes, flows and root elements are unique. */
export const idsAreUnique: DocumentRule = function* (document) {
  const owners = [...document.rootElements, ...document.processes.flatMap(ownersOf)];
  // report the later elements in document order
  owners.sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
  const first = new Map<string, XmlElement>();
  for (const owner of owners) {
    const id = attributeOf(owner, 'id');
    if (id === undefined) continue;
    const other = first.get(id);
    if (other === undefined) first.set(id, owner);
    else yield findingAt(owner, owner.local === 'process' && other.local === 'process' ? 'duplicate process id' : 'duplicate id');
  }
};

function ownersOf(process: ProcessDraft): XmlElement[] {
  if (process.isGlobalTask) return [process.xml];
  return [process.xml, ...process.nodes.map((node) => node.xml), ...process.flows.map((flow) => flow.xml)];
}
