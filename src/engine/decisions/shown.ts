import { shownValue } from '../shown-value.ts';
import type { DecisionLanguage, DecisionValue } from './language.ts';

export function shownIn(language: DecisionLanguage, value: DecisionValue): string {
  const json = language.toJson(value);
  return json.ok ? shownValue(json.value) : `a ${language.kindOf(value)}`;
}
