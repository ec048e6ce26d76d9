import type { TextLanguage } from '../../engine/model/model-texts.ts';
import type { Evaluation } from '../../engine/values/evaluation.ts';
import type { FeelSituation } from '../feel/index.ts';
import type { SourceKind } from '../lenient/compile.ts';
import type { RunLimits } from '../lenient/run.ts';

/**
 * `variables`: JSON text, because strings transfer faster than objects and are easy to compare. The thread enforces time limits; the caller terminates
 * it shortly after.
 */
export type SandboxRequest = FeelRequest | JavaScriptRequest | LenientRequest | DecisionsRequest;

/** `isAnalysed`: `variables` has only those the source reads. Else all, and the thread analyzes the source. */
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

/** Sources compiled to closures. `guids`: as many as the source may draw, in order. */
export interface LenientRequest {
  readonly kind: 'lenient';
  readonly source: string;
  readonly sourceKind: SourceKind;
  readonly language?: TextLanguage;
  readonly variables: string;
  /** Innermost variable scope; absent: all, or none is read. */
  readonly localNames?: readonly string[];
  readonly execution: TextInput;
  readonly guids: readonly string[];
  readonly limits: RunLimits;
  readonly maxOutputBytes: number;
}

/** Whole decisions. `source`: cache key; `decisions`: JSON text; `guid`: seed for draws. */
export interface DecisionsRequest {
  readonly kind: 'decisions';
  readonly source: string;
  readonly decisions: string;
  readonly ids: readonly string[];
  readonly isTraced: boolean;
  readonly withCells: boolean;
  readonly isKept: boolean;
  readonly variables: string;
  readonly execution: TextInput;
  readonly guid: string;
  readonly maxOutputBytes: number;
}

/** Data readable by every text. `now`: ms since epoch. */
export interface TextInput {
  readonly instanceId: string;
  readonly businessId: string | null;
  readonly activityId: string;
  readonly now: number;
}

/** `seed`: makes `Math.random` repeatable. */
export interface ScriptInput extends TextInput {
  readonly seed: number;
  /** New globals become variables, or stay local. */
  readonly storesAssigned?: boolean;
  /** Innermost variable scope; absent: all, or none is read. */
  readonly localNames?: readonly string[];
}

/** `recycle`: discard the thread, for example after its process ran out of memory. */
export interface SandboxReply {
  readonly evaluation: Evaluation;
  readonly recycle?: true;
  /** The evaluation terminated its process. */
  readonly hasDied?: true;
  /** Number of used GUIDs. */
  readonly drawn?: number;
  readonly tookMs: number;
}

/** First message of a sandbox process; all others are {@link SandboxReply} as JSON text. */
export const LOADED = 'loaded';

/** `state`: shared integers, see the index constants. */
export interface SandboxSetup {
  readonly state: SharedArrayBuffer;
  readonly port: import('node:worker_threads').MessagePort;
  /** Limit per script. */
  readonly memoryMb: number;
}
/** {@link STARTING}, {@link STARTED} or {@link START_FAILED}. */
export const START_INDEX = 0;
export const STARTING = 0;
export const STARTED = 1;
export const START_FAILED = 2;
/** Number of replies. Each {@link SandboxReply} is in the port before it is counted. */
export const ANSWER_INDEX = 1;
/** Index of the stop flag; 1: terminate. */
export const STOP_INDEX = 2;
/** Index of the process id. */
export const PID_INDEX = 3;
/** Number of shared integers. */
export const STATE_LENGTH = 4;

/** Message in the port with {@link START_FAILED}. */
export interface StartFailure {
  readonly startError: string;
}
