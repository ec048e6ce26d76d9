import { timersHaveOneForm } from '../validate/timers.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** A timer has exactly one of timeDate, timeDuration and timeCycle. */
export const timerForm: StandardRule = {
  name: 'timer-form',
  clause: '10.5.5',
  check: eachProcess(timersHaveOneForm),
  isAlwaysEnforced: true,
};
