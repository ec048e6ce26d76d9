import { TIMER_FORMS } from '../catch-definitions.ts';
import { findingAt } from '../finding.ts';
import { childrenNamed } from '../xml-element.ts';
import { executableDefinitionsOf } from './executable-definitions.ts';
import type { ProcessRule } from './rule.ts';

/** A timer has exactly one form of due time. Its text is checked while reading (docs/contributing/spec/validation.md#timer-definitions). */
export const timersHaveOneForm: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    for (const { kind, xml } of executableDefinitionsOf(node, document)) {
      if (kind !== 'timer' || TIMER_FORMS.flatMap((form) => childrenNamed(xml, form)).length === 1) continue;
      yield findingAt(node.xml, 'exactly one of timeDate, timeDuration, timeCycle is required');
    }
  }
};
