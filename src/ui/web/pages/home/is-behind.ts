import type { ServiceView } from '../../../wire/home.ts';

/** Projection lag for a warning. */
const LAG_SECONDS = 10;

/** Whether the lists lag so much that users notice. */
export function isBehind({ lagSeconds }: ServiceView): boolean {
  return lagSeconds >= LAG_SECONDS;
}
