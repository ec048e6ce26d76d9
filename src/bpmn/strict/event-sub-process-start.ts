import { eventSubProcessesAreTriggered } from '../validate/event-sub-processes.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** An event sub-process has exactly one start event, with a trigger. */
export const eventSubProcessStart: StandardRule = {
  name: 'event-sub-process-start',
  clause: '10.3.5',
  check: eachProcess(eventSubProcessesAreTriggered),
  isAlwaysEnforced: true,
};
