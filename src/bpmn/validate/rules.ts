import { DIALECT_WARNING_RULES } from '../dialects/warning-rules.ts';
import {
  adHocBodiesHaveActivities,
  callsNameTheirProcess,
  loopSourcesAreSingle,
  loopsAreComplete,
  operationsNameTheMessage,
  performersAreRead,
  quantitiesArePositive,
} from './activities.ts';
import {
  compensatedActivitiesExist,
  compensationHasHandlers,
  compensationIsAssociated,
  compensationSubProcessesFit,
  handlersAreMarked,
} from './compensation.ts';
import {
  boundariesAreAttached,
  boundariesCanFire,
  boundariesFitTheirHost,
  cancelEndsAreInTransactions,
  caughtErrorsExist,
  errorsAndCancelsInterrupt,
  escalationsAreKnown,
  eventConditionsAreWritten,
  eventDefinitionsCombine,
  eventDefinitionsFitTheirEvent,
  messagesAndSignalsExist,
  thrownMessagesAreNamed,
  timersHaveOneForm,
} from './events.ts';
import {
  activationConditionsAreEvaluated,
  conditionsAreEvaluated,
  defaultsLeaveTheirNode,
  directionsMatchFlows,
  exclusiveFlowsHaveConditions,
  flowEndsExist,
  flowsGoTheRightWay,
  gatewaysDecide,
  gatewaysLeadToEvents,
  linksFindTheirTarget,
  nodesAreReachable,
} from './flows.ts';
import {
  codesAndNamesFit,
  idsAreUnique,
  idsFit,
  nodesHaveIds,
  processesHaveIds,
  rootElementsAreNamed,
  startConditionsFit,
  taskTypesFit,
} from './identifiers.ts';
import { attributesAreExecuted, booleansAreBooleans, dialectAttributesAreUnderstood } from './ignored-attributes.ts';
import { extensionsAreUnderstood } from './ignored-extensions.ts';
import { namespacesAreKnown, referencesAreIds } from './ignored-names.ts';
import {
  correlationsAreKeys,
  eventsAreFew,
  flowNodesAreBpmn,
  flowNodesAreExecutable,
  processChoicesAreKnown,
  processesAreExecutable,
  timerStartsAreFew,
} from './processes.ts';
import type { DocumentRule, ProcessRule, WarningRule } from './rule.ts';
import {
  eventNamesAreNotEmpty,
  eventSubProcessesAreTriggered,
  noneStartsAreSingle,
  processesCanStart,
  startEventsFitTheirPlace,
  startNamesAreUnique,
} from './start-events.ts';

/** The earlier rule is reported first, at the same place. */
export const DOCUMENT_RULES: readonly DocumentRule[] = [
  processesHaveIds,
  nodesHaveIds,
  idsAreUnique,
  flowNodesAreBpmn,
  rootElementsAreNamed,
  codesAndNamesFit,
];

/**
 * Rules for each deployed process, in the order of docs/contributing/spec/validation.md#rejections. Expressions, formats and mappings are checked while
 * reading.
 */
export const PROCESS_RULES: readonly ProcessRule[] = [
  flowNodesAreExecutable,
  flowEndsExist,
  flowsGoTheRightWay,
  defaultsLeaveTheirNode,
  noneStartsAreSingle,
  startEventsFitTheirPlace,
  eventSubProcessesAreTriggered,
  eventDefinitionsFitTheirEvent,
  eventDefinitionsCombine,
  messagesAndSignalsExist,
  escalationsAreKnown,
  startNamesAreUnique,
  eventNamesAreNotEmpty,
  timersHaveOneForm,
  eventConditionsAreWritten,
  linksFindTheirTarget,
  boundariesAreAttached,
  booleansAreBooleans,
  processChoicesAreKnown,
  boundariesFitTheirHost,
  compensationHasHandlers,
  compensatedActivitiesExist,
  compensationSubProcessesFit,
  cancelEndsAreInTransactions,
  loopsAreComplete,
  callsNameTheirProcess,
  gatewaysLeadToEvents,
  quantitiesArePositive,
  idsFit,
  taskTypesFit,
  startConditionsFit,
  adHocBodiesHaveActivities,
  processesCanStart,
];

/** Rules for new files; stored versions that violate them continue to run. */
export const NEW_FILE_RULES: readonly ProcessRule[] = [compensationIsAssociated, eventsAreFew, timerStartsAreFew];

/** Rules for each deployed process, in the order of docs/contributing/spec/validation.md#warnings. Reading warns about work, and about FEEL read as lenient. */
export const WARNING_RULES: readonly WarningRule[] = [
  conditionsAreEvaluated,
  activationConditionsAreEvaluated,
  errorsAndCancelsInterrupt,
  extensionsAreUnderstood,
  dialectAttributesAreUnderstood,
  namespacesAreKnown,
  ...DIALECT_WARNING_RULES,
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
