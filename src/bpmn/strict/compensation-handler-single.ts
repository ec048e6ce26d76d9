import { compensationHasHandlers } from '../validate/compensation.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** A compensation boundary event has exactly one handler. */
export const compensationHandlerSingle: StandardRule = {
  name: 'compensation-handler-single',
  clause: '10.7.1',
  check: eachProcess(compensationHasHandlers),
  isAlwaysEnforced: true,
};
