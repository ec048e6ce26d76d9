import type { Evaluation, Evaluator } from '../../engine/evaluator.ts';
import { timeLimitReached } from '../../expressions/time-limit.ts';

/**
 * Bounds the time one command may spend in scripts and expressions. A single text has its own limit (Scripting:TimeoutMs), but a loop of texts that
 * each stay below it would hold the row lock, the queue's lock on the job and the worker's only thread for hours.
 */
export class TimeBudget {
  readonly evaluator: Evaluator;
  private readonly limitMs: number;
  private spentMs = 0;
  private totalMs = 0;
  private begunAt = 0;
  private longest = 0;
  private decidedMs = 0;

  constructor(evaluator: Evaluator, limitMs: number) {
    this.limitMs = limitMs;
    this.evaluator = {
      evaluate: (...given) => this.spend(() => evaluator.evaluate(...given)),
      run: (...given) => this.spend(() => evaluator.run(...given)),
    };
  }

  /** The next command of the envelope has a budget of its own. */
  beginCommand(): void {
    this.spentMs = 0;
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

  private spend(evaluate: () => Evaluation): Evaluation {
    if (this.spentMs > this.limitMs) return timeLimitReached(this.limitMs, ' for one run');
    const began = performance.now();
    const result = evaluate();
    const tookMs = performance.now() - began;
    this.spentMs += tookMs;
    this.totalMs += tookMs;
    return result;
  }
}

/** The commands of an envelope have to be carried out one by one, only because they are slow. */
export class SlowEnvelope extends Error {
  override readonly name = 'SlowEnvelope';
}
