import { boundariesFitTheirHost } from '../validate/boundary-events.ts';
import { eachProcess } from './over.ts';
import type { StandardRule } from './rule.ts';

/** Cancel boundary events stand on transactions, escalation boundary events on what can escalate. */
export const boundaryTrigger: StandardRule = {
  name: 'boundary-trigger',
  clause: '10.5.4',
  check: eachProcess(boundariesFitTheirHost),
  isAlwaysKept: true,
};
