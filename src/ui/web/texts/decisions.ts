import { decisions } from './en/decisions.ts';
import { inLanguage } from './language.ts';

export const decisionsTexts = inLanguage('decisions', decisions);
