/**
 * Types of `sluice/testing`: a test environment that runs processes in memory, with the engine of the service and without the rest of it
 * (docs/how-to/test-a-process.md).
 */

import type { JsonValue, Values } from '../plugins/plugin.ts';

export type { JsonValue, Values };

/** File in memory. `name` has the extension of a file: `.bpmn`, `.dmn`, `.form`, `.js`. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}

/** Settings of the service that change the behaviour of instances; absent ones have the default of the service (docs/reference/settings.md). */
export interface WorldSettings {
  /** `Engine:PlainTasks` */
  readonly plainTasks?: 'wait' | 'pass';
  /** `Engine:OnFailure` */
  readonly onFailure?: 'fail' | 'incident';
  /** `Engine:BranchVariables` */
  readonly branchVariables?: 'auto' | 'isolated' | 'shared';
  /** `Engine:MaxStepsPerRun` */
  readonly maxSteps?: number;
  /** `Plugins:Attempts`: default number of attempts at a custom task */
  readonly attempts?: number;
}

/** Options of a test environment. */
export interface WorldOptions {
  /** files and folders to deploy, by path or as texts: models with their decisions, forms and scripts */
  readonly files: readonly (string | TextFile)[];
  /** initial time of the clock; default: 2026-01-01T00:00:00Z */
  readonly now?: Date | string;
  readonly settings?: WorldSettings;
  /** counts visited elements and flows; many worlds may share it */
  readonly coverage?: Coverage;
  /** maximum number of follow-ups and stubs after one command, and of due times in one advance of the clock; default: 10,000 */
  readonly patience?: number;
}

/** Custom task passed to a stub. */
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

/** The result of a custom task, or a function that returns it. A function may throw `TaskFailure`; any other error ends the test. */
export type TaskStub = Values | ((task: StubbedTask) => Values | undefined | Promise<Values | undefined>);

/** Value of a decision, or a function that returns it for the variables that its task can read. */
export type DecisionStub = JsonValue | ((variables: Values) => JsonValue);

/** Evaluated decision. */
export interface DecisionRecord {
  readonly id: string;
  /** name in the file, else the id */
  readonly name: string;
  /** task that evaluated it; null: the test itself, with `evaluateDecision` */
  readonly element: string | null;
  /** absent if it exceeds 1,000 characters of JSON, because the event history does not store it */
  readonly value?: JsonValue;
  /** numbers of the matching rules, from 1 as in the table; empty for other kinds of decisions */
  readonly rules: readonly number[];
}

/** Expected result of a decision; absent members are not checked. */
export interface ExpectedDecision {
  readonly value?: JsonValue;
  /** exactly these rules matched, in any order; empty: no rule */
  readonly rules?: readonly number[];
}

/**
 * The end variables of a called process, or a function that returns them for the input of the call. A function may throw `TaskFailure`: the
 * call ends with that error.
 */
export type ProcessStub = Values | ((variables: Values) => Values | undefined | Promise<Values | undefined>);

/** Processes that run in memory. Nothing happens in it except the actions of a test and their immediate consequences. */
export interface World {
  /** current time of its clock */
  readonly now: Date;
  /** warnings of the deploy about the accepted files */
  readonly warnings: readonly string[];

  /** Stubs custom tasks of a type, including those that already wait. */
  stubTask(type: string, stub: TaskStub): Promise<void>;
  /** Stubs a decision, also if the files do not contain its DMN. Call it before the first instance. */
  stubDecision(id: string, stub: DecisionStub): Promise<void>;
  /** Stubs a called process. */
  stubProcess(key: string, stub: ProcessStub): Promise<void>;

  /** Starts the latest version of a process, and runs until all instances wait or have ended. */
  start(key: string, variables?: Values, options?: { readonly businessId?: string; readonly by?: string }): Promise<Instance>;
  /** Sends a message. @throws if no instance waits for it */
  message(
    name: string,
    options?: { readonly key?: string; readonly variables?: Values; readonly businessId?: string },
  ): Promise<readonly Instance[]>;
  /** Broadcasts a signal. @throws if no instance waits for it */
  signal(name: string, variables?: Values): Promise<readonly Instance[]>;
  /** Evaluates conditional start events of one process or of all. @returns the started instances */
  evaluateConditions(variables: Values, options?: { readonly key?: string }): Promise<readonly Instance[]>;
  /** Evaluates a decision of the files, as the API does, and returns its value. @throws if the evaluation fails */
  evaluateDecision(id: string, variables?: Values): Promise<JsonValue>;
  /** Advances the clock by an ISO 8601 duration (`P1D`, `PT2H`) or by milliseconds. Timers fire at their due times, in order. */
  advance(duration: string | number): Promise<void>;
  /** Advances the clock to a point in time. It cannot go back. */
  advanceTo(time: Date | string): Promise<void>;
  /** Advances the clock to the next due time and fires it. @throws if nothing is due */
  advanceToNextTimer(): Promise<void>;

  /** All instances in the order of their starts, or those of one process. */
  instances(key?: string): readonly Instance[];
  /** Returns the only instance of a process. @throws if none or more than one exists */
  instance(key: string): Instance;
  /** Decisions that the test itself has evaluated, in order; required ones first. */
  readonly decisions: readonly DecisionRecord[];
  /** Asserts the result of the last decision with this id or name that the test has evaluated. */
  assertDecision(id: string, expected?: ExpectedDecision): void;
}

/** Which wait is completed, and for a user task by whom: user and groups; absent: a permitted user. */
export interface CompleteOptions {
  readonly by?: string;
  readonly groups?: readonly string[];
  /** index among several waits at the element, from 0 */
  readonly index?: number;
}

