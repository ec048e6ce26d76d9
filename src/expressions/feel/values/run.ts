import type { RandomSource } from '../random-source.ts';

/** Inputs and limits of an evaluation. */
export interface FeelRun {
  /** JSON and FEEL values. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Clock of the command, ms since epoch. */
  readonly now: number;
  readonly random: RandomSource | undefined;
  /** Throws if there are too many. */
  step(): void;
  /** Call it before creating a list or context. Throws if too long. @param added new items, if it grows */
  list(length: number, added?: number): void;
  /** Call it before creating a string. Throws if too long. @param added new characters, if it grows */
  text(length: number, added?: number): void;
}
