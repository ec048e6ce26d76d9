import { correlationsAreKeys } from './correlation-subscriptions.ts';
import { caughtErrorsExist, errorsAndCancelsInterrupt } from './error-events.ts';
import { gatewaysDecide } from './event-gateways.ts';
import { thrownMessagesAreNamed } from './event-references.ts';
import { directionsMatchFlows } from './gateway-directions.ts';
import { handlersAreMarked } from './handlers.ts';
import { attributesAreExecuted } from './ignored-attributes.ts';
import { dialectAttributesAreUnderstood } from './ignored-dialect-attributes.ts';
import { extensionsAreUnderstood } from './ignored-extensions.ts';
import {
  activationConditionsAreEvaluated,
  conditionsAreEvaluated,
  exclusiveFlowsHaveConditions,
} from './ineffective-conditions.ts';
import { boundariesCanFire } from './ineffective-events.ts';
import { jbpmNamesAreExecuted, referencesAreIds } from './jbpm-names.ts';
import { loopSourcesAreSingle } from './loop-sources.ts';
import { operationsNameTheMessage } from './operations.ts';
import { nodesAreReachable } from './reachability.ts';
import type { WarningRule } from './rule.ts';
import { processesAreExecutable } from './skipped-processes.ts';
import { namespacesAreKnown } from './unknown-namespaces.ts';
import { performersAreRead } from './unread-performers.ts';

/**
 * Warning rules for each deployed process, in the order of docs/contributing/spec/validation.md#warnings. Warnings about work, and about
 * FEEL read as lenient, are added while reading.
 */
export const WARNING_RULES: readonly WarningRule[] = [
  conditionsAreEvaluated,
  activationConditionsAreEvaluated,
  errorsAndCancelsInterrupt,
  extensionsAreUnderstood,
  dialectAttributesAreUnderstood,
  namespacesAreKnown,
  jbpmNamesAreExecuted,
  referencesAreIds,
  directionsMatchFlows,
  exclusiveFlowsHaveConditions,
  thrownMessagesAreNamed,
  operationsNameTheMessage,
  nodesAreReachable,
  attributesAreExecuted,
  boundariesCanFire,
  processesAreExecutable,
  loopSourcesAreSingle,
  performersAreRead,
  handlersAreMarked,
  caughtErrorsExist,
  gatewaysDecide,
  correlationsAreKeys,
];