/** A wait of an instance at an element. `text`: description for users. */
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
/** Result of one activation of an element. */
export interface Visit {
  readonly element: string;
  readonly state: 'active' | 'completed' | 'cancelled' | 'failed';
  /** index of a loop iteration, from 0; absent: not in a loop */
  readonly index?: number;
}

/** Instance. Each action runs until all instances wait or have ended. Assertions throw if they fail, and return the instance. */
export interface Instance {
  readonly id: string;
  readonly key: string;
  readonly businessId: string | null;
  readonly status: 'running' | 'completed' | 'cancelled' | 'failed';
  /** root variables, also after the end */
  readonly variables: Values;
  /** its waits, as in `sluice why` */
  readonly waits: readonly OpenWait[];
  readonly userTasks: readonly OpenUserTask[];
  readonly incidents: readonly OpenIncident[];
  /** code and message of the failure; null: the instance has not failed */
  readonly failure: { readonly code: string; readonly message: string; readonly element: string | null } | null;
  /** completed elements, in the order of completion */
  readonly path: readonly string[];
  /** taken sequence flows, in order */
  readonly flows: readonly string[];
  /** all visits of elements, in the order of their start */
  readonly visits: readonly Visit[];
  /** called instances, in the order of the calls */
  readonly children: readonly Instance[];
  /** decisions of its tasks, in order; required decisions come first */
  readonly decisions: readonly DecisionRecord[];
  /** Returns the variables that an active element can read; local ones hide outer ones. */
  variablesAt(element: string): Values;

  /** Completes a waiting element: a user task, a custom task without a stub, or a task that waits for `complete-activity`. */
  complete(element: string, variables?: Values, options?: CompleteOptions): Promise<this>;
  /** Fails a user task or custom task with an error code, which error boundary events can catch. */
  fail(element: string, code: string, message?: string, options?: Pick<CompleteOptions, 'index'>): Promise<this>;
  /** Claims a user task for a user with these groups. */
  claim(element: string, by: string, groups?: readonly string[]): Promise<this>;
  /** Sets variables of an element, or of the instance without an element. */
  setVariables(variables: Values, options?: { readonly element?: string; readonly removed?: readonly string[] }): Promise<this>;
  /** Retries the failed element; without an argument the only incident. */
  retry(element?: string): Promise<this>;
  /** Continues after a failure, with variables instead of its result. */
  resolve(element: string, variables?: Values): Promise<this>;
  /** Cancels and starts elements, as a modification does (docs/how-to/modify-an-instance.md). */
  modify(change: TokenMoves): Promise<this>;
  suspend(): Promise<this>;
  resume(): Promise<this>;
  cancel(reason?: string): Promise<this>;

  /** Asserts that these elements were completed at least once. */
  assertPassed(...elements: readonly string[]): this;
  /** Asserts that the elements were completed in this order; other elements may be between them. */
  assertPassedInOrder(...elements: readonly string[]): this;
  /** Asserts that none of these elements was completed. */
  assertNotPassed(...elements: readonly string[]): this;
  /** Asserts how often the element was completed; each iteration of a loop counts. */
  assertPassedTimes(element: string, times: number): this;
  /** Asserts that the instance waits at each of these elements. */
  assertWaitsAt(...elements: readonly string[]): this;
  /** Asserts that the instance waits at these elements and nowhere else. */
  assertWaitsExactlyAt(...elements: readonly string[]): this;
  /** Asserts the values of root variables; other variables are ignored. */
  assertVariables(expected: Values): this;
  assertNoVariables(...names: readonly string[]): this;
  assertRunning(): this;
  assertCompleted(): this;
  assertCancelled(): this;
  /** Asserts that the instance failed, with this code if one is given. */
  assertFailed(code?: string): this;
  assertIncident(element: string, code?: string): this;
  /** Asserts the result of the last decision with this id or name in a task. */
  assertDecision(id: string, expected?: ExpectedDecision): this;
  assertNoIncidents(): this;
}

/** Tokens to cancel and elements to start, in one step. */
export interface TokenMoves {
  readonly cancel?: readonly string[];
  readonly startBefore?: readonly string[];
  readonly startAfter?: readonly string[];
  /** readable variables of the started elements */
  readonly variables?: Values;
}

/** Test case of a file. */
export interface TestCase {
  readonly name: string;
  readonly description: string | null;
  /** Runs its instructions in a new world. @throws if an instruction is impossible or an assertion fails */
  run(world: World): Promise<void>;
}

/**
 * A file of test cases, in the format of Camunda Process Test (docs/contributing/spec/process-tests.md). World options are absent unless the
 * file sets them.
 */
export interface TestFile extends Partial<Pick<WorldOptions, 'settings'>> {
  readonly path: string;
  /** files to deploy, relative to the folder of the file */
  readonly files?: readonly string[];
  readonly now?: string;
  readonly testCases: readonly TestCase[];
}

/** Coverage of one process. */
export interface ProcessCoverage {
  readonly key: string;
  readonly name: string | null;
  /** name of its file */
  readonly file: string;
  /** number of visits by element id, in document order */
  readonly elements: Readonly<Record<string, number>>;
  readonly flows: Readonly<Record<string, number>>;
  /** share of elements and flows that were reached, 0 to 1 */
  readonly share: number;
}

/** Counts visited elements and flows of all worlds that share it. */
export interface Coverage {
  readonly processes: readonly ProcessCoverage[];
  /** text table with the elements that were not covered */
  text(): string;
  /** Writes `coverage.json` and `index.html`, which shows the diagrams without other files, into a folder. */
  write(folder: string): Promise<void>;
}
