import { resolve } from '../draft.ts';
import { eventDefinitionsOf } from '../event-definitions.ts';
import { quote } from '../finding.ts';
import { attributeOf } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** An error end event references an error with a code. */
export const errorEndCode: StandardRule = {
  name: 'error-end-code',
  clause: '10.5.5',
  check: eachNode(({ tag, xml }, document) => {
    if (tag !== 'endEvent') return undefined;
    return eventDefinitionsOf(xml, document).flatMap((definition) => {
      if (definition.kind !== 'error') return [];
      const reference = attributeOf(definition.xml, 'errorRef');
      if (reference === undefined) return ['error end event has no errorRef'];
      const error = resolve(document.rootById, reference);
      if (error?.local !== 'error') return [`errorRef '${quote(reference)}' names no error`];
      return attributeOf(error, 'errorCode') === undefined ? [`error '${quote(reference)}' has no errorCode`] : [];
    });
  }),
};
