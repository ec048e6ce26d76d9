import type { Behaviour } from '../behaviour.ts';

/** None start event: passes through (docs/spec/elements.md#start-event). */
export const startEvent: Behaviour<'startEvent'> = { type: 'startEvent', onActivated: () => 'leave' };
