/** Types of `sluice/testing`: runs processes in memory, with the engine of the service and without the rest of it (docs/how-to/test-a-process.md). */

import type { JsonValue, Values } from '../plugins/plugin.ts';

export type { JsonValue, Values };

/** File in memory. `name` has the extension `.bpmn`, `.dmn`, `.form` or `.js`. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}

/** Settings that change the behaviour of instances; absent: the default of the service (docs/reference/settings.md). */
export interface WorldSettings {
  /** `Engine:PlainTasks` */
  readonly plainTasks?: 'wait' | 'pass';
  /** `Engine:OnFailure` */
  readonly onFailure?: 'fail' | 'incident';
  /** `Engine:BranchVariables` */
  readonly branchVariables?: 'auto' | 'isolated' | 'shared';
  /** `Engine:MaxStepsPerRun` */
  readonly maxSteps?: number;
  /** `Plugins:Attempts`: default for custom tasks */
  readonly attempts?: number;
}

export interface WorldOptions {
  /** files and folders to deploy, or texts: models with their decisions, forms and scripts */
  readonly files: readonly (string | TextFile)[];
  /** initial time of the clock; default: 2026-01-01T00:00:00Z */
  readonly now?: Date | string;
  readonly settings?: WorldSettings;
  /** counts visited elements and flows; worlds may share it */
  readonly coverage?: Coverage;
  /** maximum of follow-ups and stubs after one command, and of due times in one advance of the clock; default: 10,000 */
  readonly patience?: number;
}

export interface StubbedTask {
  readonly type: string;
  readonly element: string;
  readonly processKey: string;
  readonly instanceId: string;
  readonly businessId: string | null;
  /** input from the model */
  readonly input: Values;
  /** 1 for the first attempt */
  readonly attempt: number;
}

/** Result of a custom task, or a function that returns it. A function may throw `TaskFailure`; any other error ends the test. */
export type TaskStub = Values | ((task: StubbedTask) => Values | undefined | Promise<Values | undefined>);

/** Value of a decision, or a function of the variables that its task can read. */
export type DecisionStub = JsonValue | ((variables: Values) => JsonValue);

export interface DecisionRecord {
  readonly id: string;
  /** name in the file, else the id */
  readonly name: string;
  /** task that evaluated it; null: the test itself, with `evaluateDecision` */
  readonly element: string | null;
  /** absent above 1,000 characters of JSON, which the event history does not store */
  readonly value?: JsonValue;
  /** numbers of the matching rules, from 1; empty for other kinds of decisions */
  readonly rules: readonly number[];
}

/** Expected result; absent members are not checked. */
export interface ExpectedDecision {
  readonly value?: JsonValue;
  /** exactly these rules, in any order; empty: no rule */
  readonly rules?: readonly number[];
}

/** End variables of a called process, or a function of the input of the call. If it throws `TaskFailure`, the call ends with that error. */
export type ProcessStub = Values | ((variables: Values) => Values | undefined | Promise<Values | undefined>);

/** Runs processes in memory. Nothing happens except the actions of a test and their immediate consequences. */
export interface World {
  /** current time of its clock */
  readonly now: Date;
  /** warnings of the deploy */
  readonly warnings: readonly string[];

  /** Stubs custom tasks of a type, including those that already wait. */
  stubTask(type: string, stub: TaskStub): Promise<void>;
  /** Stubs a decision, also if the files have no DMN of it. Call it before the first instance. */
  stubDecision(id: string, stub: DecisionStub): Promise<void>;
  stubProcess(key: string, stub: ProcessStub): Promise<void>;

  /** Starts the latest version, and runs until all instances wait or have ended. */
  start(key: string, variables?: Values, options?: { readonly businessId?: string; readonly by?: string }): Promise<Instance>;
  /** @throws if no instance waits for the message */
  message(
    name: string,
    options?: { readonly key?: string; readonly variables?: Values; readonly businessId?: string },
  ): Promise<readonly Instance[]>;
  /** @throws if no instance waits for the signal */
  signal(name: string, variables?: Values): Promise<readonly Instance[]>;
  /** Evaluates conditional start events of one process or of all. @returns the started instances */
  evaluateConditions(variables: Values, options?: { readonly key?: string }): Promise<readonly Instance[]>;
  /** Evaluates a decision of the files, as the API does. @throws if the evaluation fails */
  evaluateDecision(id: string, variables?: Values): Promise<JsonValue>;
  /** Advances the clock by an ISO 8601 duration (`P1D`, `PT2H`) or milliseconds. Timers fire at their due times, in order. */
  advance(duration: string | number): Promise<void>;
  /** Advances the clock, which cannot go back. */
  advanceTo(time: Date | string): Promise<void>;
  /** Fires the next due timer. @throws if nothing is due */
  advanceToNextTimer(): Promise<void>;

  /** Instances in the order of their starts, of one process or all. */
  instances(key?: string): readonly Instance[];
  /** The only instance of a process. @throws if none or more than one exists */
  instance(key: string): Instance;
  /** Decisions evaluated by the test itself, in order; required ones first. */
  readonly decisions: readonly DecisionRecord[];
  /** Asserts the last decision with this id or name that the test has evaluated. */
  assertDecision(id: string, expected?: ExpectedDecision): void;
}

/** `by`, `groups`: who completes a user task; absent: a permitted user. */
export interface CompleteOptions {
  readonly by?: string;
  readonly groups?: readonly string[];
  /** among several waits at the element, from 0 */
  readonly index?: number;
}

