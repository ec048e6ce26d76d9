import { eventConditionsAreWritten } from '../validate/event-conditions.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** A conditional event has a condition. */
export const conditionWritten: StandardRule = {
  name: 'condition-written',
  clause: '10.5.5',
  check: eachProcess(eventConditionsAreWritten),
  isAlwaysEnforced: true,
};
