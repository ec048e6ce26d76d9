/** Attribute of another engine, which this engine reads. */
export interface DialectAttribute {
  readonly name: string;
  readonly label: string;
}

/** Dialect with extension attributes. `prefix`: in the model. */
export interface AttributeDialect {
  readonly title: string;
  readonly prefix: string;
  /** the model also declares the namespace of Camunda 8 */
  readonly isMixed: boolean;
}

const DIALECTS: ReadonlyMap<string, string> = new Map([
  ['http://camunda.org/schema/1.0/bpmn', 'Camunda 7'],
  ['http://operaton.org/schema/1.0/bpmn', 'Operaton'],
  ['http://flowable.org/bpmn', 'Flowable'],
  ['http://activiti.org/bpmn', 'Activiti'],
]);
export const ZEEBE = 'http://camunda.org/schema/zeebe/1.0';

const USER_TASK: readonly DialectAttribute[] = [
  { name: 'assignee', label: 'Assignee' },
  { name: 'candidateUsers', label: 'Candidate users' },
  { name: 'candidateGroups', label: 'Candidate groups' },
  { name: 'dueDate', label: 'Due date' },
  { name: 'followUpDate', label: 'Follow-up date' },
  { name: 'priority', label: 'Priority' },
  { name: 'formKey', label: 'Form key' },
];
const WORK: readonly DialectAttribute[] = [
  { name: 'type', label: 'Type' },
  { name: 'topic', label: 'Topic' },
  { name: 'class', label: 'Class' },
  { name: 'delegateExpression', label: 'Delegate expression' },
  { name: 'expression', label: 'Expression' },
  { name: 'resultVariable', label: 'Result variable' },
];
const ATTRIBUTES: Readonly<Record<string, readonly DialectAttribute[]>> = {
  'bpmn:UserTask': USER_TASK,
  'bpmn:ServiceTask': WORK,
  'bpmn:SendTask': WORK,
  'bpmn:BusinessRuleTask': [{ name: 'decisionRef', label: 'Decision' }, ...WORK],
  'bpmn:StartEvent': [
    { name: 'formKey', label: 'Form key' },
    { name: 'initiator', label: 'Initiator variable' },
  ],
};

/** Dialect by namespace declarations. Undefined: no dialect with attributes. */
export function attributeDialectOf(declarations: Readonly<Record<string, unknown>>): AttributeDialect | undefined {
  const declared = Object.entries(declarations).filter(([name]) => name.startsWith('xmlns:'));
  const isMixed = declared.some(([, uri]) => uri === ZEEBE);
  for (const [name, uri] of declared) {
    const title = DIALECTS.get(String(uri));
    if (title !== undefined) return { title, prefix: name.slice('xmlns:'.length), isMixed };
  }
  return undefined;
}

export function attributesOf(type: string): readonly DialectAttribute[] {
  return Object.hasOwn(ATTRIBUTES, type) ? (ATTRIBUTES[type] ?? []) : [];
}
