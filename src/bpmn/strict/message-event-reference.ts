import { eventDefinitionsOf } from '../event-definitions.ts';
import { attributeOf } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** A message event references a message. */
export const messageEventReference: StandardRule = {
  name: 'message-event-reference',
  clause: '10.5.5',
  check: eachNode((node, document) =>
    eventDefinitionsOf(node.xml, document).flatMap(({ kind, xml }) =>
      kind === 'message' && attributeOf(xml, 'messageRef') === undefined ? ['message event has no messageRef'] : [],
    ),
  ),
};
