import type Modeler from 'bpmn-js/lib/Modeler';
import { attributeDialectOf } from './dialect-attributes.ts';

/** Component of Camunda 8 forms, by type of field. */
const COMPONENTS = { text: 'textfield', number: 'number', boolean: 'checkbox', date: 'datetime', enum: 'select' } as const;
export const FIELD_TYPES = Object.keys(COMPONENTS) as readonly FieldType[];
export type FieldType = keyof typeof COMPONENTS;

/** Field of the form of a user task or start event. */
export interface DrawnField {
  /** variable of the field */
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly isRequired: boolean;
  /** values of an `enum`; otherwise empty */
  readonly choices: readonly string[];
}

/** Forms in a model. */
export interface FormFields {
  /** [] without form. Undefined: the element cannot have a form in the model, or `DrawnField` cannot represent it. */
  of(elementId: string): readonly DrawnField[] | undefined;
  /** One step of undo; [] removes the form. No effect if the element cannot have one. */
  set(elementId: string, fields: readonly DrawnField[]): void;
}

interface Part {
  readonly $type: string;
  $parent?: Part;
  readonly $attrs?: Readonly<Record<string, unknown>>;
  get(name: string): unknown;
}
interface Shown {
  readonly businessObject: Part;
}
interface Change {
  readonly cmd: 'element.updateModdleProperties';
  readonly context: { readonly element: Shown; readonly moddleElement: Part; readonly properties: object };
}
type Services = {
  bpmnFactory: { create(type: string, properties: object): Part };
  commandStack: { execute(command: 'properties-panel.multi-command-executor', changes: readonly Change[]): void };
  elementRegistry: { get(id: string): Shown | undefined };
};
type Get = <Name extends keyof Services>(name: Name) => Services[Name];

const FORM = 'zeebe:UserTaskForm';
const DEFINITION = 'zeebe:FormDefinition';
/** Extension element. In Camunda 8, a task with it cannot have its form in the model. Sluice ignores it. */
const WITHOUT_FORM = 'zeebe:UserTask';
const KEY_PREFIX = 'camunda-forms:bpmn:';
const SCHEMA_VERSION = 16;

export function formFields(modeler: Modeler<object>): FormFields {
  const get: Get = (name) => (modeler as unknown as Modeler<Services>).get(name);
  const ownerAt = (elementId: string): Shown | undefined => {
    const element = get('elementRegistry').get(elementId);
    if (element === undefined || !hasForm(element.businessObject)) return undefined;
    const definitions = (modeler as unknown as Modeler).getDefinitions() as unknown as Part | undefined;
    const dialect = attributeDialectOf(definitions?.$attrs ?? {});
    return dialect === undefined || dialect.isMixed ? element : undefined;
  };
  return {
    of(elementId) {
      const owner = ownerAt(elementId)?.businessObject;
      if (owner === undefined) return undefined;
      const definition = definitionOf(owner);
      if (definition === undefined) return [];
      const form = formOf(owner, definition);
      return form === undefined ? undefined : readFields(String(form.get('body') ?? ''));
    },
    set(elementId, fields) {
      const element = ownerAt(elementId);
      if (element === undefined) return;
      get('commandStack').execute('properties-panel.multi-command-executor', changesOf(get, element, fields));
    },
  };
}

/** User tasks, and none start events of a process. */
function hasForm(owner: Part): boolean {
  if (owner.$type !== 'bpmn:StartEvent') return owner.$type === 'bpmn:UserTask';
  return owner.$parent?.$type === 'bpmn:Process' && ((owner.get('eventDefinitions') ?? []) as readonly Part[]).length === 0;
}

function partsOf(owner: Part): readonly Part[] {
  return ((owner.get('extensionElements') as Part | undefined)?.get('values') ?? []) as readonly Part[];
}

function definitionOf(owner: Part): Part | undefined {
  return partsOf(owner).find(({ $type }) => $type === DEFINITION);
}

/** Returns undefined if the process does not contain the form. */
function formOf(owner: Part, definition: Part): Part | undefined {
  const key = definition.get('formKey');
  return partsOf(processOf(owner)).find((part) => part.$type === FORM && key === `${KEY_PREFIX}${String(part.get('id'))}`);
}

