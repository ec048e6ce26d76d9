import { adHocBodiesHaveActivities } from './ad-hoc-bodies.ts';
import { booleansAreBooleans } from './boolean-attributes.ts';
import { boundariesAreAttached, boundariesFitTheirHost } from './boundary-events.ts';
import { callsNameTheirProcess } from './call-activities.ts';
import { cancelEndsAreInTransactions } from './cancel-ends.ts';
import {
  compensatedActivitiesExist,
  compensationHasHandlers,
  compensationIsAssociated,
  compensationSubProcessesFit,
} from './compensation.ts';
import { defaultsLeaveTheirNode } from './default-flows.ts';
import { eventConditionsAreWritten } from './event-conditions.ts';
import { gatewaysLeadToEvents } from './event-gateways.ts';
import { eventDefinitionsCombine, eventDefinitionsFitTheirEvent } from './event-kinds.ts';
import { escalationsAreKnown, messagesAndSignalsExist } from './event-references.ts';
import { eventSubProcessesAreTriggered } from './event-sub-processes.ts';
import { flowsGoTheRightWay } from './flow-directions.ts';
import { flowEndsExist } from './flow-ends.ts';
import { idsAreUnique, nodesHaveIds, processesHaveIds } from './identifiers.ts';
import { flowNodesAreBpmn, flowNodesAreExecutable } from './known-elements.ts';
import { codesAndNamesFit, idsFit, startConditionsFit, taskTypesFit } from './lengths.ts';
import { linksFindTheirTarget } from './links.ts';
import { loopsAreComplete } from './loops.ts';
import { eventsAreFew, timerStartsAreFew } from './many-events.ts';
import { processChoicesAreKnown } from './process-choices.ts';
import { quantitiesArePositive } from './quantities.ts';
import { rootElementsAreNamed } from './root-elements.ts';
import type { DocumentRule, ProcessRule } from './rule.ts';
import { noneStartsAreSingle, processesCanStart, startEventsFitTheirPlace } from './start-events.ts';
import { eventNamesAreNotEmpty, startNamesAreUnique } from './start-names.ts';
import { timersHaveOneForm } from './timers.ts';

/** Rules for the whole file. At the same place, the earlier rule is reported first. */
export const DOCUMENT_RULES: readonly DocumentRule[] = [
  processesHaveIds,
  nodesHaveIds,
  idsAreUnique,
  flowNodesAreBpmn,
  rootElementsAreNamed,
  codesAndNamesFit,
];

/** Rules for each deployed process, in the order of docs/contributing/spec/validation.md#rejections. Expressions, formats and mappings are checked while reading. */
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

/** Rules for new files only: stored versions that violate them continue to run. */
export const NEW_FILE_RULES: readonly ProcessRule[] = [compensationIsAssociated, eventsAreFew, timerStartsAreFew];
