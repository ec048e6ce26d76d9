import { eventDefinitionsFitTheirEvent } from '../validate/event-kinds.ts';
import type { StandardRule } from './rule.ts';
import { eachProcess } from './rule-iterators.ts';

/** An event definition is allowed for its event. */
export const eventDefinitionPlace: StandardRule = {
  name: 'event-definition-place',
  clause: '10.5.5',
  check: eachProcess(eventDefinitionsFitTheirEvent),
  isAlwaysEnforced: true,
};
