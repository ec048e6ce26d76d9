import { messagesAndSignalsExist } from '../validate/event-references.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** A referenced message or signal exists. */
export const eventReferenceKnown: StandardRule = {
  name: 'event-reference-known',
  clause: '8.4.11',
  check: eachProcess(messagesAndSignalsExist),
  isAlwaysEnforced: true,
};
