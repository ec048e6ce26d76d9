import type { DecisionCall, DecisionVersion, FormModel } from '../engine/model.ts';
import type { MachineConfig } from '../memory/machine.ts';
import type { CommandRejection, DeployResource } from '../messages/commands.ts';
import type { ScriptingConfig } from '../platform/config/config.ts';

/** Limits of one simulation (docs/contributing/spec/http/definitions.md#simulation-limits). */
export const LIMITS = {
  /** actions in a request */
  acts: 200,
  /** time from the first action to the last */
  timeMs: 5000,
  /** heap of the thread */
  memoryMb: 256,
  /** steps of one run; fewer than in the engine, so that a loop ends soon */
  steps: 10_000,
  /** commands after one action, and timers due before the fired one */
  followUps: 1000,
  /** characters of JSON */
  answer: 2_000_000,
  /** shown instances, and shown waits of all instances */
  instances: 50,
  waits: 200,
  /** shown variable scopes of one instance */
  scopes: 50,
  /** one shown value, all values of an answer, and all forms of an answer; characters of JSON */
  value: 4000,
  values: 400_000,
  forms: 400_000,
} as const;

/** The message names the exceeded limit. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

export type SimulationValues = Readonly<Record<string, unknown>>;

/** `index`: among several waits at the element, from 0. */
export type SimulationAct =
  /** `element`: start event; absent: by the process key */
  | { readonly kind: 'start'; readonly key?: string; readonly element?: string; readonly variables: SimulationValues }
  /** ends a user task, job, call, manual activity or incident with a result */
  | (At & { readonly kind: 'complete'; readonly variables: SimulationValues })
  | (At & { readonly kind: 'fail'; readonly code: string; readonly message: string })
  | (At & { readonly kind: 'retry' })
  /** the expected message or signal */
  | (At & { readonly kind: 'deliver'; readonly variables: SimulationValues })
  /** moves the clock to the timer; earlier due timers fire first */
  | (At & { readonly kind: 'fire' })
  /** `index`: of the instance in the order of starts, from 0 */
  | { readonly kind: 'set'; readonly index: number; readonly variables: SimulationValues };

interface At {
  readonly element: string;
  readonly index: number;
}

export type ActKind = SimulationAct['kind'];

/** `missing`: only other versions exist. */
export interface StoredDecision {
  readonly call: DecisionCall;
  readonly version: DecisionVersion | 'missing';
}

/** Times: ms since epoch. */
export interface SimulationRequest {
  readonly bpmnXml: string;
  /** further BPMN files */
  readonly resources: readonly DeployResource[];
  /** scripts, decisions and forms */
  readonly scripts: readonly DeployResource[];
  /** initial time of the clock */
  readonly startedAt: number;
  readonly acts: readonly SimulationAct[];
  /** stored decisions that the files call */
  readonly decisions?: readonly StoredDecision[];
}

/** `suggested`: variables that the model reads. `form`: null if none, or too long. */
export interface SimulatedStart {
  readonly key: string;
  readonly processName: string | null;
  readonly element: string;
  readonly elementName: string | null;
  readonly kind: 'none' | 'message' | 'signal' | 'timer' | 'condition';
  /** name of the message or signal, or text of the condition */
  readonly name: string | null;
  readonly suggested: SimulationValues;
  readonly form: FormModel | null;
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

/** `text`: sentence for users. `acts` empty: it waits for another wait. */
export interface SimulatedWait {
  readonly instance: number;
  readonly element: string;
  readonly elementName: string | null;
  readonly index: number;
  readonly kind: SimulatedWaitKind;
  readonly text: string;
  readonly acts: readonly ActKind[];
  readonly suggested: SimulationValues;
  /** of a user task; null: none, or too long */
  readonly form: FormModel | null;
  /** task type, called key, message, signal or condition */
  readonly subject: string | null;
  /** correlation key of a message */
  readonly correlationKey: string | null;
  readonly dueAt: number | null;
  /** assignee, candidate users and groups of a user task */
  readonly people: readonly string[];
  /** input of a job */
  readonly input: ShownVariables | null;
  readonly incident: SimulatedIncident | null;
}

/** `elementType`: null if the process itself failed. */
export interface SimulatedIncident {
  readonly elementType: string | null;
  readonly code: string;
  readonly message: string;
  readonly count: number;
}

/** `cut`: names of values that are too long. */
export interface ShownVariables {
  readonly values: SimulationValues;
  readonly cut: readonly string[];
}

/** Variables that only a part of the instance can read. */
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

/** Tokens so far. */
export interface SimulatedElement {
  readonly id: string;
  readonly active: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
}

/** Lists are cut at their limits; `waitCount` and `instanceCount` are totals. */
export interface SimulationState {
  readonly now: number;
  /** actions that ran */
  readonly done: number;
  /** why the next action cannot run: text or rejection; null: all ran */
  readonly refusal: string | CommandRejection | null;
  readonly starts: readonly SimulatedStart[];
  readonly instances: readonly SimulatedInstance[];
  readonly instanceCount: number;
  readonly waits: readonly SimulatedWait[];
  readonly waitCount: number;
  readonly elements: readonly SimulatedElement[];
  readonly flows: readonly { readonly id: string; readonly taken: number }[];
}

/** `model`: a deploy would reject it. `limit`: exceeded. */
export type SimulationOutcome =
  | { readonly ok: true; readonly state: SimulationState }
  | { readonly ok: false; readonly why: 'model'; readonly rejection: CommandRejection }
  | { readonly ok: false; readonly why: 'limit'; readonly text: string };

/** Data of a thread. */
export interface SimulationSetup {
  readonly port: import('node:worker_threads').MessagePort;
  readonly settings: SimulationSettings;
}

/** They change the result of a simulation. */
export interface SimulationSettings extends MachineConfig {
  readonly scripting: Pick<ScriptingConfig, 'timeoutMs' | 'memoryMb' | 'maxOutputBytes'>;
}

/** `error`: a defect. */
export type SimulationReply = { readonly outcome: SimulationOutcome } | { readonly error: string };
