import { boundariesFitTheirHost } from '../validate/boundary-events.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** A cancel boundary event is attached to a transaction, an escalation boundary event to an activity that can escalate. */
export const boundaryTrigger: StandardRule = {
  name: 'boundary-trigger',
  clause: '10.5.4',
  check: eachProcess(boundariesFitTheirHost),
  isAlwaysEnforced: true,
};
