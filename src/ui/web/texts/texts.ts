import { frame } from './en/frame.ts';
import { inLanguage } from './language.ts';

/** The texts of the frame and of what pages share. */
export const texts = inLanguage('frame', frame);
