import { process } from './en/process.ts';
import { inLanguage } from './language.ts';

export const processTexts = inLanguage('process', process);
