import { compensationSubProcessesFit } from '../validate/compensation.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** A compensation event sub-process is the only one in its sub-process. */
export const compensationSubProcessPlace: StandardRule = {
  name: 'compensation-sub-process-place',
  clause: '10.7.1',
  check: eachProcess(compensationSubProcessesFit),
  isAlwaysEnforced: true,
};
