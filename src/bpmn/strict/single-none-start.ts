import { noneStartsAreSingle } from '../validate/start-events.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** A container has at most one start event without trigger. */
export const singleNoneStart: StandardRule = {
  name: 'single-none-start',
  clause: '10.5.2',
  check: eachProcess(noneStartsAreSingle),
  isAlwaysEnforced: true,
};
