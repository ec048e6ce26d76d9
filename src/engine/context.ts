import type { Evaluator, TimerReader } from './evaluator.ts';
import type { EngineEvent } from './events.ts';
import type { BranchVariables, DecisionVersion, OnFailure } from './model.ts';

/** Everything a run may know about the outside world; fixed for the whole command (docs/contributing/spec/journal.md#pure-function). */
export interface EngineContext {
  /** clock of the command, ms since epoch */
  readonly now: number;
  readonly evaluator: Evaluator;
  readonly timers: TimerReader;
  /** GUID derived from the instance id and a name: the same arguments give the same GUID */
  readonly guid: (instanceId: string, name: string) => string;
  readonly limits: EngineLimits;
  /**
   * decisions of other deploys that are asked for, by `callText`; `missing`: the id is there, the version is not. Absent, or without an entry: nobody has
   * deployed the id (docs/contributing/spec/decisions.md#binding)
   */
  readonly decisions?: ReadonlyMap<string, DecisionVersion | 'missing'>;
  /** what a plain or manual task does (docs/contributing/spec/elements.md#plain-task) */
  readonly plainTasks: 'wait' | 'pass';
  /** where the process does not say it: what becomes of an instance in which something fails that nothing catches; absent: `fail` */
  readonly onFailure?: OnFailure;
  /** where the process does not say it: whether parallel paths share their variables; `auto` follows the platform of the file */
  readonly branchVariables: 'auto' | BranchVariables;
  /** the messages, signals and calls that led from one to the other up to this command; absent: none did */
  readonly causation?: CausationInfo;
  /** asked after every step: true stops the run there, and ContinueRun goes on with it; absent: it never stops */
  readonly shouldPause?: (run: RunProgress) => boolean;
  /** is given every event before it is folded into the state; it changes neither */
  readonly onEvent?: (event: EngineEvent) => void;
}

/** Messages, signals and calls that follow from each other, with nothing from outside between them. */
export interface CausationInfo {
  /** how many led here, one from the other */
  readonly depth: number;
  /** how many follow from the same beginning altogether, as far as they are counted */
  readonly size: number;
  /** keys of the processes that the last of them come from */
  readonly trail: readonly string[];
}

/** What a run has done since its command. */
export interface RunProgress {
  /** steps taken */
  readonly steps: number;
  readonly events: number;
  /** characters of JSON written to variables */
  readonly written: number;
}

export interface EngineLimits {
  /** iterations of one multi-instance activity */
  readonly maxIterations: number;
  /** instances above a called one */
  readonly maxCallDepth: number;
  /** called instances that run below one at the top of the calls at the same time, on all levels */
  readonly maxCalledInstances: number;
  /** messages, signals and calls that follow from each other without anything from outside between them */
  readonly maxCausationDepth: number;
  /** the same altogether, on all branches */
  readonly maxCausationSize: number;
  /** steps in one run */
  readonly maxSteps: number;
  /** characters of JSON one write may have */
  readonly maxWriteSize: number;
  /** characters of JSON all variables of an instance may have together */
  readonly maxVariablesSize: number;
}
