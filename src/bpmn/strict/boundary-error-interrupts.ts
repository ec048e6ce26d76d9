import { eventDefinitionsOf } from '../event-definitions.ts';
import { attributeOf, isFalse } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** An error or cancel boundary event interrupts its activity. */
export const boundaryErrorInterrupts: StandardRule = {
  name: 'boundary-error-interrupts',
  clause: '10.5.4',
  check: eachNode(({ tag, xml }, document) => {
    if (tag !== 'boundaryEvent' || !isFalse(attributeOf(xml, 'cancelActivity'))) return undefined;
    const kind = eventDefinitionsOf(xml, document).find(
      (definition) => definition.kind === 'error' || definition.kind === 'cancel',
    )?.kind;
    return kind === undefined ? undefined : `cancelActivity="false" is not allowed on a boundary event of the kind ${kind}`;
  }),
};
