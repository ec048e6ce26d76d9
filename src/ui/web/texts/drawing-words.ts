import { drawingWords } from './en/drawing-words.ts';
import { inLanguage } from './language.ts';

export const drawingTexts = inLanguage('drawingWords', drawingWords);
