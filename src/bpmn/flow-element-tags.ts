/**
 * Children of a process or sub-process without effect: lanes, artifacts, data, documentation. Another rule checks loop markers
 * (docs/contributing/spec/validation.md#ignored-silently).
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

/** Includes event sub-processes. */
export const BODIES: ReadonlySet<string> = new Set(['subProcess', 'transaction', 'adHocSubProcess']);

/**
 * Flow nodes of BPMN. An unknown name is rejected in every process of the file, an unsupported one only in deployed ones
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

/** Tasks, sub-processes and call activities (docs/contributing/spec/elements.md#what-every-activity-has). */
export const ACTIVITIES: ReadonlySet<string> = new Set([
  ...['task', 'manualTask', 'scriptTask', 'userTask', 'serviceTask', 'businessRuleTask', 'sendTask', 'receiveTask'],
  ...['callActivity', ...BODIES],
]);

/** Elements that start a process if marked `instantiate` (docs/contributing/spec/elements.md#receive-task). */
export const INSTANTIATING: ReadonlySet<string> = new Set(['receiveTask', 'eventBasedGateway']);

/** Root elements, with the task each is deployed as (docs/contributing/spec/validation.md#global-tasks). */
export const GLOBAL_TASKS: ReadonlyMap<string, string> = new Map([
  ['globalTask', 'task'],
  ['globalManualTask', 'manualTask'],
  ['globalScriptTask', 'scriptTask'],
  ['globalUserTask', 'userTask'],
  ['globalBusinessRuleTask', 'businessRuleTask'],
]);
