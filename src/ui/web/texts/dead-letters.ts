import { deadLetters } from './en/dead-letters.ts';
import { inLanguage } from './language.ts';

export const pageTexts = inLanguage('deadLetters', deadLetters);
