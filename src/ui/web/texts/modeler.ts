import { modeler } from './en/modeler.ts';
import { inLanguage } from './language.ts';

export const modelerTexts = inLanguage('modeler', modeler);
