import { dashboard } from './en/dashboard.ts';
import { inLanguage } from './language.ts';

export const pageTexts = inLanguage('dashboard', dashboard);
