import type { EditorPart } from './native-parts.ts';

/** Place of a value in the native dialect, as text. */
export interface NativeField {
  readonly id: string;
  readonly label: string;
  /** BPMN element with the value. Default: the element itself. */
  readonly owner?: 'loop' | 'message';
  readonly attribute: string;
  /** Extension element with the attribute. */
  readonly extension?: string;
  /** Where a new value is written, of the places that the engine reads. Default: the extension element, if there is one. */
  readonly writes?: 'attribute' | 'plain';
  /** The value is the text of a BPMN expression, or the names in the children of the extension element. */
  readonly kind?: 'expression' | 'names';
}

/** Mappings, which are the children of `wrapper`, or extension elements. */
export interface PairList {
  readonly id: string;
  readonly label: string;
  readonly wrapper?: string;
  readonly child: string;
  /** True if a new mapping has an effect on the element. */
  isOn(owner: EditorPart): boolean;
}

interface FieldGroup {
  readonly id: string;
  readonly label: string;
  readonly fields: readonly NativeField[];
}

const assigned = (attribute: string, label: string): NativeField => ({
  ...{ id: attribute, label, attribute },
  extension: 'assignmentDefinition',
});
const planned = (attribute: string, label: string, extension?: string): NativeField => ({
  ...{ id: attribute, label, attribute, writes: 'attribute' },
  ...(extension === undefined ? {} : { extension }),
});

const ASSIGNMENT: FieldGroup = {
  id: 'native-assignment',
  label: 'Assignment',
  fields: [
    assigned('assignee', 'Assignee'),
    assigned('candidateGroups', 'Candidate groups'),
    assigned('candidateUsers', 'Candidate users'),
    planned('dueDate', 'Due date', 'taskSchedule'),
    planned('followUpDate', 'Follow up date', 'taskSchedule'),
    planned('priority', 'Priority', 'priorityDefinition'),
    planned('category', 'Category'),
  ],
};
const FORM: FieldGroup = {
  id: 'native-form',
  label: 'Form',
  fields: [planned('formKey', 'Form key', 'formDefinition')],
};
const OUTPUTS: FieldGroup = {
  id: 'native-expected-outputs',
  label: 'Expected outputs',
  fields: [
    {
      id: 'expectedOutputs',
      label: 'Variables, separated by commas',
      attribute: 'name',
      extension: 'expectedOutputs',
      kind: 'names',
    },
  ],
};
export const TASK_TYPE: NativeField = {
  ...{ id: 'type', label: 'Job type', attribute: 'type' },
  extension: 'taskDefinition',
  writes: 'plain',
};
const WORK: FieldGroup = {
  id: 'native-work',
  label: 'Task definition',
  fields: [TASK_TYPE, { id: 'retries', label: 'Retries', attribute: 'retries', extension: 'taskDefinition' }],
};
const SCRIPT: FieldGroup = {
  id: 'native-script',
  label: 'Result',
  fields: [planned('resultVariable', 'Result variable', 'script')],
};
const SCRIPT_TEXT: NativeField = { id: 'script', label: 'Script', attribute: '$body', extension: 'script' };
const CALLED: FieldGroup = {
  id: 'native-called-element',
  label: 'Called element',
  fields: [
    { id: 'calledElement', label: 'Process ID', attribute: 'calledElement', extension: 'calledElement', writes: 'plain' },
    planned('propagateAllParentVariables', 'Propagate all parent process variables'),
    planned('propagateAllChildVariables', 'Propagate all child process variables'),
  ],
};
const ofLoop = (attribute: string, label: string): NativeField => ({ ...planned(attribute, label), owner: 'loop' });
const LOOP: FieldGroup = {
  id: 'native-loop',
  label: 'Multi-instance',
  fields: [
    { id: 'loopCardinality', label: 'Loop cardinality', attribute: 'loopCardinality', owner: 'loop', kind: 'expression' },
    ofLoop('collection', 'Input collection'),
    ofLoop('elementVariable', 'Input element'),
    ofLoop('outputCollection', 'Output collection'),
    ofLoop('outputElement', 'Output element'),
    {
      id: 'completionCondition',
      label: 'Completion condition',
      attribute: 'completionCondition',
      owner: 'loop',
      kind: 'expression',
    },
  ],
};

const BY_TYPE: Readonly<Record<string, readonly FieldGroup[]>> = {
  'bpmn:UserTask': [ASSIGNMENT, FORM, OUTPUTS],
  'bpmn:StartEvent': [FORM],
  'bpmn:ServiceTask': [WORK],
  'bpmn:SendTask': [WORK],
  'bpmn:BusinessRuleTask': [WORK],
  'bpmn:ScriptTask': [SCRIPT],
  'bpmn:CallActivity': [CALLED],
};
const LOOPS = 'bpmn:MultiInstanceLoopCharacteristics';

export function nativeFields(owner: EditorPart): readonly FieldGroup[] {
  const groups = Object.hasOwn(BY_TYPE, owner.$type) ? (BY_TYPE[owner.$type] ?? []) : [];
  const shown = owner.$type === 'bpmn:StartEvent' && owner.$parent?.$type !== 'bpmn:Process' ? [] : groups;
  const withText = hasScriptInExtension(owner)
    ? shown.map((group) => ({ ...group, fields: [SCRIPT_TEXT, ...group.fields] }))
    : shown;
  return (owner.get('loopCharacteristics') as EditorPart | undefined)?.$type === LOOPS ? [...withText, LOOP] : withText;
}

/** The script is in an extension element, which the engine reads if there is no BPMN script. */
export function hasScriptInExtension(owner: EditorPart): boolean {
  if (owner.$type !== 'bpmn:ScriptTask' || owner.get('script') !== undefined) return false;
  const parts = ((owner.get('extensionElements') as EditorPart | undefined)?.get('values') ?? []) as readonly EditorPart[];
  return parts.some(({ $type }) => /:script$/i.test($type));
}

const MAPPED: ReadonlySet<string> = new Set(
  ['UserTask', 'ServiceTask', 'SendTask', 'BusinessRuleTask', 'ScriptTask', 'ReceiveTask', 'SubProcess'].map(
    (name) => `bpmn:${name}`,
  ),
);
const isMapped = ({ $type }: EditorPart) => MAPPED.has($type);
const isCall = ({ $type }: EditorPart) => $type === 'bpmn:CallActivity';
const OUTPUT_EVENTS: ReadonlySet<string> = new Set(['bpmn:StartEvent', 'bpmn:IntermediateCatchEvent', 'bpmn:BoundaryEvent']);

export const INPUTS: PairList = { id: 'inputs', label: 'Input mapping', wrapper: 'ioMapping', child: 'input', isOn: isMapped };
export const PAIR_LISTS: readonly PairList[] = [
  { id: 'inputMapping', label: 'Input mapping', child: 'inputMapping', isOn: isCall },
  { id: 'outputMapping', label: 'Output mapping', child: 'outputMapping', isOn: isCall },
  INPUTS,
  {
    id: 'outputs',
    label: 'Output mapping',
    wrapper: 'ioMapping',
    child: 'output',
    isOn: (owner) => isMapped(owner) || OUTPUT_EVENTS.has(owner.$type),
  },
];
