import { readKept } from '../components/kept-texts.ts';
import { LANGUAGES, language } from './current-language.ts';
import { LANGUAGE_KEY, switchToGerman } from './language.ts';

/** Call it before anything is drawn. English if the chosen language cannot be loaded. */
export async function chooseLanguage(): Promise<void> {
  if ((readKept(LANGUAGE_KEY) ?? ofBrowser()) === 'de') {
    const loaded = await import('./de/german.ts').catch(() => undefined);
    if (loaded !== undefined) switchToGerman(loaded.german);
  }
  document.documentElement.lang = language;
}

/** The first language of the browser that the pages have. */
function ofBrowser(): string | undefined {
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((code) => code in LANGUAGES);
}
