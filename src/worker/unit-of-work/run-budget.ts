import type { RunProgress } from '../../engine/running/context.ts';
import { SLICE_MS } from './time-slices.ts';

/** Computing time after which a run shares the processor with other work. Unit: ms. */
const FAIR_MS = 100;
/** Computing time after which a run pauses, releases its locks and continues in another transaction. Unit: ms. */
const MAX_MS = 2000;
/** Minimum steps before a pause for time: client calls then reach their wait states in one transaction, also on a slow machine. */
const MIN_STEPS = 1000;
/** Limits of one run, because one journal row holds all its events. Units: events; characters of JSON. */
const MAX_EVENTS = 50_000;
const MAX_WRITTEN = 4 * 1024 * 1024;

/** Limits of one run in its transaction (docs/contributing/spec/execution.md#paused-runs). */
export class RunBudget {
  private spentMs = 0;
  private sliceBegan = performance.now();

  /** Returns whether the run should pause after its last step. */
  readonly shouldPause = ({ steps, events, written }: RunProgress): boolean =>
    written > MAX_WRITTEN || events > MAX_EVENTS || (steps >= MIN_STEPS && this.spentMs + this.inSlice > MAX_MS);

  /** Computes for one time slice. `compute` gets a function that returns whether the slice is over. */
  slice<T>(compute: (isOver: () => boolean) => T): T {
    this.sliceBegan = performance.now();
    try {
      return compute(() => this.inSlice > SLICE_MS);
    } finally {
      this.spentMs += this.inSlice;
      this.sliceBegan = performance.now();
    }
  }

  /** Computing time of the run so far. Unit: ms. */
  get computedMs(): number {
    return this.spentMs;
  }

  /** Time to yield to other work now. Unit: ms. */
  get yieldMs(): number {
    return this.spentMs > FAIR_MS ? SLICE_MS : 0;
  }

  private get inSlice(): number {
    return performance.now() - this.sliceBegan;
  }
}