function processOf(owner: Part): Part {
  let part = owner;
  while (part.$parent !== undefined && part.$type !== 'bpmn:Process') part = part.$parent;
  return part;
}

function changesOf(get: Get, element: Shown, fields: readonly DrawnField[]): readonly Change[] {
  const owner = element.businessObject;
  const definition = definitionOf(owner);
  const form = definition && formOf(owner, definition);
  const body = formText(fields);
  if (form !== undefined && fields.length > 0) return [changeOf(element, form, { body })];
  const rest = partsOf(owner).filter(({ $type }) => $type !== DEFINITION && $type !== WITHOUT_FORM);
  const process = processOf(owner);
  const forms = partsOf(process).filter((part) => part !== form);
  if (fields.length === 0) return [withParts(get, element, owner, rest), withParts(get, element, process, forms)];
  const create = get('bpmnFactory').create.bind(get('bpmnFactory'));
  const id = `UserTaskForm_${Array.from(crypto.getRandomValues(new Uint32Array(1)), (part) => part.toString(36)).join('')}`;
  return [
    withParts(get, element, process, [...forms, create(FORM, { id, body })]),
    withParts(get, element, owner, [...rest, create(DEFINITION, { formKey: `${KEY_PREFIX}${id}` })]),
  ];
}

function withParts(get: Get, element: Shown, owner: Part, values: readonly Part[]): Change {
  const extensionElements = values.length === 0 ? undefined : get('bpmnFactory').create('bpmn:ExtensionElements', { values });
  for (const value of values) value.$parent = extensionElements as Part;
  if (extensionElements !== undefined) extensionElements.$parent = owner;
  return changeOf(element, owner, { extensionElements });
}

function changeOf(element: Shown, moddleElement: Part, properties: object): Change {
  return { cmd: 'element.updateModdleProperties', context: { element, moddleElement, properties } };
}

/** Members that a field can represent. Forms with others are not changed. */
const MEMBERS: ReadonlySet<string> = new Set(['id', 'type', 'key', 'label', 'dateLabel', 'subtype', 'validate', 'values']);

/** Returns undefined if invalid, or if it has parts that fields cannot represent. */
export function readFields(text: string): readonly DrawnField[] | undefined {
  try {
    const { components } = JSON.parse(text) as { components?: unknown };
    if (!Array.isArray(components)) return undefined;
    const fields = components.map(readField);
    return fields.every((field) => field !== undefined) ? fields : undefined;
  } catch {
    return undefined;
  }
}

function readField(component: Readonly<Record<string, unknown>>): DrawnField | undefined {
  const { key, label, dateLabel, validate = {}, values = [] } = component;
  const type = FIELD_TYPES.find((one) => COMPONENTS[one] === component['type']);
  const isKnown = Object.keys(component).every((name) => MEMBERS.has(name));
  const hasOtherRules = Object.keys(validate as object).some((rule) => rule !== 'required');
  if (type === undefined || typeof key !== 'string' || !isKnown || hasOtherRules || !Array.isArray(values)) return undefined;
  const choices = (values as { value?: unknown; label?: unknown }[]).map(({ value }) => String(value));
  if (choices.some((choice, index) => (values[index] as { label?: unknown }).label !== choice)) return undefined;
  const isRequired = (validate as { required?: unknown }).required === true;
  return { name: key, label: String(label ?? dateLabel ?? ''), type, isRequired, choices };
}

/** JSON of a Camunda 8 form. */
export function formText(fields: readonly DrawnField[]): string {
  const components = fields.map(({ name, label, type, isRequired, choices }) => ({
    type: COMPONENTS[type],
    key: name,
    ...(label !== '' && { label }),
    ...(type === 'date' && { subtype: 'date', dateLabel: label }),
    ...(isRequired && { validate: { required: true } }),
    ...(type === 'enum' && { values: choices.map((choice) => ({ label: choice, value: choice })) }),
  }));
  return JSON.stringify({ type: 'default', schemaVersion: SCHEMA_VERSION, components });
}
