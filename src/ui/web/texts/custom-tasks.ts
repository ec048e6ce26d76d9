import { customTasks } from './en/custom-tasks.ts';
import { inLanguage } from './language.ts';

export const pageTexts = inLanguage('customTasks', customTasks);
