import type { Outcomes } from './outcomes.ts';

/** Caller that must not block the event loop. */
export interface EvaluationCaller {
  /** Process key. Its evaluations share the threads. */
  readonly key: string;
  readonly commandId: string;
  /** Results until the retry. Absent: the caller cannot wait, and long evaluations are not started. */
  readonly outcomes?: Outcomes | undefined;
}

/** The evaluation would block the event loop. The caller discards its work and retries it after {@link outcome}. */
export class UnfinishedText extends Error {
  override readonly name = 'UnfinishedText';
  readonly caller: EvaluationCaller;
  /** Resolves when the evaluation ends. Undefined: not started because the caller cannot wait. */
  readonly outcome: Promise<void> | undefined;

  constructor(caller: EvaluationCaller, outcome?: Promise<void>) {
    super(`a text of command ${caller.commandId} is evaluated in a thread`);
    this.caller = caller;
    this.outcome = outcome;
    outcome?.catch(() => {}); // the caller handles rejections
  }
}
