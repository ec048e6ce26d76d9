import { timers } from './en/timers.ts';
import { inLanguage } from './language.ts';

export const pageTexts = inLanguage('timers', timers);
