import type { ServiceView } from '../../../wire/home.ts';

/** From here on people see that the pages are behind. Unit: s. */
const LAG_SECONDS = 10;

/** Whether the pages are so far behind what happens that people notice. */
export function isBehind({ lagSeconds }: ServiceView): boolean {
  return lagSeconds >= LAG_SECONDS;
}
