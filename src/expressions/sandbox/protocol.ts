import type { Json, Variables } from '../../engine/values.ts';
import type { FeelSituation } from '../feel/evaluate.ts';

/** Work for the sandbox thread. `timeoutMs` counts inside the thread; the caller kills the thread a little later. */
export type SandboxRequest =
  | { readonly kind: 'feel'; readonly source: string; readonly variables: Variables; readonly situation: FeelSituation }
  | {
      readonly kind: 'javascript';
      readonly source: string;
      readonly input: ScriptInput;
      readonly timeoutMs: number;
      readonly memoryMb: number;
      readonly maxOutputBytes: number;
    };

/** What a script sees. `now`: ms since epoch. `seed`: makes `Math.random` repeatable. */
export interface ScriptInput {
  readonly variables: Variables;
  readonly instanceId: string;
  readonly businessId: string | null;
  readonly activityId: string;
  readonly now: number;
  readonly seed: number;
}

/** Answer of the thread. `recycle`: the thread is not to be used again, for example after it ran out of memory. */
export type SandboxReply =
  | { readonly ok: true; readonly value: Json; readonly writes?: Variables; readonly sets?: Variables }
  | { readonly ok: false; readonly code: string; readonly reason: string; readonly recycle?: true; readonly limitMs?: number };

/** What the thread is started with. `state`: two shared integers, see the index constants. */
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
/** Index of the answer state: 0 = the thread works, 1 = the answer lies in the port. */
export const ANSWER_INDEX = 1;

/** What lies in the port when the start state is {@link START_FAILED}. */
export interface StartFailure {
  readonly startError: string;
}
