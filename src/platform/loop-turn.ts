/** How long one piece of long work may keep the event loop from everything else. Unit: ms. */
const TURN_MS = 8;

/** Who waits for a turn, in order; one for the whole process, which has one event loop. */
const waiting: (() => void)[] = [];

/**
 * The turns of one piece of long work, for example of an answer that is written in many parts. All such work of this process shares them: one
 * piece goes on per round of the event loop, so many of them together keep it no longer than one alone.
 */
export class LoopTurn {
  private endsAt = 0;

  /** Whether others should go on first: no turn has begun, or it is over. */
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
    if (waiting.length === 1) setImmediate(goOn);
  });
}

/** What goes on runs before the next `setImmediate` does. */
function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}
