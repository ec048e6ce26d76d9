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
  /** Called before a list or context of this length is made. Ends the evaluation when it is too long. @param added items that are new, if it grows */
  list(length: number, added?: number): void;
  /** Called before a text of this length is made. Ends the evaluation when it is too long. @param added characters that are new, if it grows */
  text(length: number, added?: number): void;
}
