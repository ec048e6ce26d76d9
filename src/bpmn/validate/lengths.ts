import { findingAt } from '../finding.ts';
import { attributeOf, isBpmn } from '../xml-element.ts';
import type { DocumentRule, ProcessRule } from './rule.ts';

/** Longest element id, process key and error code that is stored, in characters (contract 1.8). */
const MAX_LENGTH = 256;

/** CHK38: ids fit the columns they are stored in. */
export const idsFit: ProcessRule = function* (process) {
  if (process.key.length > MAX_LENGTH) yield findingAt(process.xml, tooLong('process key'));
  if (process.isGlobalTask) return;
  for (const { id, xml } of [...process.nodes, ...process.flows]) {
    if (id.length > MAX_LENGTH) yield findingAt(xml, tooLong('element id'));
  }
};

/** CHK38: error codes fit the column they are stored in. */
export const errorCodesFit: DocumentRule = function* (document) {
  for (const xml of document.rootElements) {
    const code = isBpmn(xml, 'error') ? (attributeOf(xml, 'errorCode') ?? '') : '';
    if (code.length > MAX_LENGTH) yield findingAt(xml, tooLong('error code'));
  }
};

function tooLong(what: string): string {
  return `${what} is longer than ${MAX_LENGTH} characters`;
}
