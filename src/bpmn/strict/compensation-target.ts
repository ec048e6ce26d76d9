import { compensatedActivitiesExist } from '../validate/compensation.ts';
import { eachProcess } from './over.ts';
import type { StandardRule } from './rule.ts';

/** What a compensation event names can be compensated. */
export const compensationTarget: StandardRule = {
  name: 'compensation-target',
  clause: '10.7.2',
  check: eachProcess(compensatedActivitiesExist),
  isAlwaysKept: true,
};
