import { eventDefinitionsOf } from '../event-definitions.ts';
import { attributeOf, isFalse } from '../xml-element.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

const ALWAYS: ReadonlySet<string> = new Set(['error', 'compensation']);

/** An error or compensation start event always interrupts. */
export const startErrorInterrupts: StandardRule = {
  name: 'start-error-interrupts',
  clause: '10.5.2',
  check: eachNode(({ tag, xml }, document) => {
    if (tag !== 'startEvent' || !isFalse(attributeOf(xml, 'isInterrupting'))) return undefined;
    const kind = eventDefinitionsOf(xml, document).find((definition) => ALWAYS.has(definition.kind))?.kind;
    return kind === undefined ? undefined : `isInterrupting="false" is not allowed on a start event of the kind ${kind}`;
  }),
};
