import { repairs } from './en/repairs.ts';
import { inLanguage } from './language.ts';

export const repairTexts = inLanguage('repairs', repairs);
