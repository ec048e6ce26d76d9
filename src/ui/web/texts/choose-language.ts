import { readKept } from '../components/kept-texts.ts';
import { language } from './current-language.ts';
import { LANGUAGE_KEY, switchToGerman } from './language.ts';

/** Takes the language that was chosen in this browser, before anything is drawn. Where it cannot be loaded the pages are English. */
export async function chooseLanguage(): Promise<void> {
  if (readKept(LANGUAGE_KEY) === 'de') {
    const loaded = await import('./de/german.ts').catch(() => undefined);
    if (loaded !== undefined) switchToGerman(loaded.german);
  }
  document.documentElement.lang = language;
}
