import type { Evaluator } from '../../engine/evaluator.ts';
import type { Evaluation } from '../../engine/values/evaluation.ts';
import type { TextEvaluator } from '../../expressions/evaluator.ts';
import type { Outcomes } from '../../expressions/outcomes.ts';
import { timeLimitReached } from '../../expressions/time-limit.ts';
import type { EvaluationCaller } from '../../expressions/unfinished-text.ts';
import { SLICE_MS } from '../unit-of-work/run-budget.ts';

/** Evaluator; without `within` every text is evaluated synchronously. */
export type ThreadedEvaluator = Evaluator & Partial<Pick<TextEvaluator, 'within'>>;

/**
 * Limits the time of scripts and expressions in one run, or in a command outside of runs. A single text has a separate limit (Scripting:TimeoutMs), but a
 * loop of shorter texts would run for hours.
 */
export class TimeBudget {
  /** evaluates outside of runs; each command has a separate budget */
  readonly evaluator: Evaluator;
  private readonly given: ThreadedEvaluator;
  private readonly limitMs: number;
  private readonly outcomes: Outcomes | undefined;
  private asker: Pick<EvaluationCaller, 'key' | 'commandId'> = NO_ASKER;
  private ofCommand: Evaluator | undefined;
  private totalMs = 0;
  private sliceMs = 0;
  private elsewhereMs = 0;
  private begunAt = 0;
  private longest = 0;
  private decidedMs = 0;

  /** @param outcomes cached results of threads; absent: long texts throw without starting a thread */
  constructor(evaluator: ThreadedEvaluator, limitMs: number, outcomes?: Outcomes) {
    this.limitMs = limitMs;
    this.given = evaluator;
    this.outcomes = outcomes;
    this.evaluator = {
      evaluate: (...asked) => this.evaluatorOfCommand().evaluate(...asked),
      run: (...asked) => this.evaluatorOfCommand().run(...asked),
      decide: (...asked) => this.evaluatorOfCommand().decide(...asked),
    };
  }

  /** Created on demand: most commands evaluate in runs only. */
  private evaluatorOfCommand(): Evaluator {
    this.ofCommand ??= this.evaluatorOfRun(this.asker);
    return this.ofCommand;
  }

  /** Has a separate budget for one run, also for time in threads. After it is used up, evaluations return an error. */
  evaluatorOfRun(asker: Pick<EvaluationCaller, 'key' | 'commandId'> = NO_ASKER): Evaluator {
    const clock = { spentMs: 0 };
    const onThreadTime = (ms: number) => {
      clock.spentMs += ms;
      this.elsewhereMs += ms;
    };
    const given =
      this.given.within?.({ key: asker.key, commandId: asker.commandId, outcomes: this.outcomes }, onThreadTime) ?? this.given;
    const spend = (evaluate: () => Evaluation): Evaluation => {
      if (clock.spentMs > this.limitMs) return timeLimitReached(this.limitMs, ' for one run');
      const began = performance.now();
      const result = evaluate();
      const tookMs = performance.now() - began;
      clock.spentMs += tookMs;
      this.totalMs += tookMs;
      this.sliceMs += tookMs;
      return result;
    };
    return {
      evaluate: (...asked) => spend(() => given.evaluate(...asked)),
      run: (...asked) => spend(() => given.run(...asked)),
      decide: (...asked) => spend(() => given.decide(...asked)),
    };
  }

  beginCommand(asker: Pick<EvaluationCaller, 'key' | 'commandId'> = NO_ASKER): void {
    this.asker = asker;
    this.ofCommand = undefined;
    this.begunAt = performance.now();
  }

  /** Adds the time of the command to `longestMs` and `isSlow`. */
  endCommand(): void {
    const tookMs = performance.now() - this.begunAt;
    this.longest = Math.max(this.longest, tookMs);
    this.decidedMs += tookMs;
  }

  /** Time of the slowest command. Unit: ms. */
  get longestMs(): number {
    return this.longest;
  }

  /** Evaluation time of threads while this transaction waited. */
  get threadMs(): number {
    return this.elsewhereMs;
  }

  /** The other commands should run separately. Includes time outside of scripts, because the database ends idle transactions. */
  get isSlow(): boolean {
    return Math.max(this.totalMs, this.decidedMs) > this.limitMs;
  }

  /** Texts have blocked the event loop for a time slice: yield before the next command. */
  get isSliceOver(): boolean {
    return this.sliceMs > SLICE_MS;
  }

  beginSlice(): void {
    this.sliceMs = 0;
  }
}

const NO_ASKER = { key: '', commandId: '' };

export class SlowCommandBatch extends Error {
  override readonly name = 'SlowCommandBatch';
}
