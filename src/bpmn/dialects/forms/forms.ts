import type { FormField, FormModel } from '../../../engine/model.ts';
import type { ReadContext } from '../../elements/element-reader.ts';
import { startsOf } from '../../events/starts.ts';
import { quote, warningAt } from '../../finding.ts';
import type { ScriptResources } from '../../reading.ts';
import { attributeOf, dialectAttributeOf, extensionsNamed, isFalse, isTrue, type XmlElement } from '../../xml/xml-element.ts';
import { camundaFormFields } from '../camunda-8/forms-of-camunda-8.ts';
import { anyDialect, camunda, ext } from '../namespaces.ts';
import { deployedFields } from './deployed-forms.ts';
import { type BoundedFields, bounded, cut, isCut, rulesMember } from './form-limits.ts';

/** Forms by process, then id: parsed once for all tasks. */
const formsOf = new WeakMap<XmlElement, ReadonlyMap<string, BoundedFields>>();
const NONE = bounded([]);

/** A form inside the process, `camunda-forms:bpmn:<id>` in Camunda 8. Tasks share the list. */
function embeddedFields(key: string | undefined, process: XmlElement): BoundedFields {
  const id = /^camunda-forms:bpmn:(.+)$/.exec(key ?? '')?.[1];
  if (id === undefined) return NONE;
  const forms = formsOf.get(process) ?? formsIn(process);
  formsOf.set(process, forms);
  return forms.get(id) ?? bounded([], [`the form '${quote(id)}' is not in the process`]);
}

function formsIn(process: XmlElement): ReadonlyMap<string, BoundedFields> {
  const forms = new Map<string, BoundedFields>();
  for (const form of extensionsNamed(process, ext, 'userTaskForm')) {
    const id = attributeOf(form, 'id');
    if (id !== undefined && !forms.has(id)) forms.set(id, embeddedFieldsOf(id, form.text));
  }
  return forms;
}

function embeddedFieldsOf(id: string, text: string): BoundedFields {
  const { fields, fault, notShown } = camundaFormFields(text);
  return bounded(fields, fault === undefined ? [] : [`the form '${quote(id)}' ${fault}`], notShown);
}

const TYPES: ReadonlyMap<string, FormField['type']> = new Map([
  ...['long', 'integer', 'int', 'double', 'float', 'number', 'short'].map((name) => [name, 'number'] as const),
  ['boolean', 'boolean'],
  ['date', 'date'],
  ['enum', 'enum'],
]);

/**
 * Reads any dialect (docs/contributing/spec/elements.md#forms).
 * @param process contains the embedded forms of Camunda 8
 * @param warn called for each dropped part
 * @param files deployed with the model
 * @param readsVariables false for versions of earlier releases: the name of a form property is its id, not its variable
 */
export function formOf(
  xml: XmlElement,
  process: XmlElement,
  warn: (text: string) => void,
  files: ScriptResources = {},
  readsVariables = true,
): FormModel | undefined {
  const definition = extensionsNamed(xml, ext, 'formDefinition')[0];
  const of = (name: string): string | undefined => (definition && dialectAttributeOf(definition, anyDialect, name)) || undefined;
  const key = dialectAttributeOf(xml, anyDialect, 'formKey') ?? of('formKey') ?? of('externalReference');
  const id = dialectAttributeOf(xml, camunda, 'formRef') ?? of('formId');
  const binding = dialectAttributeOf(xml, camunda, 'formRefBinding') ?? of('bindingType');
  const version = dialectAttributeOf(xml, camunda, 'formRefVersion') ?? of('versionTag');
  const own = fieldsOf(xml, warn, readsVariables);
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
function fieldsOf(xml: XmlElement, warn: (text: string) => void, readsVariables: boolean): FormField[] {
  const written = [
    ...extensionsNamed(xml, camunda, 'formData').flatMap(({ children }) => children.filter(({ local }) => local === 'formField')),
    ...extensionsNamed(xml, camunda, 'formProperty'),
  ];
  return written.flatMap((field) => {
    const id = attributeOf(field, 'id');
    if (id === undefined) return [];
    for (const attribute of ['expression', 'defaultValue', 'default']) {
      if (!isExpression(attributeOf(field, attribute))) continue;
      warn(`${attribute} of the form field '${quote(id)}' is an expression and is ignored`);
    }
    // submitted under the name of its variable
    const variable = readsVariables && field.local === 'formProperty' ? attributeOf(field, 'variable') : undefined;
    return [fieldOf(field, variable ?? id)];
  });
}

function isExpression(text: string | undefined): boolean {
  return text !== undefined && /[$#]\{/.test(text);
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
    ...(defaultValue === undefined || isExpression(defaultValue) ? {} : { defaultValue }),
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

/** Form of the start event of a start call (docs/contributing/spec/elements.md#start-forms). */
export function startFormMember(context: ReadContext): { readonly startForm?: FormModel } {
  const { process, document } = context;
  if (process.isGlobalTask) return {};
  const [entered] = startsOf(process.root, document);
  let startForm: FormModel | undefined;
  for (const node of process.nodes) {
    if (node.tag !== 'startEvent') continue;
    const warn = (text: string): void =>
      context.warn(warningAt(node.xml, process.key, { event: 'attribute-ignored', text, elementId: node.id }));
    const form = formOf(node.xml, process.xml, warn, {}, context.followsDialects);
    if (node === entered) startForm = form;
    else if (form !== undefined) warn('the form is never shown: start requests do not use this start event');
  }
  return startForm === undefined ? {} : { startForm };
}
