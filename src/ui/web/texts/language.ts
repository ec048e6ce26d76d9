import { setLanguage } from './current-language.ts';
import type { German } from './de/german.ts';

/** Where the choice is kept (docs/contributing/spec/pages.md#language). */
export const LANGUAGE_KEY = 'language';

let catalogue: German | undefined;
/** English texts that were in use before the switch */
const begun = new Map<keyof German, object>();

/** Switches the pages to German before anything is drawn. Modules that are already loaded are changed in place. */
export function switchToGerman(german: German): void {
  setLanguage('de');
  catalogue = german;
  for (const [part, english] of begun) Object.assign(english, german[part]);
}

/** The texts of a part: the English ones, which come with the part, or those of the language that was chosen. */
export function inLanguage<Part extends keyof German>(part: Part, english: German[Part]): German[Part] {
  if (catalogue !== undefined) return catalogue[part];
  begun.set(part, english);
  return english;
}
