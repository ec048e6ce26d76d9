import type { ServiceView } from '../../../wire/home.ts';

/** Minimum projection lag for a warning. */
const LAG_SECONDS = 10;

/** Returns whether the lists are so far behind that users notice. */
export function isBehind({ lagSeconds }: ServiceView): boolean {
  return lagSeconds >= LAG_SECONDS;
}
