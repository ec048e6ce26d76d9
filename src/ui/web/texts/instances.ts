import { instances } from './en/instances.ts';
import { inLanguage } from './language.ts';

export const pageTexts = inLanguage('instances', instances);
