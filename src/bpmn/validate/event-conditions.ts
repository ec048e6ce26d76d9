import { findingAt } from '../finding.ts';
import { childNamed } from '../xml-element.ts';
import { executableDefinitionsOf } from './executable-definitions.ts';
import type { ProcessRule } from './rule.ts';

/** A conditional event has a condition (docs/contributing/spec/validation.md#condition-text). */
export const eventConditionsAreWritten: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    for (const { kind, xml } of executableDefinitionsOf(node, document)) {
      if (kind !== 'conditional' || (childNamed(xml, 'condition')?.text.trim() ?? '') !== '') continue;
      yield findingAt(node.xml, 'condition is required');
    }
  }
};
