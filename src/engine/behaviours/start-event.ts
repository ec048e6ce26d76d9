import type { Behaviour } from '../behaviour.ts';

/** None start event: passes through (bpmn.md 3.1). */
export const startEvent: Behaviour<'startEvent'> = { type: 'startEvent', onActivated: () => 'leave' };
