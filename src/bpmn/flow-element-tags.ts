/** Which BPMN elements are flow nodes. */

/**
 * Children of a process or sub-process that are neither flow nodes nor flows. Diagrams, lanes, artifacts, data and documentation
 * have no meaning for execution; a separate rule checks loop markers (docs/contributing/spec/validation.md#ignored-silently).
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

/** Elements that hold flow nodes: the sub-process kinds. An event sub-process is written as one of them. */
export const BODIES: ReadonlySet<string> = new Set(['subProcess', 'transaction', 'adHocSubProcess']);

/**
 * Flow nodes of BPMN. A name outside is refused in every process of the file, one inside only where it would be deployed
 * (docs/contributing/spec/validation.md#unknown-element).
 */
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

/** Activities: task kinds, sub-process kinds, call activities (docs/contributing/spec/elements.md#what-every-activity-has). */
export const ACTIVITIES: ReadonlySet<string> = new Set([
  ...['task', 'manualTask', 'scriptTask', 'userTask', 'serviceTask', 'businessRuleTask', 'sendTask', 'receiveTask'],
  ...['callActivity', ...BODIES],
]);

/** Kinds of start event, receive task and gateway that may start a process when they say `instantiate` (docs/contributing/spec/elements.md#receive-task). */
export const INSTANTIATING: ReadonlySet<string> = new Set(['receiveTask', 'eventBasedGateway']);

/** Global tasks at the root of a file and the task each one is deployed as (docs/contributing/spec/validation.md#global-tasks). */
export const GLOBAL_TASKS: ReadonlyMap<string, string> = new Map([
  ['globalTask', 'task'],
  ['globalManualTask', 'manualTask'],
  ['globalScriptTask', 'scriptTask'],
  ['globalUserTask', 'userTask'],
  ['globalBusinessRuleTask', 'businessRuleTask'],
]);
