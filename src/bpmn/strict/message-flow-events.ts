import { resolve } from '../draft.ts';
import { eventDefinitionsOf } from '../event-definitions.ts';
import { quote } from '../finding.ts';
import { attributeOf } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachElement, elementsById } from './rule-iterators.ts';

/** An event at an end of a message flow sends or receives messages. */
export const messageFlowEvents: StandardRule = {
  name: 'message-flow-events',
  clause: '10.5',
  check: eachElement(['messageFlow'], (xml, document) =>
    ['sourceRef', 'targetRef'].flatMap((name) => {
      const written = attributeOf(xml, name) ?? '';
      const end = resolve(elementsById(document), written);
      if (end === undefined || !end.local.endsWith('Event')) return [];
      if (eventDefinitionsOf(end, document).some(({ kind }) => kind === 'message')) return [];
      return [`${name} '${quote(written)}' is an event without message`];
    }),
  ),
};
