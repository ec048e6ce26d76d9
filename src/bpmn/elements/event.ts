import type { NodeDraft } from '../draft.ts';
import { attributeOf, isTrue } from '../xml-element.ts';

/** Supported extension names of catching event definitions, in lower case. */
export const CATCH_EXTENSIONS: readonly string[] = [
  ...['correlationkey', 'variablename', 'variableevents', 'errorcodevariable', 'errormessagevariable', 'escalationcodevariable'],
];

/** True if all event definitions must occur (docs/contributing/spec/elements.md#intermediate-catch-event). */
export function parallelMultipleMember(node: NodeDraft): { parallelMultiple?: true } {
  return isTrue(attributeOf(node.xml, 'parallelMultiple')) ? { parallelMultiple: true } : {};
}
