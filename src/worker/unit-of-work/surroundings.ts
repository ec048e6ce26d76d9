import type { Evaluator } from '../../engine/evaluator.ts';
import type { EvaluationCaller } from '../../expressions/unfinished-text.ts';
import type { Logger } from '../../platform/log.ts';
import type { Backoff } from '../../platform/retry.ts';
import type { SenderPlace } from '../../store/outbox.ts';
import type { TaskForRemoteWorker } from '../custom-tasks/lock-for-remote-workers.ts';
import type { TraceOf } from './change-origin.ts';

/** How often a custom task is attempted when the model does not say. `attempts`: how often in all. */
export interface RetrySettings extends Backoff {
  readonly attempts: number;
}

/** What comes with an envelope besides rows. */
export interface UnitSurroundings {
  /** tasks that were locked for remote workers, by command id */
  readonly lockedTasks?: ReadonlyMap<string, readonly TaskForRemoteWorker[]>;
  /** trace of a command of the envelope */
  readonly traceOf?: TraceOf | undefined;
  /** where commands that a sender has thrown stand, by command id */
  readonly places?: ReadonlyMap<string, SenderPlace>;
  /** gives each run an evaluator with a budget of its own; absent: all have that of the context */
  readonly evaluatorOfRun?: (asker: Pick<EvaluationCaller, 'key' | 'commandId'>) => Evaluator;
  /** which lines will be written; absent: none */
  readonly log?: Pick<Logger, 'isEnabled'>;
}
