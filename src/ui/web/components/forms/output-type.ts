import { JsonText } from '../../api/json-text.ts';
import { faultTexts } from '../../texts/forms.ts';
import { enteredTime, fieldTimeIn } from '../../texts/numbers.ts';
import { pageTexts } from '../../texts/user-tasks.ts';
import { readValue } from '../json-text.ts';
import { faultOf } from './field-fault.ts';
import { valueOfField } from './field-value.ts';
import type { VariableUse } from './variable-uses.ts';

/**
 * Expected output without form field. `json`: any value. `time`: in the chosen zone. `text` suggests the values in conditions. A yes-or-no question without value has no
 * answer, to prevent accidental decisions.
 */
export interface OutputField {
  readonly id: string;
  readonly type: 'boolean' | 'number' | 'text' | 'date' | 'time' | 'json' | 'structure';
  readonly values?: readonly string[];
  readonly isOptional?: boolean;
  /** text of several lines */
  readonly hasLines?: boolean;
}

/** Longer texts have a field with several lines. Unit: characters. */
const LINE = 100;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Whether it is a time with a zone. */
function isTime(text: string): boolean {
  return TIME.test(text) && !Number.isNaN(Date.parse(text));
}

/** Text of a `time` for its input, which has no zone. A changed text has none. */
export function timeInField(text: string): string {
  return isTime(text) ? fieldTimeIn(Date.parse(text)).replace(' ', 'T') : text;
}

/** Type from the conditions of the model, else from the current value. */
export function outputField(id: string, use: VariableUse | undefined, present: unknown): OutputField {
  if (use !== undefined) return { id, ...use };
  if (typeof present === 'boolean' || typeof present === 'number') return { id, type: typeof present as 'boolean' | 'number' };
  if (typeof present === 'string' && DATE.test(present)) return { id, type: 'date' };
  if (typeof present === 'string' && isTime(present)) return { id, type: 'time' };
  if (typeof present === 'string') return { id, type: 'text', hasLines: present.includes('\n') || present.length > LINE };
  return { id, type: typeof present === 'object' && present !== null ? 'structure' : 'json' };
}

/** Optional field of a variable that the model reads, by an example. Without example, the value may be JSON or text. */
export function suggestedField(id: string, example: unknown): OutputField {
  return { ...outputField(id, undefined, example), isOptional: true };
}

/** Text of a value that has the type of the field, otherwise ''. */
export function outputText({ type }: OutputField, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (type === 'structure') return JSON.stringify(value, null, 2);
  const isText = type === 'text' || type === 'date' || type === 'time';
  return typeof value === (isText ? 'string' : type) ? String(value) : '';
}

/** Returns the value without a check. Undefined: empty. */
export function valueOfOutput({ id, type }: OutputField, text: string): JsonText | undefined {
  if (text === '') return undefined;
  if (type === 'time' && !isTime(text)) return new JsonText(JSON.stringify(`${enteredTime(text)}Z`));
  if (type === 'text' || type === 'date' || type === 'time') return new JsonText(JSON.stringify(text));
  return type === 'number' ? valueOfField({ id, type }, text) : readValue(text);
}

/** Error text; undefined: valid. */
export function faultOfOutput(field: OutputField, text: string): string | undefined {
  if (text.trim() === '') return field.isOptional === true ? undefined : faultTexts.needed;
  if (field.type === 'number') return faultOf({ id: field.id, type: 'number' }, text);
  if (field.type === 'time') return isTime(text) || enteredTime(text) !== undefined ? undefined : pageTexts.edit.noTime;
  if (field.type === 'structure' || (field.type === 'json' && /^\s*[[{"]/.test(text))) {
    try {
      JSON.parse(text);
    } catch {
      return faultTexts.noJson;
    }
  }
  return undefined;
}
