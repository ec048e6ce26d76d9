import { setLanguage } from './current-language.ts';
import type { German } from './de/german.ts';

/** Key of the stored choice (docs/contributing/spec/pages.md#language). */
export const LANGUAGE_KEY = 'language';

let catalogue: German | undefined;
/** texts used before the switch */
const begun = new Map<keyof German, object>();

/** Call it before anything is drawn. Changes loaded modules in place. */
export function switchToGerman(german: German): void {
  setLanguage('de');
  catalogue = german;
  for (const [part, english] of begun) Object.assign(english, german[part]);
}

/** Texts in the chosen language. `english`: texts of the part. */
export function inLanguage<Part extends keyof German>(part: Part, english: German[Part]): German[Part] {
  if (catalogue !== undefined) return catalogue[part];
  begun.set(part, english);
  return english;
}
