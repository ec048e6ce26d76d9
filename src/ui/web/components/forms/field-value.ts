import type { FormField } from '../../../../engine/model/model-texts.ts';
import { JsonText } from '../../api/json-text.ts';
import { readValue } from '../json-text.ts';

/** Text in a field; of a checkbox: `true` or `false`. */
export type EnteredText = string;

/** The default if it has the right type, which excludes expressions; otherwise `false` for checkboxes, '' for others. */
export function initialText(field: FormField): EnteredText {
  const { defaultValue, type } = field;
  const text = defaultValue === undefined ? '' : String(defaultValue);
  return isOfType(field, text) ? text : type === 'boolean' ? 'false' : '';
}

function isOfType({ type, values }: FormField, text: string): boolean {
  if (type === 'boolean') return text === 'true' || text === 'false';
  if (type === 'number') return text.trim() !== '' && Number.isFinite(Number(text));
  if (type === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(text);
  if (type === 'enum') return (values ?? []).some(({ id }) => id === text);
  return !/^=|[$#]\{/.test(text);
}

/** Browser inputs also accept `.5` and `007`. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Returns undefined if empty. Invalid numbers become strings. */
export function valueOfField({ type }: FormField, text: EnteredText): JsonText | undefined {
  if (text === '') return undefined;
  if (type === 'number' && !JSON_NUMBER.test(text) && Number.isFinite(Number(text))) return new JsonText(String(Number(text)));
  return type === 'boolean' || type === 'number' ? readValue(text) : new JsonText(JSON.stringify(text));
}
