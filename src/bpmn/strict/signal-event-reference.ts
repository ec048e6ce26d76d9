import { eventDefinitionsOf } from '../event-definitions.ts';
import { attributeOf } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** A signal event references a signal. */
export const signalEventReference: StandardRule = {
  name: 'signal-event-reference',
  clause: '10.5.5',
  check: eachNode((node, document) =>
    eventDefinitionsOf(node.xml, document).flatMap(({ kind, xml }) =>
      kind === 'signal' && attributeOf(xml, 'signalRef') === undefined ? ['signal event has no signalRef'] : [],
    ),
  ),
};
