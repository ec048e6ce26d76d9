import { findingAt, quote } from '../finding.ts';
import { choiceText, PROCESS_CHOICES } from '../process-choices.ts';
import type { ProcessRule } from './rule.ts';

/** Attributes that override the configuration have a valid value (docs/contributing/spec/validation.md#branch-variables-attribute). */
export const processChoicesAreKnown: ProcessRule = function* ({ xml }) {
  for (const [name, [one, other]] of Object.entries(PROCESS_CHOICES)) {
    const written = choiceText(xml, name as keyof typeof PROCESS_CHOICES);
    if (written === undefined || written === one || written === other) continue;
    yield findingAt(xml, `attribute ${name}: '${quote(written)}' is neither ${one} nor ${other}`);
  }
};
