import type { Evaluator, TimerReader } from '../evaluator.ts';
import type { EngineEvent } from '../events.ts';
import type { BranchVariables, DecisionVersion, OnFailure } from '../model.ts';

/** Inputs that are constant for the whole command (docs/contributing/spec/journal.md#pure-function). */
export interface EngineContext {
  /** time of the command, ms since epoch */
  readonly now: number;
  readonly evaluator: Evaluator;
  readonly timers: TimerReader;
  /** derived from its arguments: same arguments, same GUID */
  readonly guid: (instanceId: string, name: string) => string;
  readonly limits: EngineLimits;
  /** separately deployed, by `callText`; `missing`: only the version does not exist. No entry: never deployed (docs/contributing/spec/decisions.md#binding) */
  readonly decisions?: ReadonlyMap<string, DecisionVersion | 'missing'>;
  /** behaviour of plain and manual tasks (docs/contributing/spec/elements.md#plain-task) */
  readonly plainTasks: 'wait' | 'pass';
  /** default for processes; absent: `fail` */
  readonly onFailure?: OnFailure;
  /** default for processes; `auto` follows the platform of the file */
  readonly branchVariables: 'auto' | BranchVariables;
  /** cause of this command */
  readonly causation?: CausationInfo;
  /** called after every step; true pauses the run until ContinueRun */
  readonly shouldPause?: (run: RunProgress) => boolean;
  /** called before it is applied; must not change event or state */
  readonly onEvent?: (event: EngineEvent) => void;
}

/** Chain of messages, signals and calls without an external request. */
export interface CausationInfo {
  /** links up to this command */
  readonly depth: number;
  /** members with the same root, as far as counted */
  readonly size: number;
  /** process keys of the last links */
  readonly trail: readonly string[];
}

/** Work since the command. */
export interface RunProgress {
  readonly steps: number;
  readonly events: number;
  /** characters of JSON */
  readonly written: number;
}

export interface EngineLimits {
  readonly maxIterations: number;
  /** calling instances above */
  readonly maxCallDepth: number;
  /** called instances under one top-level instance at the same time, on all levels */
  readonly maxCalledInstances: number;
  /** links of {@link CausationInfo} */
  readonly maxCausationDepth: number;
  /** members in all branches */
  readonly maxCausationSize: number;
  /** steps of one command, and steps in its queue */
  readonly maxSteps: number;
  /** characters of JSON */
  readonly maxWriteSize: number;
  /** characters of JSON of one instance */
  readonly maxVariablesSize: number;
}
