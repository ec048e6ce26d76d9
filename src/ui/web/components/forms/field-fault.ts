import type { FormField } from '../../../../engine/model/model-texts.ts';
import { faultTexts } from '../../texts/forms.ts';

/** Longer texts are not checked against a pattern, which may be slow. */
const MAX_MATCHED = 1000;

/** Error text by the rules of the form. Undefined: valid, or the field is read-only. */
export function faultOf(field: FormField, text: string): string | undefined {
  const { type, isReadOnly, isRequired, rules = {} } = field;
  if (isReadOnly === true || type === 'boolean') return undefined;
  if (text.trim() === '') return isRequired === true ? faultTexts.needed : undefined;
  if (type === 'number') return faultOfNumber(Number(text), rules);
  return type === 'text' ? faultOfText(text, rules) : undefined;
}

type Rules = NonNullable<FormField['rules']>;

function faultOfNumber(value: number, { min, max }: Rules): string | undefined {
  if (!Number.isFinite(value)) return faultTexts.noNumber;
  if (min !== undefined && value < min) return faultTexts.least(min);
  return max !== undefined && value > max ? faultTexts.most(max) : undefined;
}

function faultOfText(text: string, { minLength, maxLength, pattern }: Rules): string | undefined {
  if (minLength !== undefined && text.length < minLength) return faultTexts.shortest(minLength);
  if (maxLength !== undefined && text.length > maxLength) return faultTexts.longest(maxLength);
  return pattern === undefined || text.length > MAX_MATCHED || matches(text, pattern) ? undefined : faultTexts.pattern(pattern);
}

/** True if the browser cannot parse the pattern. */
function matches(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern).test(text);
  } catch {
    return true;
  }
}
