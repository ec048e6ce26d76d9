import { settings } from './en/settings.ts';
import { inLanguage } from './language.ts';

export const pageTexts = inLanguage('settings', settings);
