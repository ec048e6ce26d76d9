import type { RunProgress } from '../../engine/context.ts';
import { SLICE_MS } from './turns.ts';

/** A run that has computed for longer shares the processor with the other work of this process. Unit: ms. */
const GREEDY_MS = 100;
/** A run that computes for longer pauses, and goes on in another transaction: its locks are let go. Unit: ms. */
const LONGEST_MS = 2000;
/** A run of fewer steps never pauses for its time: what clients call goes to its wait states in one piece, also on a slow machine. */
const LEAST_STEPS = 1000;
/** A run pauses earlier when it has done so much: one journal row holds it all. Units: events; characters of JSON. */
const MOST_EVENTS = 50_000;
const MOST_WRITTEN = 4 * 1024 * 1024;

/** Bounds one run in its transaction (docs/contributing/spec/execution.md#paused-runs). */
export class RunBudget {
  private spentMs = 0;
  private sliceBegan = performance.now();

  /** Whether the run should pause after the step it has just taken. */
  readonly shouldPause = ({ steps, events, written }: RunProgress): boolean =>
    written > MOST_WRITTEN || events > MOST_EVENTS || (steps >= LEAST_STEPS && this.spentMs + this.inSlice > LONGEST_MS);

  /** Computes for one slice. `compute` is given a question: whether the slice is over. */
  slice<T>(compute: (isOver: () => boolean) => T): T {
    this.sliceBegan = performance.now();
    try {
      return compute(() => this.inSlice > SLICE_MS);
    } finally {
      this.spentMs += this.inSlice;
      this.sliceBegan = performance.now();
    }
  }

  /** How long the run has computed so far. Unit: ms. */
  get computedMs(): number {
    return this.spentMs;
  }

  /** How long the other work of this process should have its turn now. Unit: ms. */
  get restMs(): number {
    return this.spentMs > GREEDY_MS ? SLICE_MS : 0;
  }

  private get inSlice(): number {
    return performance.now() - this.sliceBegan;
  }
}
