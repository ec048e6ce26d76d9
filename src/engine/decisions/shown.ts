import { shownValue } from '../shown-value.ts';
import type { DecisionLanguage, DecisionValue } from './language.ts';

/** Formats a value for messages. */
export function shownIn(language: DecisionLanguage, value: DecisionValue): string {
  const json = language.toJson(value);
  return json.ok ? shownValue(json.value) : `a ${language.kindOf(value)}`;
}
