import type { Pool } from '../../db/pool.ts';
import type { EngineContext } from '../../engine/context.ts';
import type { TimerReader } from '../../engine/evaluator.ts';
import type { OnFailure } from '../../engine/model.ts';
import type { Logger } from '../../platform/log.ts';
import type { BatchMaking } from '../loading/batch-commands.ts';
import type { ModelCache } from '../loading/model-cache.ts';
import type { StateCache } from '../loading/state-cache.ts';
import type { Archive } from '../retention/archive.ts';
import type { TraceOf } from '../unit-of-work/change-origin.ts';
import type { RetrySettings } from '../unit-of-work/surroundings.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { AskedEvaluator } from './time-budget.ts';

/** What a transaction works with. */
export interface TransactionTools {
  readonly pool: Pool;
  /** id of the installation whose queue this worker consumes */
  readonly installation: string;
  readonly models: ModelCache;
  readonly states: StateCache;
  readonly evaluator: AskedEvaluator;
  /** a text that takes long is waited for, without a transaction; else it ends the attempt with UnfinishedText */
  readonly waitsForTexts?: boolean;
  /** aborted when the worker stops: nothing is waited for any more */
  readonly stopping?: AbortSignal;
  readonly timers: TimerReader;
  readonly limits: EngineContext['limits'];
  /** longest time one command may spend in scripts and expressions; unit: ms */
  readonly maxScriptMs: number;
  /** after so long a run leaves an envelope in which others of clients are; absent: 50. Unit: ms */
  readonly patienceMs?: number;
  readonly plainTasks: EngineContext['plainTasks'];
  readonly onFailure: OnFailure;
  readonly branchVariables: EngineContext['branchVariables'];
  /** after this time without a statement the database ends a transaction; absent: it never does. Unit: ms */
  readonly idleInTransactionMs?: number;
  /** is given every unit whose commit got no answer */
  readonly onCommitUnknown?: (unit: UnitOfWork) => void;
  /** how often a custom task is attempted when the model does not say */
  readonly retries: RetrySettings;
  /** what calls of decisions have decided is kept; absent: it is not */
  readonly keepsEvaluations?: boolean;
  /** where instances are written before they are deleted; absent: nowhere */
  readonly archive?: Pick<Archive, 'add' | 'filesOf'> | undefined;
  /** how batches are made; absent: this transaction is asked for none */
  readonly batchMaking?: BatchMaking;
  /** trace of a command of the envelope in work */
  readonly traceOf?: TraceOf;
  readonly log: Logger;
}
