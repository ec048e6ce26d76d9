import type { Behaviour } from '../behaviour.ts';

/**
 * A boundary event has an entry only from when it fires: policies/boundary activates it, no token arrives. Its token comes from the element it is
 * attached to, and its path begins at once (docs/contributing/spec/elements.md#boundary-event).
 */
export const boundaryEvent: Behaviour<'boundaryEvent'> = {
  type: 'boundaryEvent',
  onActivated: () => 'leave',
  notEnteredByHand: () => 'beginsByEvent',
  jump: ({ attachedTo, id }) => ({ from: attachedTo, to: id }),
};
