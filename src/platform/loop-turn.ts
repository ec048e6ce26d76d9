/** How long one piece of long work may keep the event loop from everything else. Unit: ms. */
const TURN_MS = 8;

/** Waiters for a turn, in order. One list per process, because a process has one event loop. */
const waiting: (() => void)[] = [];

/**
 * The turns of one long task, for example of a streamed answer. All such tasks of this process share them: one continues per
 * round of the event loop, so that many together delay it no longer than one.
 */
export class LoopTurn {
  private endsAt = 0;

  /** Whether the task must yield first: no turn has started, or it has ended. */
  get isOver(): boolean {
    return performance.now() >= this.endsAt;
  }

  /** Waits for the next turn. */
  async begin(): Promise<void> {
    await nextRound();
    this.endsAt = performance.now() + TURN_MS;
  }

  /** Ends the turn early, because the work waits for something else now. */
  end(): void {
    this.endsAt = 0;
  }
}

function nextRound(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(runNext);
  });
}

/** The continued task runs before the next `setImmediate`. */
function runNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(runNext);
}
