export const SECOND = 1000;
const FIRST_MS = 15 * SECOND;
const LONGEST_MS = 3600 * SECOND;

/** How long the next lease lasts, from the attempts before it. Unit: ms. */
export function leaseMs(attempts: number): number {
  return Math.min(FIRST_MS * 4 ** Math.min(attempts, 10), LONGEST_MS);
}
