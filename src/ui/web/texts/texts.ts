import { frame } from './en/frame.ts';
import { inLanguage } from './language.ts';

export const texts = inLanguage('frame', frame);
