import { libraryWord } from '../../../components/diagram/library-words.ts';
import { drawingTexts } from '../../../texts/drawing-words.ts';

/** Translates texts of the parts of the properties panel, for which it has no service (bin/vite.config.mjs). */
export function panelWord(text: string, values?: Readonly<Record<string, string>>): string {
  return libraryWord(drawingTexts.drawn, text, values);
}
