import type { NodeDraft } from '../draft.ts';
import { attributeOf, isTrue } from '../xml-element.ts';

/** The extension names that definitions of catching events may have, in lower case. */
export const CATCH_EXTENSIONS: readonly string[] = [
  ...['correlationkey', 'variablename', 'variableevents', 'errorcodevariable', 'errormessagevariable', 'escalationcodevariable'],
];

/** All definitions have to occur (docs/contributing/spec/elements.md#intermediate-catch-event). */
export function parallelMultipleMember(node: NodeDraft): { parallelMultiple?: true } {
  return isTrue(attributeOf(node.xml, 'parallelMultiple')) ? { parallelMultiple: true } : {};
}