/** `text`: description for users. */
export interface OpenWait {
  readonly element: string;
  readonly kind: string;
  readonly text: string;
}
export interface OpenUserTask {
  readonly id: string;
  readonly element: string;
  readonly name: string | null;
  readonly assignee: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  readonly claimedBy: string | null;
}
export interface OpenIncident {
  readonly element: string;
  readonly code: string;
  readonly message: string;
}
/** One activation of an element. */
export interface Visit {
  readonly element: string;
  readonly state: 'active' | 'completed' | 'cancelled' | 'failed';
  /** index of a loop iteration, from 0 */
  readonly index?: number;
}

/** Each action runs until all instances wait or have ended. Assertions throw if they fail, and return the instance. */
export interface Instance {
  readonly id: string;
  readonly key: string;
  readonly businessId: string | null;
  readonly status: 'running' | 'completed' | 'cancelled' | 'failed';
  /** root variables, also after the end */
  readonly variables: Values;
  /** waits, as in `sluice why` */
  readonly waits: readonly OpenWait[];
  readonly userTasks: readonly OpenUserTask[];
  readonly incidents: readonly OpenIncident[];
  /** null: the instance has not failed */
  readonly failure: { readonly code: string; readonly message: string; readonly element: string | null } | null;
  /** completed elements, in order */
  readonly path: readonly string[];
  /** taken sequence flows, in order */
  readonly flows: readonly string[];
  /** visits of elements, in the order of their start */
  readonly visits: readonly Visit[];
  /** called instances, in order */
  readonly children: readonly Instance[];
  /** decisions of its tasks, in order; required ones first */
  readonly decisions: readonly DecisionRecord[];
  /** Variables that an active element can read; local ones hide outer ones. */
  variablesAt(element: string): Values;

  /** Completes a waiting element: a user task, a custom task without a stub, or a task that waits for `complete-activity`. */
  complete(element: string, variables?: Values, options?: CompleteOptions): Promise<this>;
  /** Fails a user task or custom task with a code that error boundary events can catch. */
  fail(element: string, code: string, message?: string, options?: Pick<CompleteOptions, 'index'>): Promise<this>;
  claim(element: string, by: string, groups?: readonly string[]): Promise<this>;
  /** Sets variables of an element, or without one of the instance. */
  setVariables(variables: Values, options?: { readonly element?: string; readonly removed?: readonly string[] }): Promise<this>;
  /** Retries the failed element, or without one the only incident. */
  retry(element?: string): Promise<this>;
  /** Continues after a failure; the variables replace the result. */
  resolve(element: string, variables?: Values): Promise<this>;
  /** Cancels and starts elements (docs/how-to/modify-an-instance.md). */
  modify(change: TokenMoves): Promise<this>;
  suspend(): Promise<this>;
  resume(): Promise<this>;
  cancel(reason?: string): Promise<this>;

  /** Asserts that each element was completed at least once. */
  assertPassed(...elements: readonly string[]): this;
  /** Asserts the order; other elements may be in between. */
  assertPassedInOrder(...elements: readonly string[]): this;
  /** Asserts that none was completed. */
  assertNotPassed(...elements: readonly string[]): this;
  /** Asserts the number of completions; each iteration of a loop counts. */
  assertPassedTimes(element: string, times: number): this;
  /** Asserts waits at each element. */
  assertWaitsAt(...elements: readonly string[]): this;
  /** Asserts waits at these elements and nowhere else. */
  assertWaitsExactlyAt(...elements: readonly string[]): this;
  /** Asserts root variables; others are ignored. */
  assertVariables(expected: Values): this;
  assertNoVariables(...names: readonly string[]): this;
  assertRunning(): this;
  assertCompleted(): this;
  assertCancelled(): this;
  /** Asserts a failure, with this code if given. */
  assertFailed(code?: string): this;
  assertIncident(element: string, code?: string): this;
  /** Asserts the last decision with this id or name in a task. */
  assertDecision(id: string, expected?: ExpectedDecision): this;
  assertNoIncidents(): this;
}

/** Tokens to cancel and elements to start, in one step. */
export interface TokenMoves {
  readonly cancel?: readonly string[];
  readonly startBefore?: readonly string[];
  readonly startAfter?: readonly string[];
  /** readable by the started elements */
  readonly variables?: Values;
}

export interface TestCase {
  readonly name: string;
  readonly description: string | null;
  /** Runs in a new world. @throws if an instruction is impossible or an assertion fails */
  run(world: World): Promise<void>;
}

/** Test cases in the format of Camunda Process Test (docs/contributing/spec/process-tests.md). World options are absent unless the file sets them. */
export interface TestFile extends Partial<Pick<WorldOptions, 'settings'>> {
  readonly path: string;
  /** files to deploy, relative to the folder of this file */
  readonly files?: readonly string[];
  readonly now?: string;
  readonly testCases: readonly TestCase[];
}

export interface ProcessCoverage {
  readonly key: string;
  readonly name: string | null;
  /** file of the process */
  readonly file: string;
  /** visits by element id, in document order */
  readonly elements: Readonly<Record<string, number>>;
  readonly flows: Readonly<Record<string, number>>;
  /** reached elements and flows, 0 to 1 */
  readonly share: number;
}

/** Counts for all worlds that share it. */
export interface Coverage {
  readonly processes: readonly ProcessCoverage[];
  /** table with the elements that were not covered */
  text(): string;
  /** Writes `coverage.json` and a self-contained `index.html` with diagrams. */
  write(folder: string): Promise<void>;
}
