import { workflows } from './en/workflows.ts';
import { inLanguage } from './language.ts';

export const pageTexts = inLanguage('workflows', workflows);
