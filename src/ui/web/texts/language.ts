import type { German } from './de/german.ts';

/** The languages of the pages, each by its own name. English is the language of the API and the default, whatever the browser requests. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
type Language = keyof typeof LANGUAGES;

/** Where the choice is kept (docs/contributing/spec/pages.md#language). */
export const LANGUAGE_KEY = 'language';

/** The language that the pages have, for `Intl` too. */
export let language: Language = 'en';
let catalogue: German | undefined;
const begun = new Map<keyof German, object>();

/** Switches the pages to German before anything is drawn. Modules that are already loaded are changed in place. */
export function speakGerman(german: German): void {
  language = 'de';
  catalogue = german;
  for (const [part, english] of begun) Object.assign(english, german[part]);
}

/** The texts of a part: the English ones, which come with the part, or those of the language that was chosen. */
export function inLanguage<Part extends keyof German>(part: Part, english: German[Part]): German[Part] {
  if (catalogue !== undefined) return catalogue[part];
  begun.set(part, english);
  return english;
}
