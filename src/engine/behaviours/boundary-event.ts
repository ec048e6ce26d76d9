import type { Behaviour } from '../behaviour.ts';

/**
 * Activated by policies/boundary when it fires, never by an arriving token. Its token comes from the activity that it is attached
 * to, and its path starts at once (docs/contributing/spec/elements.md#boundary-event).
 */
export const boundaryEvent: Behaviour<'boundaryEvent'> = {
  type: 'boundaryEvent',
  onActivated: () => 'leave',
  notEnteredByHand: () => 'beginsByEvent',
  jump: ({ attachedTo, id }) => ({ from: attachedTo, to: id }),
};
