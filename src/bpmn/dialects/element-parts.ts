/** Parts that only one dialect has. The reader of BPMN calls these functions; each is empty for other files. */
export {
  conditionFilterOf,
  errorVariablesOf,
  escalationVariableOf,
  initiatorOf,
  inMappingsOf,
} from './camunda-7/event-attributes.ts';
export { LEAD_EXTENSIONS, leadMember } from './camunda-8/ad-hoc-job.ts';
export { loopRulesOf } from './camunda-8/loop-characteristics.ts';
export { publishedKeyOf } from './camunda-8/published-keys.ts';
export { dataValuesOf } from './flowable/data-values.ts';
export {
  indexVariableOf,
  refuseOfFlowable,
  staysInside,
  taskVariablesOf,
  terminateOf,
  withEndDate,
} from './flowable/event-attributes.ts';
export { SKIP, SKIPPABLE, skipMember } from './flowable/skip-expressions.ts';
export { storingOf } from './flowable/stored-variables.ts';
export { aggregationOf } from './flowable/variable-aggregation.ts';
export { completesByItself, outgoingByPriority, resultRulesOf, warnOfManualStarts } from './jbpm/ad-hoc-and-flows.ts';
export { withEntryAndExit } from './jbpm/entry-exit-scripts.ts';
export { workItemOf } from './jbpm/jbpm.ts';
