import type { FormField } from '../../../engine/model.ts';
import { cut, rulesMember } from '../forms/form-limits.ts';

/** Limit of nested field groups. */
const MAX_DEPTH = 20;
/** Limit in characters. */
const MAX_FORM_LENGTH = 256 * 1024;

const TYPES: ReadonlyMap<string, FormField['type']> = new Map([
  ...['textfield', 'textarea'].map((name) => [name, 'text'] as const),
  ['number', 'number'],
  ['checkbox', 'boolean'],
  ['datetime', 'date'],
  ...['select', 'radio'].map((name) => [name, 'enum'] as const),
]);

/** Components without input. */
const WORDS: ReadonlySet<string> = new Set([
  ...['text', 'html', 'image', 'spacer', 'separator', 'button', 'iframe', 'documentPreview', 'expression'],
  ...['group', 'dynamiclist', 'columns', 'default'],
]);

type Part = Readonly<Record<string, unknown>>;

/**
 * Reads JSON. Skips components without a single value, such as texts, buttons and tables. Invalid forms have no fields.
 * @returns `fault`: reason for missing fields
 */
export function camundaFormFields(text: string): {
  readonly fields: readonly FormField[];
  readonly notShown: readonly string[];
  readonly fault?: string;
} {
  if (text.length > MAX_FORM_LENGTH)
    return { fields: [], notShown: [], fault: `is longer than ${MAX_FORM_LENGTH} characters and is not read` };
  try {
    const form: unknown = JSON.parse(text);
    const isTooDeep = depthOf(form, 0) > MAX_DEPTH;
    return {
      fields: fieldsIn(form, 0),
      notShown: notShownIn(form, 0),
      ...(isTooDeep ? { fault: `has groups deeper than ${MAX_DEPTH}, which are left out` } : {}),
    };
  } catch {
    return { fields: [], notShown: [], fault: 'is not JSON and is ignored' };
  }
}

/** Depth of groups, counted up to one more than the limit. */
function depthOf(form: unknown, depth: number): number {
  const parts = partsOf(form, 'components');
  if (parts.length === 0 || depth > MAX_DEPTH) return depth;
  return parts.reduce((deepest, part) => Math.max(deepest, depthOf(part, depth + 1)), depth);
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
  const { defaultValue } = part;
  const validate = isPart(part['validate']) ? part['validate'] : {};
  const hint = textOf(part, 'description');
  const isPlain = ['string', 'number', 'boolean'].includes(typeof defaultValue);
  const values = partsOf(part, 'values').flatMap((value) => {
    const stored = textOf(value, 'value');
    return stored === undefined ? [] : [{ id: stored, label: textOf(value, 'label') ?? stored }];
  });
  return [
    {
      id,
      ...(label === undefined ? {} : { label }),
      type,
      ...(isPlain ? { defaultValue: defaultValue as string | number | boolean } : {}),
      ...(validate['required'] === true ? { isRequired: true } : {}),
      ...(part['readonly'] === true || part['disabled'] === true ? { isReadOnly: true } : {}),
      ...(values.length === 0 ? {} : { values }),
      ...(part['type'] === 'textarea' || part['type'] === 'radio' ? { control: part['type'] } : {}),
      ...(hint === undefined ? {} : { hint: cut(hint) }),
      ...rulesMember((name) => (Object.hasOwn(validate, name) ? validate[name] : undefined), textOf(validate, 'pattern')),
    },
  ];
}

/** Type and label of inputs that no field type supports. */
function notShownIn(form: unknown, depth: number): readonly string[] {
  if (depth > MAX_DEPTH) return [];
  return partsOf(form, 'components').flatMap((part) => {
    const type = textOf(part, 'type');
    const within = notShownIn(part, depth + 1);
    if (type === undefined || TYPES.has(type) || WORDS.has(type)) return within;
    const label = textOf(part, 'label') ?? textOf(part, 'key');
    return [label === undefined ? type : `${type} '${label}'`, ...within];
  });
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
