import type { FormField } from '../engine/model.ts';
import { cut, MAX_FIELDS } from './form-limits.ts';

/** Deepest group of fields that is looked into. */
const MAX_DEPTH = 20;
/** Longest form that is read, in characters. */
const MAX_FORM_LENGTH = 256 * 1024;

const TYPES: ReadonlyMap<string, FormField['type']> = new Map([
  ...['textfield', 'textarea'].map((name) => [name, 'text'] as const),
  ['number', 'number'],
  ['checkbox', 'boolean'],
  ['datetime', 'date'],
  ...['select', 'radio'].map((name) => [name, 'enum'] as const),
]);

type Part = Readonly<Record<string, unknown>>;

/** The fields of a form of Camunda 8, which is JSON. Parts that hold no single value (texts, buttons, tables) are left out; what is no form has none. */
export function camundaFormFields(text: string): readonly FormField[] {
  if (text.length > MAX_FORM_LENGTH) return [];
  try {
    return fieldsIn(JSON.parse(text), 0);
  } catch {
    return [];
  }
}

function fieldsIn(form: unknown, depth: number): readonly FormField[] {
  if (depth > MAX_DEPTH) return [];
  return partsOf(form, 'components').flatMap((part) => [...fieldOf(part), ...fieldsIn(part, depth + 1)]);
}

function fieldOf(part: Part): FormField[] {
  const type = TYPES.get(textOf(part, 'type') ?? '');
  const id = textOf(part, 'key');
  if (type === undefined || id === undefined) return [];
  const label = textOf(part, 'label');
  const { defaultValue, validate } = part;
  const isPlain = ['string', 'number', 'boolean'].includes(typeof defaultValue);
  const values = partsOf(part, 'values').flatMap((value) => {
    const stored = textOf(value, 'value');
    return stored === undefined ? [] : [{ id: cut(stored), label: cut(textOf(value, 'label') ?? stored) }];
  });
  return [
    {
      id: cut(id),
      ...(label === undefined ? {} : { label: cut(label) }),
      type,
      ...(isPlain
        ? { defaultValue: typeof defaultValue === 'string' ? cut(defaultValue) : (defaultValue as number | boolean) }
        : {}),
      ...(isPart(validate) && validate['required'] === true ? { isRequired: true } : {}),
      ...(part['readonly'] === true || part['disabled'] === true ? { isReadOnly: true } : {}),
      ...(values.length === 0 ? {} : { values: values.slice(0, MAX_FIELDS) }),
    },
  ];
}

function partsOf(part: unknown, name: string): readonly Part[] {
  const list = isPart(part) && Object.hasOwn(part, name) ? part[name] : undefined;
  return Array.isArray(list) ? list.filter(isPart) : [];
}

function textOf(part: Part, name: string): string | undefined {
  const value = Object.hasOwn(part, name) ? part[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
