import { boundMember } from '../bound-decision.ts';
import { readWork, WORK_EXTENSIONS, workOfTask } from '../service-work.ts';
import { activityOf, activityWords } from './activity.ts';
import type { ElementReader } from './element-reader.ts';

const BINDING_WORDS: readonly string[] = ['decisionrefbinding', 'decisionrefversion', 'decisionrefversiontag'];

/** Business rule task (docs/contributing/spec/elements.md#service-task). */
export const businessRuleTask: ElementReader = {
  tag: 'businessRuleTask',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(...WORK_EXTENSIONS, 'mapdecisionresult', ...BINDING_WORDS),
  read: (node, context) => ({
    type: 'businessRuleTask',
    ...activityOf(node, context),
    work: readWork(node, workOfTask(node.xml), context),
    ...boundMember(node, context),
  }),
};
