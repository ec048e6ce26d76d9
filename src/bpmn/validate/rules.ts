import { markersAreExecutable, quantitiesAreOne } from './activity-markers.ts';
import { booleansAreBooleans } from './boolean-attributes.ts';
import { boundariesAreAttached } from './boundary-events.ts';
import { defaultsLeaveTheirNode } from './default-flows.ts';
import { eventDefinitionsAreExecutable, eventDefinitionsCombine } from './event-kinds.ts';
import { flowsGoTheRightWay } from './flow-directions.ts';
import { flowEndsExist } from './flow-ends.ts';
import { idsAreUnique, nodesHaveIds, processesHaveIds } from './identifiers.ts';
import { flowNodesAreBpmn, flowNodesAreExecutable } from './known-elements.ts';
import { errorCodesFit, idsFit } from './lengths.ts';
import { mappingsAreExecutable } from './mappings.ts';
import { rootElementsAreNamed } from './root-elements.ts';
import type { DocumentRule, ProcessRule } from './rule.ts';
import { noneStartsAreSingle, processesCanStart, startEventsFitTheirPlace } from './start-events.ts';

/** Rules on the whole file. At one place the earlier rule is reported first. */
export const DOCUMENT_RULES: readonly DocumentRule[] = [
  processesHaveIds,
  nodesHaveIds,
  idsAreUnique,
  flowNodesAreBpmn,
  rootElementsAreNamed,
  errorCodesFit,
];

/** Rules on every process that would be deployed, in the order of bpmn.md 13.1. Texts (CHK33, CHK34, CHK37) are checked while they are read. */
export const PROCESS_RULES: readonly ProcessRule[] = [
  flowNodesAreExecutable,
  markersAreExecutable,
  flowEndsExist,
  flowsGoTheRightWay,
  defaultsLeaveTheirNode,
  noneStartsAreSingle,
  startEventsFitTheirPlace,
  eventDefinitionsAreExecutable,
  eventDefinitionsCombine,
  boundariesAreAttached,
  booleansAreBooleans,
  mappingsAreExecutable,
  quantitiesAreOne,
  idsFit,
  processesCanStart,
];
