/** Which BPMN elements are flow nodes. */

/**
 * Children of a process or sub-process that are neither flow nodes nor flows. Diagrams, lanes, artifacts, data and documentation
 * have no meaning for execution (bpmn.md 0.2); loop markers are looked at by a rule of their own.
 */
export const NOT_FLOW_NODES: ReadonlySet<string> = new Set([
  'documentation',
  'extensionElements',
  'incoming',
  'outgoing',
  'laneSet',
  'association',
  'group',
  'textAnnotation',
  'artifact',
  'category',
  'dataObject',
  'dataObjectReference',
  'dataStore',
  'dataStoreReference',
  'dataInputAssociation',
  'dataOutputAssociation',
  'ioSpecification',
  'ioBinding',
  'property',
  'auditing',
  'monitoring',
  'supports',
  'supportedInterfaceRef',
  'correlationSubscription',
  'resourceRole',
  'performer',
  'humanPerformer',
  'potentialOwner',
  'standardLoopCharacteristics',
  'multiInstanceLoopCharacteristics',
  'completionCondition',
]);

/** Elements that hold flow nodes: the sub-process kinds of bpmn.md 3.18, 3.20 and 3.21. An event sub-process is written as one of them. */
export const BODIES: ReadonlySet<string> = new Set(['subProcess', 'transaction', 'adHocSubProcess']);

/** Flow nodes of BPMN. A name outside is refused in every process of the file (CHK05), one inside only where it would be deployed. */
export const FLOW_NODES: ReadonlySet<string> = new Set([
  'startEvent',
  'endEvent',
  'cancelEndEvent',
  'boundaryEvent',
  'intermediateCatchEvent',
  'intermediateThrowEvent',
  'implicitThrowEvent',
  'task',
  'manualTask',
  'scriptTask',
  'userTask',
  'serviceTask',
  'businessRuleTask',
  'sendTask',
  'receiveTask',
  'callActivity',
  'subProcess',
  'transaction',
  'adHocSubProcess',
  'exclusiveGateway',
  'parallelGateway',
  'inclusiveGateway',
  'complexGateway',
  'eventBasedGateway',
]);

/** Activities: task kinds, sub-process kinds, call activities (bpmn.md 3). */
export const ACTIVITIES: ReadonlySet<string> = new Set([
  ...['task', 'manualTask', 'scriptTask', 'userTask', 'serviceTask', 'businessRuleTask', 'sendTask', 'receiveTask'],
  ...['callActivity', ...BODIES],
]);

/** Kinds of start event, receive task and gateway that may start a process when they say `instantiate` (bpmn.md 3.16, G3). */
export const INSTANTIATING: ReadonlySet<string> = new Set(['receiveTask', 'eventBasedGateway']);

/** Global tasks at the root of a file and the task each one is deployed as (bpmn.md P3). */
export const GLOBAL_TASKS: ReadonlyMap<string, string> = new Map([
  ['globalTask', 'task'],
  ['globalManualTask', 'manualTask'],
  ['globalScriptTask', 'scriptTask'],
  ['globalUserTask', 'userTask'],
  ['globalBusinessRuleTask', 'businessRuleTask'],
]);
