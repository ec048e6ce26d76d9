import { userTasks } from './en/user-tasks.ts';
import { inLanguage } from './language.ts';

export const pageTexts = inLanguage('userTasks', userTasks);
