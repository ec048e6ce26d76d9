import type { RandomSource } from '../random-source.ts';

/** An evaluation: its inputs and limits. */
export interface FeelRun {
  /** JSON and FEEL values by name. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Clock of the command, ms since epoch. */
  readonly now: number;
  readonly random: RandomSource | undefined;
  /** Counts a step. Throws if there are too many. */
  step(): void;
  /** Call before creating a list or context of this length. Throws if it is too long. @param added new items, if it grows */
  list(length: number, added?: number): void;
  /** Call before creating a string of this length. Throws if it is too long. @param added new characters, if it grows */
  text(length: number, added?: number): void;
}
