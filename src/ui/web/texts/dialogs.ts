import { dialogs } from './en/dialogs.ts';
import { inLanguage } from './language.ts';

export const pageTexts = inLanguage('dialogs', dialogs);
