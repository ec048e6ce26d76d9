import type { Chance } from '../chance.ts';

/** One evaluation: what it reads beside the text, and what bounds it. */
export interface FeelRun {
  /** by name; values of JSON and of FEEL */
  readonly variables: Readonly<Record<string, unknown>>;
  /** clock of the command, ms since epoch */
  readonly now: number;
  readonly chance: Chance | undefined;
  /** counts one step of a loop, and ends the evaluation when it has taken too many, or too long */
  step(): void;
}
