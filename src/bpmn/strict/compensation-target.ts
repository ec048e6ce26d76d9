import { compensatedActivitiesExist } from '../validate/compensation.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** The activity referenced by a compensation event can be compensated. */
export const compensationTarget: StandardRule = {
  name: 'compensation-target',
  clause: '10.7.2',
  check: eachProcess(compensatedActivitiesExist),
  isAlwaysEnforced: true,
};
