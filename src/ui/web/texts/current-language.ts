/** Languages by their own names. English, the language of the API, is the default. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
type Language = keyof typeof LANGUAGES;

/** Language of the pages, also for `Intl`. */
export let language: Language = 'en';

/** Call it before anything is drawn. */
export function setLanguage(chosen: Language): void {
  language = chosen;
}
