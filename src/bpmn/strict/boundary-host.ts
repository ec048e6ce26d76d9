import { boundariesAreAttached } from '../validate/boundary-events.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** A boundary event is attached to an activity. */
export const boundaryHost: StandardRule = {
  name: 'boundary-host',
  clause: '10.5.4',
  check: eachProcess(boundariesAreAttached),
  isAlwaysEnforced: true,
};
