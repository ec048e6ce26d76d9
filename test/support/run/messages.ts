/** From the runner to a worker: run this file, or end. */
export type ToWorker = { readonly type: 'run'; readonly file: string } | { readonly type: 'end' };

/** From a worker to the runner. */
export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'test'; readonly state: TestState }
  | { readonly type: 'file'; readonly result: FileResult }
  | { readonly type: 'leak'; readonly resources: readonly string[] };

export type TestState = 'passed' | 'failed' | 'leftOut';

export interface SlowTest {
  readonly title: string;
  readonly tookMs: number;
}

/** Result of one test file. */
export interface FileResult {
  readonly file: string;
  readonly passed: number;
  readonly leftOut: number;
  /** each failure in full: titles, message, difference, stack */
  readonly failures: readonly string[];
  readonly tookMs: number;
  /** tests that took longer than 3 s */
  readonly slow: readonly SlowTest[];
  /** processor time of the worker itself, without the programs it started */
  readonly cpuMs: number;
}

/** How every worker runs its tests. */
export interface WorkerOptions {
  /** a regular expression that titles must match */
  readonly grep?: string | undefined;
  /** a mocha reporter that prints while tests run; none: the runner prints */
  readonly reporter?: string | undefined;
  /** 0: none */
  readonly timeoutMs: number;
  readonly forbidsOnly: boolean;
  /** how long a worker may take to end automatically after its last file; more, and a handle was left open */
  readonly leakAfterMs?: number;
}
