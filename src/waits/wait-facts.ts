import type { Ordinal } from '../engine/ordinals.ts';
import type { WaitedChild, WaitedDeadLetter } from './wait.ts';

/** Facts from tables, as of one moment: the state of an instance does not contain them. */
export interface WaitFacts {
  /** ms since epoch, by the clock of the database */
  readonly now: number;
  /** facts by ordinal of the activity instance or job */
  readonly customTasks: ReadonlyMap<Ordinal, CustomTaskFact>;
  /** plugin hosts that offer a task type now, by the type in lower case */
  readonly hosts: ReadonlyMap<string, readonly string[]>;
  readonly children: ReadonlyMap<string, WaitedChild>;
  readonly deadLetters: readonly WaitedDeadLetter[];
}

/** Open task. Times: ms since epoch. */
export interface CustomTaskFact {
  readonly taskType: string;
  readonly typeKey: string;
  readonly failures: number;
  readonly attempts: number | null;
  readonly lockedBy: string | null;
  readonly availableAt: number;
  readonly createdAt: number;
}

/** Facts if only the state is known. */
export const NO_FACTS: WaitFacts = {
  now: 0,
  customTasks: new Map(),
  hosts: new Map(),
  children: new Map(),
  deadLetters: [],
};
