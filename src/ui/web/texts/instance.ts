import { instance } from './en/instance.ts';
import { inLanguage } from './language.ts';

export const pageTexts = inLanguage('instance', instance);
