import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '../../db/connection.ts';
import type { Statement } from '../../db/statement.ts';
import type { RunProgress } from '../../engine/running/context.ts';

/** Time slice of long work; other work of this process runs after it. */
export const SLICE_MS = 10;

/** Computing time of one run in a shared transaction. A longer one runs in a separate transaction. */
export const MAX_SHARED_RUN_MS = 50;

/** Yields to other work for at least this time. */
export type YieldFor = (ms: number) => Promise<unknown>;

export class TimeSlices {
  private readonly yieldFor: YieldFor;
  private sliceBegan = performance.now();

  constructor(yieldFor: YieldFor) {
    this.yieldFor = yieldFor;
  }

  /** Yields to other work after each time slice. */
  async all<Part>(parts: Iterable<Part>): Promise<readonly Part[]> {
    const taken: Part[] = [];
    for (const part of parts) {
      taken.push(part);
      if (this.isOver) await this.next();
    }
    return taken;
  }

  /** Runs the steps as {@link all}. @returns the result of the last step */
  async through<Result>(steps: Iterator<void, Result>): Promise<Result> {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      if (this.isOver) await this.next();
    }
  }

  private get isOver(): boolean {
    return performance.now() - this.sliceBegan > SLICE_MS;
  }

  private async next(): Promise<void> {
    await this.yieldFor(0);
    this.sliceBegan = performance.now();
  }
}

/** Computing time after which a run shares the processor with other work. */
const FAIR_MS = 100;
/** Computing time after which a run pauses, releases its locks and continues in another transaction. */
const MAX_MS = 2000;
/** Minimum of steps before a pause for time: client calls reach their wait states in one transaction, also on a slow machine. */
const MIN_STEPS = 1000;
/** Limits of a journal row, which holds all events of a run. Units: events; characters of JSON. */
const MAX_EVENTS = 50_000;
const MAX_WRITTEN = 4 * 1024 * 1024;

/** Limits of one run in its transaction (docs/contributing/spec/execution.md#paused-runs). */
export class RunBudget {
  private spentMs = 0;
  private sliceBegan = performance.now();

  readonly shouldPause = ({ steps, events, written }: RunProgress): boolean =>
    written > MAX_WRITTEN || events > MAX_EVENTS || (steps >= MIN_STEPS && this.spentMs + this.inSlice > MAX_MS);

  /** `isOver`: whether the slice is over. */
  slice<T>(compute: (isOver: () => boolean) => T): T {
    this.sliceBegan = performance.now();
    try {
      return compute(() => this.inSlice > SLICE_MS);
    } finally {
      this.spentMs += this.inSlice;
      this.sliceBegan = performance.now();
    }
  }

  /** Computing time of the run so far. */
  get computedMs(): number {
    return this.spentMs;
  }

  /** Time to yield to other work now. */
  get yieldMs(): number {
    return this.spentMs > FAIR_MS ? SLICE_MS : 0;
  }

  private get inSlice(): number {
    return performance.now() - this.sliceBegan;
  }
}

/** One command takes long while others share its transaction. Nothing was written. */
export class LongRun extends Error {
  override readonly name = 'LongRun';
  readonly commandId: string;

  constructor(commandId: string) {
    super(`command ${commandId} takes long and is run alone`);
    this.commandId = commandId;
  }
}

const NOTHING: Statement = { name: 'nothing', text: 'select' };

/**
 * Runs a statement, so that the database does not see an idle transaction.
 * @param ms minimum duration
 */
export async function yieldToEventLoop(transaction: Connection, ms: number): Promise<void> {
  if (ms > 0) await pause(ms);
  await transaction.query(NOTHING, []);
}
