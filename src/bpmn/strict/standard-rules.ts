import { ACTIVITY_RULES } from './activity-rules.ts';
import { COLLABORATION_RULES } from './collaboration-rules.ts';
import { COMPENSATION_RULES } from './compensation-rules.ts';
import { DATA_RULES } from './data-rules.ts';
import { EVENT_RULES } from './event-rules.ts';
import { FILE_RULES } from './file-rules.ts';
import { FLOW_RULES } from './flow-rules.ts';
import { GATEWAY_RULES } from './gateway-rules.ts';
import type { StandardRule } from './rule-iterators.ts';
import { START_AND_END_RULES } from './start-and-end-rules.ts';

/** Constraints of the BPMN standard, by subject, in the order of docs/contributing/spec/validation.md#the-rules-of-the-standard. */
export const STANDARD_RULES: readonly StandardRule[] = [
  ...FILE_RULES,
  ...FLOW_RULES,
  ...GATEWAY_RULES,
  ...START_AND_END_RULES,
  ...EVENT_RULES,
  ...ACTIVITY_RULES,
  ...COMPENSATION_RULES,
  ...DATA_RULES,
  ...COLLABORATION_RULES,
];
