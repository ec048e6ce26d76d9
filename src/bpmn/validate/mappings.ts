import { ELEMENT_READERS } from '../elements/registry.ts';
import { findingAt, quote } from '../finding.ts';
import { anyDialect } from '../namespaces.ts';
import { extensionsOf } from '../xml-element.ts';
import type { ProcessRule } from './rule.ts';

/** Extension elements that map variables, in lower case. */
const MAPPINGS: ReadonlySet<string> = new Set(['iomapping', 'inputoutput']);
/** Elements on which mappings would be executed (bpmn.md D3); elsewhere they mean nothing (WARN11). */
const MAPPED_EVENTS: ReadonlySet<string> = new Set(['startEvent', 'boundaryEvent']);

/** Mappings change what an activity reads and writes; this release does not execute them, so they are refused. Empty ones change nothing. */
export const mappingsAreExecutable: ProcessRule = function* (process) {
  for (const node of process.nodes) {
    if (ELEMENT_READERS.get(node.tag)?.category !== 'activity' && !MAPPED_EVENTS.has(node.tag)) continue;
    for (const extension of extensionsOf(node.xml)) {
      if (!anyDialect(extension.uri) || !MAPPINGS.has(extension.local.toLowerCase())) continue;
      if (extension.children.length > 0) yield findingAt(node.xml, `unsupported extension element ${quote(extension.local)}`);
    }
  }
};
