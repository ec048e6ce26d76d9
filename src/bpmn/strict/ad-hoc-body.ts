import { adHocBodiesHaveActivities } from '../validate/ad-hoc-bodies.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** An ad-hoc sub-process has activities, but no start or end events. */
export const adHocBody: StandardRule = {
  name: 'ad-hoc-body',
  clause: '10.3.5',
  check: eachProcess(adHocBodiesHaveActivities),
  isAlwaysEnforced: true,
};
