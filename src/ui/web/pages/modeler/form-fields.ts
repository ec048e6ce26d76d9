import type Modeler from 'bpmn-js/lib/Modeler';
import { attributeDialectOf } from './dialect-attributes.ts';
import {
  attributeOn,
  type EditorPart,
  extensionsWith,
  type NativeWords,
  nativeParts,
  nativeWordsOf,
  newPart,
  type PartServices,
  partsOf,
  withAttributes,
} from './native-parts.ts';

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

interface Shown {
  readonly businessObject: EditorPart;
}
interface Change {
  readonly cmd: 'element.updateModdleProperties';
  readonly context: { readonly element: Shown; readonly moddleElement: EditorPart; readonly properties: object };
}
type Services = PartServices & {
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
    if (nativeWordsOf(element.businessObject) !== undefined) return element;
    const definitions = (modeler as unknown as Modeler).getDefinitions() as unknown as EditorPart | undefined;
    const dialect = attributeDialectOf(definitions?.$attrs ?? {});
    return dialect === undefined || dialect.isMixed ? element : undefined;
  };
  return {
    of(elementId) {
      const owner = ownerAt(elementId)?.businessObject;
      if (owner === undefined) return undefined;
      const key = keyOf(owner);
      if (key === undefined) return [];
      const form = formOf(owner, key);
      return form === undefined ? undefined : readFields(String(form.get(bodyOf(form)) ?? ''));
    },
    set(elementId, fields) {
      const element = ownerAt(elementId);
      if (element === undefined) return;
      get('commandStack').execute('properties-panel.multi-command-executor', changesOf(get, element, fields));
    },
  };
}

/** User tasks, and none start events of a process. */
function hasForm(owner: EditorPart): boolean {
  if (owner.$type !== 'bpmn:StartEvent') return owner.$type === 'bpmn:UserTask';
  return owner.$parent?.$type === 'bpmn:Process' && ((owner.get('eventDefinitions') ?? []) as readonly EditorPart[]).length === 0;
}

/** Key of the form; empty for a form without key. Undefined: no form. */
function keyOf(owner: EditorPart): string | undefined {
  const words = nativeWordsOf(owner);
  const written = words && attributeOn(owner, words, 'formKey');
  if (written !== undefined) return String(owner.get(written));
  const parts = partsOf(owner);
  const definition =
    words === undefined ? parts.find(({ $type }) => $type === DEFINITION) : nativeParts(parts, 'formDefinition')[0];
  return definition && String(definition.get('formKey') ?? '');
}

/** Returns undefined if the process does not contain the form. */
function formOf(owner: EditorPart, key: string): EditorPart | undefined {
  const parts = partsOf(processOf(owner));
  const forms = [...parts.filter(({ $type }) => $type === FORM), ...nativeParts(parts, 'userTaskForm')];
  return forms.find((form) => key === `${KEY_PREFIX}${String(form.get('id'))}`);
}

function bodyOf({ $type }: EditorPart): 'body' | '$body' {
  return $type === FORM ? 'body' : '$body';
}

function processOf(owner: EditorPart): EditorPart {
  let part = owner;
  while (part.$parent !== undefined && part.$type !== 'bpmn:Process') part = part.$parent;
  return part;
}

function changesOf(get: Get, element: Shown, fields: readonly DrawnField[]): readonly Change[] {
  const owner = element.businessObject;
  const key = keyOf(owner);
  const form = key === undefined ? undefined : formOf(owner, key);
  const process = processOf(owner);
  const body = formText(fields);
  if (form?.$type === FORM && fields.length > 0) return [changeOf(element, form, { body })];
  const services = { bpmnFactory: get('bpmnFactory'), moddle: get('moddle') };
  if (form !== undefined && fields.length > 0) {
    const forms = partsOf(process).map((part) => (part === form ? withAttributes(services, form, { $body: body }) : part));
    return [withParts(get, element, process, forms)];
  }
  const forms = partsOf(process).filter((part) => part !== form);
  if (fields.length === 0) return [withKey(get, element, undefined), withParts(get, element, process, forms)];
  const id = `UserTaskForm_${Array.from(crypto.getRandomValues(new Uint32Array(1)), (part) => part.toString(36)).join('')}`;
  const words = nativeWordsOf(owner);
  const made =
    words === undefined
      ? services.bpmnFactory.create(FORM, { id, body })
      : newPart(services, words, 'userTaskForm', { id, $body: body });
  return [withParts(get, element, process, [...forms, made]), withKey(get, element, `${KEY_PREFIX}${id}`)];
}

/** Sets the key of the form; undefined removes it. */
function withKey(get: Get, element: Shown, formKey: string | undefined): Change {
  const owner = element.businessObject;
  const words = nativeWordsOf(owner);
  if (words !== undefined) return withNativeKey(element, words, formKey, get);
  const rest = partsOf(owner).filter(({ $type }) => $type !== DEFINITION && $type !== WITHOUT_FORM);
  const definition = formKey === undefined ? [] : [get('bpmnFactory').create(DEFINITION, { formKey })];
  return withParts(get, element, owner, [...rest, ...definition]);
}

function withNativeKey(element: Shown, words: NativeWords, formKey: string | undefined, get: Get): Change {
  const owner = element.businessObject;
  const definitions = nativeParts(partsOf(owner), 'formDefinition');
  const change = withParts(
    get,
    element,
    owner,
    partsOf(owner).filter((part) => !definitions.includes(part)),
  );
  const attribute = attributeOn(owner, words, 'formKey') ?? `${words.prefix}:formKey`;
  return changeOf(element, owner, { ...change.context.properties, [attribute]: formKey });
}

function withParts(get: Get, element: Shown, owner: EditorPart, values: readonly EditorPart[]): Change {
  const services = { bpmnFactory: get('bpmnFactory'), moddle: get('moddle') };
  return changeOf(element, owner, { extensionElements: extensionsWith(services, owner, values) });
}

function changeOf(element: Shown, moddleElement: EditorPart, properties: object): Change {
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
