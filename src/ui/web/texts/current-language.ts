/** The languages of the pages, each by its own name. English is the language of the API and the default, whatever the browser requests. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
type Language = keyof typeof LANGUAGES;

/** The language that the pages have, for `Intl` too. */
export let language: Language = 'en';

/** Call it before anything is drawn. */
export function setLanguage(chosen: Language): void {
  language = chosen;
}
