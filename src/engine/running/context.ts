import type { Evaluator, TimerReader } from '../evaluator.ts';
import type { EngineEvent } from '../events.ts';
import type { BranchVariables, DecisionVersion, OnFailure } from '../model.ts';

/** Inputs of a run other than model, state and command; constant for the whole command (docs/contributing/spec/journal.md#pure-function). */
export interface EngineContext {
  /** time of the command, ms since epoch */
  readonly now: number;
  readonly evaluator: Evaluator;
  readonly timers: TimerReader;
  /** GUID derived from the instance id and a name: same arguments, same GUID */
  readonly guid: (instanceId: string, name: string) => string;
  readonly limits: EngineLimits;
  /**
   * separately deployed decisions by `callText`; `missing`: the id exists, the version does not. No entry: the id was never deployed
   * (docs/contributing/spec/decisions.md#binding)
   */
  readonly decisions?: ReadonlyMap<string, DecisionVersion | 'missing'>;
  /** behaviour of plain and manual tasks (docs/contributing/spec/elements.md#plain-task) */
  readonly plainTasks: 'wait' | 'pass';
  /** default of the process setting: effect of a failure that nothing catches; absent: `fail` */
  readonly onFailure?: OnFailure;
  /** default of the process setting: whether parallel paths share variables; `auto` follows the platform of the file */
  readonly branchVariables: 'auto' | BranchVariables;
  /** chain of messages, signals and calls that caused this command; absent: none */
  readonly causation?: CausationInfo;
  /** called after every step: true pauses the run, and ContinueRun resumes it; absent: never */
  readonly shouldPause?: (run: RunProgress) => boolean;
  /** called with every event before it is applied; must not change event or state */
  readonly onEvent?: (event: EngineEvent) => void;
}

/** A chain of messages, signals and calls without an external request in between. */
export interface CausationInfo {
  /** number of links to this command */
  readonly depth: number;
  /** number of messages, signals and calls with the same root, as far as counted */
  readonly size: number;
  /** process keys of the last links */
  readonly trail: readonly string[];
}

/** Work of a run since its command. */
export interface RunProgress {
  readonly steps: number;
  readonly events: number;
  /** characters of JSON written to variables */
  readonly written: number;
}

export interface EngineLimits {
  readonly maxIterations: number;
  /** calling instances above a called one */
  readonly maxCallDepth: number;
  /** called instances that run at the same time under one top-level instance, on all levels */
  readonly maxCalledInstances: number;
  /** links in a chain of messages, signals and calls without an external request */
  readonly maxCausationDepth: number;
  /** total in all branches of such a chain */
  readonly maxCausationSize: number;
  /** steps of one command, and steps in its queue at the same time */
  readonly maxSteps: number;
  /** characters of JSON in one write */
  readonly maxWriteSize: number;
  /** characters of JSON of all variables of an instance */
  readonly maxVariablesSize: number;
}
