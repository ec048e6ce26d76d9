import { incidents } from './en/incidents.ts';
import { inLanguage } from './language.ts';

export const pageTexts = inLanguage('incidents', incidents);
