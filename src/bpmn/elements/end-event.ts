import { mappingsMember } from '../io-mappings.ts';
import { throwingOf } from '../throw-definitions.ts';
import { commonOf, type ElementReader } from './element-reader.ts';
import { mappingsOfThrow, THROW_EXTENSIONS } from './throwing-event.ts';

/** End event; `cancelEndEvent` is an end event with a cancel definition (docs/contributing/spec/elements.md#none-end-event). */
export const endEvent: ElementReader = {
  tag: 'endEvent',
  category: 'event',
  acceptsIncoming: true,
  acceptsOutgoing: false,
  eventDefinitions: new Set(['message', 'signal', 'error', 'escalation', 'compensation', 'cancel', 'terminate']),
  understands: THROW_EXTENSIONS,
  read: (node, context) => ({
    type: 'endEvent',
    ...commonOf(node),
    ...throwingOf(node, context),
    ...mappingsMember(node.xml, mappingsOfThrow(node, context.document), context),
  }),
};
