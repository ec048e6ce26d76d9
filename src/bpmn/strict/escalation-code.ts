import { escalationsAreKnown } from '../validate/event-references.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** A thrown escalation has a code. */
export const escalationCode: StandardRule = {
  name: 'escalation-code',
  clause: '10.5.5',
  check: eachProcess(escalationsAreKnown),
  isAlwaysEnforced: true,
};
