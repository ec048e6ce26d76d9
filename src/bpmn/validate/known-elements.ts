import { ELEMENT_READERS } from '../elements/registry.ts';
import { findingAt } from '../finding.ts';
import { FLOW_NODES } from '../flow-element-tags.ts';
import type { DocumentRule, ProcessRule } from './rule.ts';

/** Rejects unknown elements (choreographies, conversations, misspelled tags) in the whole file (docs/contributing/spec/validation.md#unknown-element). */
export const flowNodesAreBpmn: DocumentRule = function* (document) {
  for (const process of document.processes) {
    if (process.isGlobalTask) continue;
    for (const node of process.nodes) if (!FLOW_NODES.has(node.xml.local)) yield findingAt(node.xml, 'unsupported element');
  }
};

/** Rejects unsupported flow nodes in deployed processes. */
export const flowNodesAreExecutable: ProcessRule = function* (process) {
  for (const node of process.nodes) {
    if (FLOW_NODES.has(node.xml.local) && !ELEMENT_READERS.has(node.tag)) yield findingAt(node.xml, 'unsupported element');
  }
};
