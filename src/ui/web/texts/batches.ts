import { batches } from './en/batches.ts';
import { inLanguage } from './language.ts';

export const pageTexts = inLanguage('batches', batches);
