/** Limits of one simulation (docs/contributing/spec/http/definitions.md#simulation-limits). */
export const LIMITS = {
  /** acts of one request */
  acts: 200,
  /** from its first act to its last. Unit: ms */
  timeMs: 5000,
  /** heap of the thread. Unit: MB */
  memoryMb: 256,
  /** steps of one run, where the engine would take more. This number ends within a moment */
  steps: 10_000,
  /** commands that follow from one act, and timers that are due before the one that is fired */
  followUps: 1000,
  /** an answer. Unit: characters of JSON */
  answer: 2_000_000,
  instances: 50,
  waits: 200,
  /** variable scopes of one instance */
  scopes: 50,
  /** the value of one variable that is shown, and all values of an answer. Unit: characters of JSON */
  value: 4000,
  values: 400_000,
} as const;

/** A limit of simulations was exceeded. The message names it. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
}
