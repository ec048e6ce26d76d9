import { findingAt, quote } from '../finding.ts';
import { attributeOf } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { bpmnElementsOf } from './rule-iterators.ts';

/** NCName of XML Schema, required by `xsd:ID`. */
const NC_NAME = /^[\p{L}_][\p{L}\p{N}\p{M}._\u00B7-]*$/u;

/** An id is an XML name without colon. */
export const idForm: StandardRule = {
  name: 'id-form',
  clause: '8.3.1',
  *check(document) {
    for (const xml of bpmnElementsOf(document.xml)) {
      const id = attributeOf(xml, 'id');
      if (id !== undefined && !NC_NAME.test(id)) yield findingAt(xml, `id '${quote(id)}' is not an XML name without colon`);
    }
  },
};
