export { isForbiddenName, isTooLong, MAX_ELEMENTS, MAX_NESTING, MAX_SOURCE_BYTES } from './feel/index.ts';

/** Limit of a lenient or JUEL text. */
export const MAX_STEPS = 100_000;
