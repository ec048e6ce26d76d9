import type { FormField, FormModel } from '../engine/model.ts';
import { deployedFields } from './deployed-forms.ts';
import { embeddedFields } from './embedded-forms.ts';
import { rulesMember } from './field-rules.ts';
import { quote } from './finding.ts';
import { bounded, cut, isCut } from './form-limits.ts';
import { anyDialect, camunda, ext } from './namespaces.ts';
import type { ScriptResources } from './script-resources.ts';
import { attributeOf, dialectAttributeOf, extensionsNamed, isFalse, isTrue, type XmlElement } from './xml-element.ts';

const TYPES: ReadonlyMap<string, FormField['type']> = new Map([
  ...['long', 'integer', 'int', 'double', 'float', 'number', 'short'].map((name) => [name, 'number'] as const),
  ['boolean', 'boolean'],
  ['date', 'date'],
  ['enum', 'enum'],
]);

/**
 * Form of a user task or start event in any dialect; undefined if there is none (docs/contributing/spec/elements.md#forms).
 * @param process contains the embedded forms of Camunda 8
 * @param warn called for each dropped part
 * @param files deployed with the model, including forms
 */
export function formOf(
  xml: XmlElement,
  process: XmlElement,
  warn: (text: string) => void,
  files: ScriptResources = {},
): FormModel | undefined {
  const definition = extensionsNamed(xml, ext, 'formDefinition')[0];
  const of = (name: string): string | undefined => (definition && dialectAttributeOf(definition, anyDialect, name)) || undefined;
  const key = dialectAttributeOf(xml, anyDialect, 'formKey') ?? of('formKey') ?? of('externalReference');
  const id = dialectAttributeOf(xml, camunda, 'formRef') ?? of('formId');
  const binding = dialectAttributeOf(xml, camunda, 'formRefBinding') ?? of('bindingType');
  const version = dialectAttributeOf(xml, camunda, 'formRefVersion') ?? of('versionTag');
  const own = fieldsOf(xml);
  const inProcess = embeddedFields(key, process);
  const embedded =
    inProcess.fields.length + inProcess.leftOut.length + inProcess.notShown.length > 0
      ? inProcess
      : deployedFields({ ...(key === undefined ? {} : { key }), ...(id === undefined ? {} : { id }) }, files);
  const { fields, leftOut, notShown } =
    own.length === 0 ? embedded : bounded([...own, ...embedded.fields], embedded.leftOut, embedded.notShown);
  for (const text of leftOut) warn(text);
  const long = [key, id, binding, version].find((text) => text !== undefined && isCut(text));
  if (long !== undefined) warn(`the form's reference '${quote(long)}' is too long and is cut`);
  const form: FormModel = {
    ...(key === undefined ? {} : { key: cut(key) }),
    ...(id === undefined ? {} : { id: cut(id) }),
    ...(binding === undefined ? {} : { binding: cut(binding) }),
    ...(version === undefined ? {} : { version: cut(version) }),
    ...(fields.length === 0 ? {} : { fields }),
    ...(notShown.length === 0 ? {} : { notShown }),
  };
  return Object.keys(form).length === 0 ? undefined : Object.freeze(form);
}

/** `formData/formField` of Camunda 7, `formProperty` of Flowable and Activiti. */
function fieldsOf(xml: XmlElement): FormField[] {
  const written = [
    ...extensionsNamed(xml, camunda, 'formData').flatMap(({ children }) => children.filter(({ local }) => local === 'formField')),
    ...extensionsNamed(xml, camunda, 'formProperty'),
  ];
  return written.flatMap((field) => {
    const id = attributeOf(field, 'id');
    return id === undefined ? [] : [fieldOf(field, id)];
  });
}

function fieldOf(field: XmlElement, id: string): FormField {
  const label = attributeOf(field, 'label') ?? attributeOf(field, 'name');
  const defaultValue = attributeOf(field, 'defaultValue') ?? attributeOf(field, 'default');
  const rules = field.children.filter(({ local }) => local === 'validation').flatMap(({ children }) => children);
  const hasRule = (name: string): boolean =>
    rules.some((rule) => attributeOf(rule, 'name') === name && !isFalse(attributeOf(rule, 'config')));
  const values = field.children.filter(({ local }) => local === 'value').flatMap(choiceOf);
  const isReadOnly = hasRule('readonly') || isFalse(attributeOf(field, 'writable'));
  return {
    id,
    ...(label === undefined ? {} : { label }),
    type: TYPES.get(attributeOf(field, 'type')?.toLowerCase() ?? '') ?? 'text',
    ...(defaultValue === undefined ? {} : { defaultValue }),
    ...(hasRule('required') || isTrue(attributeOf(field, 'required')) ? { isRequired: true } : {}),
    ...(isReadOnly ? { isReadOnly } : {}),
    ...(values.length === 0 ? {} : { values: Object.freeze(values) }),
    ...rulesMember((name) => numberOf(rules.find((rule) => attributeOf(rule, 'name')?.toLowerCase() === name.toLowerCase()))),
  };
}

function numberOf(rule: XmlElement | undefined): number | undefined {
  const text = rule && attributeOf(rule, 'config');
  return text === undefined ? undefined : Number(text);
}

function choiceOf(value: XmlElement): { readonly id: string; readonly label: string }[] {
  const id = attributeOf(value, 'id');
  return id === undefined ? [] : [{ id, label: attributeOf(value, 'name') ?? id }];
}
