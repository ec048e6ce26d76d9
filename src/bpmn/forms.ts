import type { FormField, FormModel } from '../engine/model.ts';
import { camundaFormFields } from './forms-of-camunda-8.ts';
import { anyDialect, camunda, ext } from './namespaces.ts';
import { attributeOf, dialectAttributeOf, extensionsNamed, type XmlElement } from './xml-element.ts';

/** Most fields of one form, and longest text of each of their parts; more is left out. */
const MAX_FIELDS = 200;
const MAX_LENGTH = 1000;

const TYPES: ReadonlyMap<string, FormField['type']> = new Map([
  ...['long', 'integer', 'int', 'double', 'float', 'number', 'short'].map((name) => [name, 'number'] as const),
  ['boolean', 'boolean'],
  ['date', 'date'],
  ['enum', 'enum'],
]);

/** The form of a user task in any dialect; undefined without one (docs/spec/elements.md#forms). `process`: where Camunda 8 keeps forms of its own. */
export function formOf(xml: XmlElement, process: XmlElement): FormModel | undefined {
  const definition = extensionsNamed(xml, ext, 'formDefinition')[0];
  const of = (name: string): string | undefined => (definition && dialectAttributeOf(definition, anyDialect, name)) || undefined;
  const key = dialectAttributeOf(xml, anyDialect, 'formKey') ?? of('formKey') ?? of('externalReference');
  const id = dialectAttributeOf(xml, camunda, 'formRef') ?? of('formId');
  const binding = dialectAttributeOf(xml, camunda, 'formRefBinding') ?? of('bindingType');
  const version = dialectAttributeOf(xml, camunda, 'formRefVersion') ?? of('versionTag');
  const fields = eachOnce([...fieldsOf(xml), ...embeddedFields(key, process)]).slice(0, MAX_FIELDS);
  const form: FormModel = {
    ...(key === undefined ? {} : { key: cut(key) }),
    ...(id === undefined ? {} : { id: cut(id) }),
    ...(binding === undefined ? {} : { binding: cut(binding) }),
    ...(version === undefined ? {} : { version: cut(version) }),
    ...(fields.length === 0 ? {} : { fields: Object.freeze(fields) }),
  };
  return Object.keys(form).length === 0 ? undefined : Object.freeze(form);
}

/** The first field of each id. */
function eachOnce(fields: readonly FormField[]): FormField[] {
  const seen = new Set<string>();
  return fields.filter(({ id }) => {
    const isFirst = !seen.has(id);
    seen.add(id);
    return isFirst;
  });
}

/** `formData/formField` of Camunda 7, `formProperty` of Flowable and Activiti. */
function fieldsOf(xml: XmlElement): FormField[] {
  const written = [
    ...extensionsNamed(xml, camunda, 'formData').flatMap(({ children }) => children.filter(({ local }) => local === 'formField')),
    ...extensionsNamed(xml, camunda, 'formProperty'),
  ];
  return written.flatMap((field) => {
    const id = attributeOf(field, 'id');
    return id === undefined ? [] : [fieldOf(field, cut(id))];
  });
}

function fieldOf(field: XmlElement, id: string): FormField {
  const label = attributeOf(field, 'label') ?? attributeOf(field, 'name');
  const defaultValue = attributeOf(field, 'defaultValue') ?? attributeOf(field, 'default');
  const rules = field.children.filter(({ local }) => local === 'validation').flatMap(({ children }) => children);
  const says = (name: string): boolean =>
    rules.some((rule) => attributeOf(rule, 'name') === name && attributeOf(rule, 'config') !== 'false');
  const values = field.children.filter(({ local }) => local === 'value').flatMap(choiceOf);
  const isReadOnly = says('readonly') || attributeOf(field, 'writable') === 'false';
  return {
    id,
    ...(label === undefined ? {} : { label: cut(label) }),
    type: TYPES.get(attributeOf(field, 'type')?.toLowerCase() ?? '') ?? 'text',
    ...(defaultValue === undefined ? {} : { defaultValue: cut(defaultValue) }),
    ...(says('required') || attributeOf(field, 'required') === 'true' ? { isRequired: true } : {}),
    ...(isReadOnly ? { isReadOnly } : {}),
    ...(values.length === 0 ? {} : { values: Object.freeze(values.slice(0, MAX_FIELDS)) }),
  };
}

function choiceOf(value: XmlElement): { readonly id: string; readonly label: string }[] {
  const id = attributeOf(value, 'id');
  return id === undefined ? [] : [{ id: cut(id), label: cut(attributeOf(value, 'name') ?? id) }];
}

/** The fields of a form that stands in the process: Camunda 8 refers to it as `camunda-forms:bpmn:<id>`. */
function embeddedFields(key: string | undefined, process: XmlElement): readonly FormField[] {
  const id = /^camunda-forms:bpmn:(.+)$/.exec(key ?? '')?.[1];
  const form =
    id === undefined ? undefined : extensionsNamed(process, ext, 'userTaskForm').find((one) => attributeOf(one, 'id') === id);
  return form === undefined ? [] : camundaFormFields(form.text, cut);
}

function cut(text: string): string {
  return text.slice(0, MAX_LENGTH);
}
