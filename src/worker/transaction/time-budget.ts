import type { Evaluation, Evaluator } from '../../engine/evaluator.ts';
import { timeLimitReached } from '../../expressions/time-limit.ts';

/**
 * Bounds the time one run, or what a command evaluates outside of runs, may spend in scripts and expressions. A single text has its own limit
 * (Scripting:TimeoutMs), but a loop of texts that each stay below it would hold the row lock and the queue's lock on the job for hours.
 */
export class TimeBudget {
  /** for what is evaluated outside of runs; each command has a budget of its own */
  readonly evaluator: Evaluator;
  private readonly given: Evaluator;
  private readonly limitMs: number;
  private readonly ofCommand = { spentMs: 0 };
  private totalMs = 0;
  private begunAt = 0;
  private longest = 0;
  private decidedMs = 0;

  constructor(evaluator: Evaluator, limitMs: number) {
    this.limitMs = limitMs;
    this.given = evaluator;
    this.evaluator = this.limited(this.ofCommand);
  }

  /** An evaluator with a budget of its own, for one run. */
  evaluatorOfRun(): Evaluator {
    return this.limited({ spentMs: 0 });
  }

  /** The next command of the envelope has a budget of its own. */
  beginCommand(): void {
    this.ofCommand.spentMs = 0;
    this.begunAt = performance.now();
  }

  endCommand(): void {
    const tookMs = performance.now() - this.begunAt;
    this.longest = Math.max(this.longest, tookMs);
    this.decidedMs += tookMs;
  }

  /** How long the slowest command took to decide, everything included. Unit: ms. */
  get longestMs(): number {
    return this.longest;
  }

  /**
   * True when the commands so far took so long that the others of the envelope should not wait for them any more. Time outside of scripts counts
   * too, because the database ends a transaction that is idle.
   */
  get isSlow(): boolean {
    return Math.max(this.totalMs, this.decidedMs) > this.limitMs;
  }

  private limited(clock: { spentMs: number }): Evaluator {
    const spend = (evaluate: () => Evaluation): Evaluation => {
      if (clock.spentMs > this.limitMs) return timeLimitReached(this.limitMs, ' for one run');
      const began = performance.now();
      const result = evaluate();
      const tookMs = performance.now() - began;
      clock.spentMs += tookMs;
      this.totalMs += tookMs;
      return result;
    };
    return {
      evaluate: (...given) => spend(() => this.given.evaluate(...given)),
      run: (...given) => spend(() => this.given.run(...given)),
    };
  }
}

/** The commands of an envelope have to be carried out one by one, only because they are slow. */
export class SlowEnvelope extends Error {
  override readonly name = 'SlowEnvelope';
}
