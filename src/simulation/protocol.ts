import type { MachineConfig } from '../memory/machine.ts';
import type { CommandRejection, DeployResource } from '../messages/commands.ts';
import type { ScriptingConfig } from '../platform/config/config.ts';

/** Limits of one simulation (docs/contributing/spec/http/definitions.md#simulation-limits). */
export const LIMITS = {
  /** maximum number of actions in a request */
  acts: 200,
  /** maximum duration from the first action to the last */
  timeMs: 5000,
  /** heap size of the thread */
  memoryMb: 256,
  /** maximum steps of one run; fewer than in the engine, so that a loop ends soon */
  steps: 10_000,
  /** maximum number of commands that follow from one action, and of timers due before the fired one */
  followUps: 1000,
  /** maximum size of an answer. Unit: characters of JSON */
  answer: 2_000_000,
  /** maximum number of shown instances, and of shown waits of all instances */
  instances: 50,
  waits: 200,
  /** maximum number of shown variable scopes of one instance */
  scopes: 50,
  /** maximum size of one shown value, and of all values of an answer. Unit: characters of JSON */
  value: 4000,
  values: 400_000,
} as const;

/** A limit of simulations was exceeded. The message names it. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

/** Variables as JSON. */
export type SimulationValues = Readonly<Record<string, unknown>>;

/** Action of a user in a simulation. `index`: which of several waits at the element, from 0. */
export type SimulationAct =
  /** `element`: start event; absent: start by the process key */
  | { readonly kind: 'start'; readonly key?: string; readonly element?: string; readonly variables: SimulationValues }
  /** ends a wait with a result: a user task, a job, a call, a manual activity, an incident */
  | (At & { readonly kind: 'complete'; readonly variables: SimulationValues })
  | (At & { readonly kind: 'fail'; readonly code: string; readonly message: string })
  /** retries a failed element */
  | (At & { readonly kind: 'retry' })
  /** delivers the expected message or signal */
  | (At & { readonly kind: 'deliver'; readonly variables: SimulationValues })
  /** moves the clock to the time of a timer; earlier due timers fire first */
  | (At & { readonly kind: 'fire' })
  /** sets variables of an instance. `index`: index in the order of their starts, from 0 */
  | { readonly kind: 'set'; readonly index: number; readonly variables: SimulationValues };

interface At {
  readonly element: string;
  readonly index: number;
}

export type ActKind = SimulationAct['kind'];

/** A model and the actions on it. Times: ms since epoch. */
export interface SimulationRequest {
  readonly bpmnXml: string;
  /** further BPMN files */
  readonly resources: readonly DeployResource[];
  /** scripts, decisions and forms */
  readonly scripts: readonly DeployResource[];
  /** initial time of the clock */
  readonly startedAt: number;
  readonly acts: readonly SimulationAct[];
}

/** A possible start of an instance. `suggested`: variables that the model reads. */
export interface SimulatedStart {
  readonly key: string;
  readonly processName: string | null;
  readonly element: string;
  readonly elementName: string | null;
  readonly kind: 'none' | 'message' | 'signal' | 'timer' | 'condition';
  /** name of the message or signal, or text of the condition */
  readonly name: string | null;
  readonly suggested: SimulationValues;
}

export type SimulatedWaitKind =
  | 'userTask'
  | 'job'
  | 'activity'
  | 'call'
  | 'incident'
  | 'message'
  | 'signal'
  | 'timer'
  | 'condition'
  | 'other';

/** A wait. `text`: one sentence for users. `acts`: the possible actions; empty: it waits for another wait. */
export interface SimulatedWait {
  readonly instance: number;
  readonly element: string;
  readonly elementName: string | null;
  readonly index: number;
  readonly kind: SimulatedWaitKind;
  readonly text: string;
  readonly acts: readonly ActKind[];
  readonly suggested: SimulationValues;
  /** task type, called key, name of the message or signal, or the condition */
  readonly subject: string | null;
  /** correlation key of a message */
  readonly correlationKey: string | null;
  readonly dueAt: number | null;
  /** candidates: assignee, users and groups of a user task */
  readonly people: readonly string[];
  /** input of a job */
  readonly input: ShownVariables | null;
}

/** Variables for users. `cut`: names whose values are too long to be shown. */
export interface ShownVariables {
  readonly values: SimulationValues;
  readonly cut: readonly string[];
}

/** Variables that only a part of an instance can read. */
export interface SimulatedScope extends ShownVariables {
  readonly element: string;
}

export interface SimulatedFailure {
  readonly code: string;
  readonly message: string;
  readonly element: string | null;
  readonly elementName: string | null;
}

export interface SimulatedInstance {
  readonly key: string;
  readonly status: 'running' | 'completed' | 'cancelled' | 'failed';
  readonly failure: SimulatedFailure | null;
  readonly variables: ShownVariables;
  readonly scopes: readonly SimulatedScope[];
}

/** Counts of tokens at an element so far. */
export interface SimulatedElement {
  readonly id: string;
  readonly active: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
}

/** State of a simulation. Each list is cut at its limit; `waitCount` and `instanceCount` are totals. */
export interface SimulationState {
  readonly now: number;
  /** number of actions that ran */
  readonly done: number;
  /** reason why the next action cannot run: a text, or the rejection; null: all ran */
  readonly refusal: string | CommandRejection | null;
  readonly starts: readonly SimulatedStart[];
  readonly instances: readonly SimulatedInstance[];
  readonly instanceCount: number;
  readonly waits: readonly SimulatedWait[];
  readonly waitCount: number;
  readonly elements: readonly SimulatedElement[];
  readonly flows: readonly { readonly id: string; readonly taken: number }[];
}

/** Result of a request. `model`: a deploy would reject it. `limit`: it exceeds a limit. */
export type SimulationOutcome =
  | { readonly ok: true; readonly state: SimulationState }
  | { readonly ok: false; readonly why: 'model'; readonly rejection: CommandRejection }
  | { readonly ok: false; readonly why: 'limit'; readonly text: string };

/** Start data of a thread. */
export interface SimulationSetup {
  readonly port: import('node:worker_threads').MessagePort;
  readonly settings: SimulationSettings;
}

/** Settings of the service that change the result of a simulation. */
export interface SimulationSettings extends MachineConfig {
  readonly scripting: Pick<ScriptingConfig, 'timeoutMs' | 'memoryMb' | 'maxOutputBytes'>;
}

/** An outcome, or a bug. */
export type SimulationReply = { readonly outcome: SimulationOutcome } | { readonly error: string };
