import type { Behaviour } from '../behaviour.ts';

/** A boundary event has an entry only when it fires; policies/error-propagation enters it, no token ever arrives (docs/spec/elements.md#boundary-event). */
export const boundaryEvent: Behaviour<'boundaryEvent'> = { type: 'boundaryEvent', onActivated: () => 'leave' };
