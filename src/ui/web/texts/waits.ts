import { waits } from './en/waits.ts';
import { inLanguage } from './language.ts';

export const waitTexts = inLanguage('waits', waits);
