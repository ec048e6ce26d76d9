import { caughtErrorsExist, errorBoundariesInterrupt } from './error-events.ts';
import { directionsMatchFlows } from './gateway-directions.ts';
import { extensionsAreUnderstood } from './ignored-extensions.ts';
import { conditionsAreAsked, exclusiveFlowsHaveConditions } from './ineffective-conditions.ts';
import { nodesAreReachable } from './reachability.ts';
import type { WarningRule } from './rule.ts';
import { processesAreExecutable } from './skipped-processes.ts';

/** Warnings on every deployed process, in the order of bpmn.md 13.2. WARN06 comes out of reading the texts. */
export const WARNING_RULES: readonly WarningRule[] = [
  conditionsAreAsked,
  errorBoundariesInterrupt,
  extensionsAreUnderstood,
  directionsMatchFlows,
  exclusiveFlowsHaveConditions,
  nodesAreReachable,
  processesAreExecutable,
  caughtErrorsExist,
];
