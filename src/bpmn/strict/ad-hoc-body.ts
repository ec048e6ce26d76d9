import { adHocBodiesHaveActivities } from '../validate/ad-hoc-bodies.ts';
import { eachProcess } from './over.ts';
import type { StandardRule } from './rule.ts';

/** An ad-hoc sub-process has activities, and neither start nor end events. */
export const adHocBody: StandardRule = {
  name: 'ad-hoc-body',
  clause: '10.3.5',
  check: eachProcess(adHocBodiesHaveActivities),
  isAlwaysKept: true,
};
