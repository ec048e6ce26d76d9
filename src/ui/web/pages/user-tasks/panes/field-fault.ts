import type { FormField } from '../../../../../engine/model-forms.ts';

/** Longer texts are not matched with a pattern: somebody else wrote it, and it may take long. Unit: characters. */
const MAX_MATCHED = 1000;
const NEEDED = 'A value is needed.';

/** What is wrong with what was entered in a field, as its author wrote the rules; undefined: nothing. A field that can only be read is never wrong. */
export function faultOf(field: FormField, text: string): string | undefined {
  const { type, isReadOnly, isRequired, rules = {} } = field;
  if (isReadOnly === true || type === 'boolean') return undefined;
  if (text.trim() === '') return isRequired === true ? NEEDED : undefined;
  if (type === 'number') return faultOfNumber(Number(text), rules);
  return type === 'text' ? faultOfText(text, rules) : undefined;
}

/** The same of an expected output, which every completion has to bring. */
export function faultOfOutput(text: string): string | undefined {
  return text.trim() === '' ? NEEDED : undefined;
}

type Rules = NonNullable<FormField['rules']>;

function faultOfNumber(value: number, { min, max }: Rules): string | undefined {
  if (!Number.isFinite(value)) return 'This is not a number.';
  if (min !== undefined && value < min) return `It must be ${min} or more.`;
  return max !== undefined && value > max ? `It must be ${max} or less.` : undefined;
}

function faultOfText(text: string, { minLength, maxLength, pattern }: Rules): string | undefined {
  if (minLength !== undefined && text.length < minLength) return `At least ${minLength} characters are needed.`;
  if (maxLength !== undefined && text.length > maxLength) return `At most ${maxLength} characters are possible.`;
  return pattern === undefined || text.length > MAX_MATCHED || matches(text, pattern) ? undefined : `It must match ${pattern}`;
}

/** A pattern that this browser cannot read refuses nothing. */
function matches(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern).test(text);
  } catch {
    return true;
  }
}
