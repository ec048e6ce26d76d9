import type { Pool } from '../../db/pool.ts';
import type { TimerReader } from '../../engine/evaluator.ts';
import type { OnFailure } from '../../engine/model.ts';
import type { EngineContext } from '../../engine/running/context.ts';
import type { CommandOf } from '../../messages/commands.ts';
import type { AskedMessages } from '../../messages/shared-messages.ts';
import type { Logger } from '../../platform/log.ts';
import type { BatchMaking } from '../commands/command-handler.ts';
import type { ModelCache } from '../loading/model-cache.ts';
import type { StateCache } from '../loading/state-cache.ts';
import type { Archive } from '../retention/archive.ts';
import type { TraceOf } from '../unit-of-work/change-origin.ts';
import type { RetrySettings } from '../unit-of-work/surroundings.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { ThreadedEvaluator } from './time-budget.ts';

export interface TransactionTools {
  readonly pool: Pool;
  /** id of the installation whose queue this worker consumes */
  readonly installation: string;
  readonly models: ModelCache;
  readonly states: StateCache;
  readonly evaluator: ThreadedEvaluator;
  /** ends all waits when the worker stops */
  readonly stopping?: AbortSignal;
  readonly timers: TimerReader;
  readonly limits: EngineContext['limits'];
  /**
   * scripts and expressions of one run, and of a command outside of runs; a command with several instances has a run for each. After this time in total,
   * further commands of the batch are processed separately
   */
  readonly maxScriptMs: number;
  /** time after which a run leaves a batch with commands of other clients; absent: 50 */
  readonly maxSharedRunMs?: number;
  readonly plainTasks: EngineContext['plainTasks'];
  readonly onFailure: OnFailure;
  readonly branchVariables: EngineContext['branchVariables'];
  /** idle timeout of a transaction in the database; absent: none */
  readonly idleInTransactionMs?: number;
  /** called with each unit whose commit got no answer */
  readonly onCommitUnknown?: (unit: UnitOfWork) => void;
  /** retries of custom tasks without settings in the model */
  readonly retries: RetrySettings;
  /** stores evaluations of clients (EvaluateDecision), with inputs and result */
  readonly keepsEvaluations?: boolean;
  readonly archive?: Pick<Archive, 'add' | 'filesOf'> | undefined;
  readonly batchMaking?: BatchMaking;
  /** absent: the installation has one database */
  readonly shards?: ShardDelivery | undefined;
  readonly log: Logger;
}

/** Delivery of thrown events to all shards (docs/contributing/spec/shards.md#messages-and-signals-between-instances). */
export interface ShardDelivery {
  /** Includes the own shard; a repetition changes nothing. */
  deliver(event: CommandOf<'DeliverMessage' | 'BroadcastSignal'>): Promise<'delivered' | 'unreachable'>;
  /** The same for a message that this shard, the first one, stores (docs/contributing/spec/shards.md#messages-with-a-time-to-live). */
  place(placement: CommandOf<'PlaceMessage'>, stored: CommandOf<'DeliverMessage'>): Promise<'delivered' | 'unreachable'>;
  /** Asks the first shard for messages. Best effort. @returns those that it does not store any longer */
  ask(asked: AskedMessages): Promise<readonly string[]>;
}

export interface TransactionFacts {
  /** otherwise slow texts end the attempt with UnfinishedText. No transaction is open during the wait */
  readonly waitsForTexts?: boolean;
  readonly traceOf?: TraceOf;
}
