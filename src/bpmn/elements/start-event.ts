import { commonOf, type ElementReader, UNDERSTANDS_NOTHING } from './element-reader.ts';

/** Start event (bpmn.md 3.1). */
export const startEvent: ElementReader = {
  tag: 'startEvent',
  category: 'event',
  acceptsIncoming: false,
  acceptsOutgoing: true,
  eventDefinitions: new Set(),
  understands: UNDERSTANDS_NOTHING,
  read: (node) => ({ type: 'startEvent', ...commonOf(node), triggers: Object.freeze([]), isInterrupting: true }),
};
