import { elementTypes } from './en/element-types.ts';
import { inLanguage } from './language.ts';

export const typeTexts = inLanguage('elementTypes', elementTypes);
