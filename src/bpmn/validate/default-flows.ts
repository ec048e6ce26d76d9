import { findingAt, quote } from '../finding.ts';
import { attributeOf } from '../xml-element.ts';
import type { ProcessRule } from './rule.ts';

/** `default` references an outgoing flow of the element (docs/contributing/spec/validation.md#default-flow). */
export const defaultsLeaveTheirNode: ProcessRule = function* (process) {
  for (const node of process.nodes) {
    const written = attributeOf(node.xml, 'default');
    if (written === undefined || node.outgoing.some((flow) => flow.id === written)) continue;
    yield findingAt(node.xml, `default flow '${quote(written)}' is not an outgoing flow`);
  }
};
