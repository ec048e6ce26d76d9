import type { Behaviour } from '../behaviour.ts';
import { startsEventSubProcess } from '../model-shape.ts';

/**
 * Passes through, whether a token or an event began there: what the event brought is in the scope already, and with several start events only this
 * one is entered (docs/spec/elements.md#start-event).
 */
export const startEvent: Behaviour<'startEvent'> = {
  type: 'startEvent',
  onActivated: () => 'leave',
  notEnteredByHand: (element, model) => (startsEventSubProcess(model, element) ? 'beginsByEvent' : undefined),
};
