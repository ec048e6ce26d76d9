import { quote } from './finding.ts';
import { type BoundedFields, bounded } from './form-limits.ts';
import { camundaFormFields } from './forms-of-camunda-8.ts';
import { ext } from './namespaces.ts';
import { attributeOf, extensionsNamed, type XmlElement } from './xml-element.ts';

/** Forms of a process by id. Cached to parse them once for all tasks. */
const formsOf = new WeakMap<XmlElement, ReadonlyMap<string, BoundedFields>>();
const NONE = bounded([]);

/** Fields of a form inside the process, referenced as `camunda-forms:bpmn:<id>` in Camunda 8. Tasks with the same form share the list. */
export function embeddedFields(key: string | undefined, process: XmlElement): BoundedFields {
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
    if (id !== undefined && !forms.has(id)) forms.set(id, fieldsOf(id, form.text));
  }
  return forms;
}

function fieldsOf(id: string, text: string): BoundedFields {
  const { fields, fault, notShown } = camundaFormFields(text);
  return bounded(fields, fault === undefined ? [] : [`the form '${quote(id)}' ${fault}`], notShown);
}
