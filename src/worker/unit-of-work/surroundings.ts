import type { Evaluator } from '../../engine/evaluator.ts';
import type { EvaluationCaller } from '../../expressions/unfinished-text.ts';
import type { Logger } from '../../platform/log.ts';
import type { Backoff } from '../../platform/retry.ts';
import type { SenderPlace } from '../../store/outbox.ts';
import type { TraceOf } from './change-origin.ts';

/** Default retries of custom tasks without settings in the model. `attempts`: total number. */
export interface RetrySettings extends Backoff {
  readonly attempts: number;
}

/** Optional parts of a unit that are not rows. */
export interface UnitSurroundings {
  readonly traceOf?: TraceOf | undefined;
  /** positions of commands that a sender has thrown, by command id */
  readonly places?: ReadonlyMap<string, SenderPlace> | undefined;
  /** evaluator with a separate time budget per run; absent: all runs share that of the context */
  readonly evaluatorOfRun?: (asker: Pick<EvaluationCaller, 'key' | 'commandId'>) => Evaluator;
  /** returns which lines will be written; absent: none */
  readonly log?: Pick<Logger, 'isEnabled'>;
}
