import { nearestName } from '../../expressions/nearest-name.ts';

/** Names without effect and warning (docs/contributing/spec/validation.md#ignored-silently). */
const SILENT_NAMES: readonly string[] = [
  // asynchronous continuation and retry
  ...['async', 'asyncBefore', 'asyncAfter', 'asyncLeave', 'exclusive', 'failedJobRetryTimeCycle', 'retries', 'jobPriority'],
  'taskPriority',
  // forms, priorities of jobs
  ...['formData', 'formProperty', 'formKey', 'formRef', 'formRefBinding', 'formRefVersion', 'formHandlerClass'],
  ...['formFieldValidation', 'formDefinition', 'userTaskForm', 'form'],
  ...['jobPriorityDefinition', 'taskPriorityDefinition', 'userTask'],
  // history, versions, start permissions
  ...['historyTimeToLive', 'isStartableInTasklist', 'versionTag', 'candidateStarterUsers', 'candidateStarterGroups'],
  // templates and modelers
  ...['modelerTemplate', 'modelerTemplateVersion', 'modelerTemplateIcon', 'template', 'generated', 'diagramRelationId'],
];

/** Names with a specific warning. */
const LISTENER_NAMES: readonly string[] = [
  ...['executionListener', 'executionListeners', 'taskListener', 'taskListeners', 'field', 'properties', 'property'],
];

/** Names in original spelling. */
const READ_NAMES: readonly string[] = [
  ...['assignee', 'candidateUsers', 'candidateGroups', 'assignmentDefinition', 'expectedOutputs'],
  ...['dueDate', 'followUpDate', 'taskSchedule', 'priority', 'priorityDefinition', 'category', 'skipExpression'],
  ...['type', 'topic', 'taskDefinition', 'expression', 'resultVariable', 'class', 'delegateExpression', 'connector'],
  ...['decisionRef', 'calledDecision', 'script', 'scriptFormat', 'resource', 'ioMapping', 'inputOutput'],
  ...['inputMapping', 'outputMapping', 'in', 'out', 'calledElement', 'propagateAllParentVariables', 'propagateAllChildVariables'],
  'inheritVariables',
  'triggerable',
  ...['elementIndexVariable', 'taskIdVariableName', 'taskCompleterVariableName', 'terminateAll', 'conditionalFilter'],
  ...['calledElementBinding', 'calledElementVersion', 'calledElementVersionTag', 'adHoc', 'correlationKey'],
  ...['collection', 'elementVariable', 'outputCollection', 'outputElement', 'loopCharacteristics'],
  ...[
    'branchVariables',
    'onFailure',
    'variableName',
    'variableEvents',
    'errorCodeVariable',
    'errorVariableName',
    'publishMessage',
    'errorMessageVariable',
    'escalationCodeVariable',
  ],
];

/** Names of other engines; never treated as misspellings. */
const FOREIGN_NAMES: readonly string[] = [
  // Camunda 8
  ...['taskHeaders', 'header', 'bindingType'],
  // Camunda 7
  ...['caseRef', 'caseBinding', 'caseVersion', 'caseTenantId', 'calledElementTenantId', 'decisionRefTenantId', 'errorMessage'],
  ...['errorEventDefinition', 'formField', 'validation', 'constraint', 'mapDecisionResult'],
  ...['variableMappingClass', 'variableMappingDelegateExpression'],
  // Flowable, Activiti
  ...['calledElementType', 'assigneeType', 'candidateUsersType', 'candidateGroupsType', 'startFormKey', 'exclude'],
  ...['idVariableName', 'processInstanceIdVariableName', 'variables', 'errorVariableLocalScope', 'errorVariableTransient'],
  ...['extensionId', 'customResource', 'deploymentBinding'],
];

/** Names with an effect unless `false`. */
const SILENT_IF_FALSE: readonly string[] = [
  ...['errorVariableLocalScope', 'errorVariableTransient', 'storeResultVariableAsTransient'],
  ...['useLocalScopeForResultVariable', 'useLocalScopeForOutParameters'],
];

const lower = (names: readonly string[]): ReadonlySet<string> => new Set(names.map((name) => name.toLowerCase()));

/** Names without warning, in lower case like all sets of extension names. */
export const SILENT: ReadonlySet<string> = lower(SILENT_NAMES);
/** Names without warning if `false`. */
export const OPTIONAL: ReadonlySet<string> = lower(SILENT_IF_FALSE);
export const LISTENERS: ReadonlySet<string> = lower(LISTENER_NAMES);
const KNOWN_ANYWHERE: ReadonlySet<string> = lower([...SILENT_NAMES, ...LISTENER_NAMES, ...READ_NAMES, ...FOREIGN_NAMES]);

/** Misspelled names per file with a suggestion, which is slower than all other checks of a name. */
const MOST_ADVICE = 200;

/** Suggests the nearest name, for a limited number. One instance per file. */
export class Speller {
  #given = 0;

  /** Is empty if the name is correct but in the wrong place. */
  onPart(written: string, understood: ReadonlySet<string>): string {
    if (KNOWN_ANYWHERE.has(written.toLowerCase())) return '';
    return this.among(written, [...READ_NAMES.filter((name) => understood.has(name.toLowerCase())), ...SILENT_NAMES]);
  }

  /** Suggests from names in original spelling, as end of a warning; empty if none is similar. */
  among(written: string, known: readonly string[]): string {
    if (++this.#given > MOST_ADVICE) return '';
    const nearest = nearestName(written, known);
    return nearest === undefined ? '' : `; the nearest known name is ${nearest}`;
  }
}
