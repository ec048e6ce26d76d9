import type { Evaluation } from '../../engine/evaluator.ts';
import type { TextLanguage } from '../../engine/model-texts.ts';
import type { FeelSituation } from '../feel/compiled.ts';
import type { SourceKind } from '../lenient/compile.ts';
import type { RunLimits } from '../lenient/run.ts';

/**
 * Work for a thread. `variables`: JSON text of an object, because texts travel faster than objects and are quickly compared. Time limits count inside
 * the thread; whoever asked ends the thread a little later.
 */
export type SandboxRequest = FeelRequest | JavaScriptRequest | LenientRequest | DecisionsRequest;

/** `isAnalysed`: the variables are those that the source reads; else they are all, and the source is read in the thread only. */
export interface FeelRequest {
  readonly kind: 'feel';
  readonly source: string;
  readonly variables: string;
  readonly situation: FeelSituation;
  readonly isAnalysed: boolean;
  readonly maxOutputBytes: number;
}

export interface JavaScriptRequest {
  readonly kind: 'javascript';
  readonly source: string;
  readonly variables: string;
  readonly input: ScriptInput;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly maxOutputBytes: number;
}

/** Everything that is compiled to closures. `guids`: as many as the source can take, in order. */
export interface LenientRequest {
  readonly kind: 'lenient';
  readonly source: string;
  readonly sourceKind: SourceKind;
  readonly language?: TextLanguage;
  readonly variables: string;
  readonly execution: TextInput;
  readonly guids: readonly string[];
  readonly limits: RunLimits;
  readonly maxOutputBytes: number;
}

/** Decisions that are made as a whole. `source`: a name for all requests of the same decisions; `decisions`: JSON text; `guid`: what texts draw from. */
export interface DecisionsRequest {
  readonly kind: 'decisions';
  readonly source: string;
  readonly decisions: string;
  readonly ids: readonly string[];
  readonly isTraced: boolean;
  readonly isKept: boolean;
  readonly variables: string;
  readonly execution: TextInput;
  readonly guid: string;
  readonly maxOutputBytes: number;
}

/** What every text sees of its instance. `now`: ms since epoch. */
export interface TextInput {
  readonly instanceId: string;
  readonly businessId: string | null;
  readonly activityId: string;
  readonly now: number;
}

/** What a script sees. `seed`: makes `Math.random` repeatable. */
export interface ScriptInput extends TextInput {
  readonly seed: number;
  /** false: globals that are assigned stay in the script; true: new ones become variables too */
  readonly storesAssigned?: boolean;
}

/** What one request gave. `recycle`: the thread is not to be used again, for example after its process ran out of memory. */
export interface SandboxReply {
  readonly evaluation: Evaluation;
  readonly recycle?: true;
  /** the evaluation ended its process */
  readonly hasDied?: true;
  /** GUIDs that were taken of those given */
  readonly drawn?: number;
  /** how long it took; unit: ms */
  readonly tookMs: number;
}

/** The first message of a sandbox process; every other is a {@link SandboxReply} as JSON text. */
export const LOADED = 'loaded';

/** What the thread is started with. `state`: three shared integers, see the index constants. */
export interface SandboxSetup {
  readonly state: SharedArrayBuffer;
  readonly port: import('node:worker_threads').MessagePort;
  /** memory of one script */
  readonly memoryMb: number;
}
/** Index of the start state: {@link STARTING}, {@link STARTED} or {@link START_FAILED}. */
export const START_INDEX = 0;
export const STARTING = 0;
export const STARTED = 1;
export const START_FAILED = 2;
/** Index of the count of answers: each, a {@link SandboxReply} as JSON text, lies in the port before it is counted. */
export const ANSWER_INDEX = 1;
/** Index of the wish to stop: 1 = the thread is not wanted any more. */
export const STOP_INDEX = 2;
/** Id of the sandbox process. */
export const PID_INDEX = 3;
/** How many shared integers there are. */
export const STATE_LENGTH = 4;

/** What lies in the port when the start state is {@link START_FAILED}. */
export interface StartFailure {
  readonly startError: string;
}
