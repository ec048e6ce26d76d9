import { findingAt, quote } from '../finding.ts';
import { attributeOf } from '../xml-element.ts';
import { bpmnElementsOf } from './over.ts';
import type { StandardRule } from './rule.ts';

/** NCName of XML Schema, which `xsd:ID` asks for. */
const NC_NAME = /^[\p{L}_][\p{L}\p{N}\p{M}._\u00B7-]*$/u;

/** An id is a name of XML without colon. */
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
