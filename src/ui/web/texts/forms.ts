import { forms } from './en/forms.ts';
import { inLanguage } from './language.ts';

export const faultTexts = inLanguage('forms', forms);
