import type { Evaluation, Evaluator } from '../../engine/evaluator.ts';
import type { TextEvaluator } from '../../expressions/evaluator.ts';
import type { Outcomes } from '../../expressions/outcomes.ts';
import { timeLimitReached } from '../../expressions/time-limit.ts';
import type { EvaluationCaller } from '../../expressions/unfinished-text.ts';
import { SLICE_MS } from '../unit-of-work/turns.ts';

/** What texts are evaluated with; without `within` every text is waited for. */
export type AskedEvaluator = Evaluator & Partial<Pick<TextEvaluator, 'within'>>;

/**
 * Bounds the time one run, or what a command evaluates outside of runs, may spend in scripts and expressions. A single text has its own limit
 * (Scripting:TimeoutMs), but a loop of texts that each stay below it would go on for hours.
 */
export class TimeBudget {
  /** for what is evaluated outside of runs; each command has a budget of its own */
  readonly evaluator: Evaluator;
  private readonly given: AskedEvaluator;
  private readonly limitMs: number;
  private readonly outcomes: Outcomes | undefined;
  private asker: Pick<EvaluationCaller, 'key' | 'commandId'> = NOBODY;
  private ofCommand: Evaluator | undefined;
  private totalMs = 0;
  private turnMs = 0;
  private elsewhereMs = 0;
  private begunAt = 0;
  private longest = 0;
  private decidedMs = 0;

  /** @param outcomes of texts that were evaluated in threads; absent: the transaction cannot wait for any */
  constructor(evaluator: AskedEvaluator, limitMs: number, outcomes?: Outcomes) {
    this.limitMs = limitMs;
    this.given = evaluator;
    this.outcomes = outcomes;
    this.evaluator = {
      evaluate: (...asked) => this.evaluatorOfCommand().evaluate(...asked),
      run: (...asked) => this.evaluatorOfCommand().run(...asked),
      decide: (...asked) => this.evaluatorOfCommand().decide(...asked),
    };
  }

  /** Made when it is asked for: most commands evaluate in runs only. */
  private evaluatorOfCommand(): Evaluator {
    this.ofCommand ??= this.evaluatorOfRun(this.asker);
    return this.ofCommand;
  }

  /** An evaluator with a budget of its own, for one run. */
  evaluatorOfRun(asker: Pick<EvaluationCaller, 'key' | 'commandId'> = NOBODY): Evaluator {
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
      this.turnMs += tookMs;
      return result;
    };
    return {
      evaluate: (...asked) => spend(() => given.evaluate(...asked)),
      run: (...asked) => spend(() => given.run(...asked)),
      decide: (...asked) => spend(() => given.decide(...asked)),
    };
  }

  /** The next command of the envelope has a budget of its own. */
  beginCommand(asker: Pick<EvaluationCaller, 'key' | 'commandId'> = NOBODY): void {
    this.asker = asker;
    this.ofCommand = undefined;
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

  /** How long threads have evaluated for this transaction, while it waited. Unit: ms. */
  get threadMs(): number {
    return this.elsewhereMs;
  }

  /**
   * True when the commands so far took so long that the others of the envelope should not wait for them any more. Time outside of scripts counts
   * too, because the database ends a transaction that is idle.
   */
  get isSlow(): boolean {
    return Math.max(this.totalMs, this.decidedMs) > this.limitMs;
  }

  /** True when texts have held up the event loop for so long that others should have their turn before the next command. */
  get isTurnOver(): boolean {
    return this.turnMs > SLICE_MS;
  }

  /** Others have had their turn. */
  beginTurn(): void {
    this.turnMs = 0;
  }
}

const NOBODY = { key: '', commandId: '' };

/** The commands of an envelope have to be carried out one by one, only because they are slow. */
export class SlowEnvelope extends Error {
  override readonly name = 'SlowEnvelope';
}
