/** The languages of the pages, each by its own name. English is the language of the API. It is the default, also if the browser requests another language. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
type Language = keyof typeof LANGUAGES;

/** The language that the pages have, for `Intl` too. */
export let language: Language = 'en';

/** Call it before anything is drawn. */
export function setLanguage(chosen: Language): void {
  language = chosen;
}
