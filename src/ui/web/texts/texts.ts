import { en } from './en.ts';

/** A catalogue: what English has, in a language. Another one is one more file of this type, chosen below (docs/design.md#texts). */
export type Texts = typeof en;

/** The texts of the frame and of what pages share. */
export const texts: Texts = en;
