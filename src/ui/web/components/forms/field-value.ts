import type { FormField } from '../../../../engine/model/model-texts.ts';
import { JsonText } from '../../api/json-text.ts';
import { readValue } from '../json-text.ts';

/** Text in a field. A checkbox has `true` or `false`. */
export type EnteredText = string;

/**
 * Returns the initial text of a field: its default if it has the right type, otherwise `false` for checkboxes and '' for others. Thus
 * expressions, which are not evaluated, are ignored.
 */
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

/** The form of a number in JSON: an input of the browser also takes `.5` and `007`. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Returns the value of a field as JSON; undefined if it is empty. Text of a number field that is not a number becomes a string. */
export function valueOfField({ type }: FormField, text: EnteredText): JsonText | undefined {
  if (text === '') return undefined;
  if (type === 'number' && !JSON_NUMBER.test(text) && Number.isFinite(Number(text))) return new JsonText(String(Number(text)));
  return type === 'boolean' || type === 'number' ? readValue(text) : new JsonText(JSON.stringify(text));
}
