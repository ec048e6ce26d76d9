import { escalationsAreKnown } from '../validate/event-references.ts';
import { eachProcess } from './over.ts';
import type { StandardRule } from './rule.ts';

/** A thrown escalation has a code. */
export const escalationCode: StandardRule = {
  name: 'escalation-code',
  clause: '10.5.5',
  check: eachProcess(escalationsAreKnown),
  isAlwaysKept: true,
};
