import type { FormField, FormModel } from '../../../engine/model.ts';
import { quote } from '../../finding.ts';
import type { ScriptResources } from '../../reading.ts';
import { camundaFormFields } from '../camunda-8/forms-of-camunda-8.ts';
import { type BoundedFields, bounded, cut } from './form-limits.ts';

const NONE = bounded([]);
const JSON_FORM = /\.form$/i;
const HTML_FORM = /\.html$/i;
export const FORM_FILE = /\.(?:form|html)$/i;

/** Forms by id and file name: parsed once for all tasks of a model. */
const known = new WeakMap<ScriptResources, ReadonlyMap<string, BoundedFields>>();

/** Camunda 8 uses the id, Camunda 7 the file name after `embedded:deployment:` or `camunda-forms:deployment:` (docs/contributing/spec/elements.md#forms). */
export function deployedFields({ key, id }: Pick<FormModel, 'key' | 'id'>, files: ScriptResources): BoundedFields {
  const forms = known.get(files) ?? formsIn(files);
  known.set(files, forms);
  const name = /^(?:embedded|camunda-forms):deployment:\/?(.+)$/.exec(key ?? '')?.[1];
  return forms.get(`id ${id}`) ?? forms.get(`file ${name}`) ?? NONE;
}

/** Errors of invalid files, prefixed with the file name. */
export function formDiagnostics(files: ScriptResources): readonly string[] {
  return Object.entries(files).flatMap(([name, text]) => {
    if (!JSON_FORM.test(name)) return [];
    try {
      const form: unknown = JSON.parse(text);
      return typeof form === 'object' && form !== null && !Array.isArray(form) ? [] : [`${name}: a form is a JSON object`];
    } catch (error) {
      return [`${name}: the form is not JSON: ${quote((error as Error).message)}`];
    }
  });
}

/** Id of a Camunda 8 form. */
export function formIdOf(text: string): string | undefined {
  try {
    const { id } = JSON.parse(text) as { readonly id?: unknown };
    return typeof id === 'string' && id !== '' ? id : undefined;
  } catch {
    return undefined;
  }
}

function formsIn(files: ScriptResources): ReadonlyMap<string, BoundedFields> {
  const forms = new Map<string, BoundedFields>();
  for (const [name, text] of Object.entries(files)) {
    if (HTML_FORM.test(name)) forms.set(`file ${name}`, bounded(htmlFields(text)));
    if (!JSON_FORM.test(name)) continue;
    const { fields: written, fault, notShown } = camundaFormFields(text);
    const fields = bounded(written, fault === undefined ? [] : [`the form '${quote(name)}' ${fault}`], notShown);
    forms.set(`file ${name}`, fields);
    const id = formIdOf(text);
    if (id !== undefined && !forms.has(`id ${id}`)) forms.set(`id ${id}`, fields);
  }
  return forms;
}

/** Limit of searched characters. */
const MAX_HTML = 256 * 1024;
const CONTROL = /<(?:input|select|textarea)\b([^>]{0,1000})>/gi;
const ATTRIBUTE = /([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/g;
const TYPES: ReadonlyMap<string, FormField['type']> = new Map([
  ...['integer', 'long', 'short', 'double', 'number'].map((name) => [name, 'number'] as const),
  ['boolean', 'boolean'],
  ['date', 'date'],
]);

/** `cam-variable-name` in an embedded Camunda 7 form. The rest of the page is discarded. */
function htmlFields(text: string): readonly FormField[] {
  const fields: FormField[] = [];
  for (const [, inside = ''] of text.slice(0, MAX_HTML).matchAll(CONTROL)) {
    const attributes = new Map([...inside.matchAll(ATTRIBUTE)].map(([, name = '', a, b]) => [name.toLowerCase(), a ?? b ?? '']));
    const id = attributes.get('cam-variable-name');
    if (id === undefined || id === '') continue;
    fields.push({
      id: cut(id),
      type: TYPES.get((attributes.get('cam-variable-type') ?? '').toLowerCase()) ?? 'text',
      ...(attributes.has('required') ? { isRequired: true } : {}),
      ...(attributes.has('readonly') || attributes.has('disabled') ? { isReadOnly: true } : {}),
    });
  }
  return fields;
}
