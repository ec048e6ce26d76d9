import { startEventsFitTheirPlace } from '../validate/start-events.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** The start event of an embedded sub-process has no trigger; the trigger of a process start event can start a process. */
export const startEventTrigger: StandardRule = {
  name: 'start-event-trigger',
  clause: '10.5.2',
  check: eachProcess(startEventsFitTheirPlace),
  isAlwaysEnforced: true,
};
