import { home } from './en/home.ts';
import { inLanguage } from './language.ts';

export const pageTexts = inLanguage('home', home);
