import type { Logger } from '../../platform/log.ts';
import type { FaultsInARow } from '../../platform/loops.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Tracing } from '../../platform/telemetry/tracing.ts';
import type { QueueBackend } from '../../queue/queue-backend.ts';
import type { CustomTaskChanges } from '../custom-tasks/custom-task-changes.ts';
import type { TransactionFacts, TransactionTools } from '../transaction/tools.ts';
import type { FairShares } from './fair-shares.ts';
import type { AloneTrials, Suspects } from './suspects.ts';

export interface DeliveryTools extends TransactionTools {
  readonly backend: QueueBackend;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly shares: FairShares;
  readonly suspects: Suspects;
  readonly signalProjectors: () => void;
  /** notifies plugin hosts of new and ended tasks after each commit */
  readonly notifyHosts: (changes: CustomTaskChanges) => void;
  /** wakes the loop that fires due timers of this worker */
  readonly timersChanged?: () => void;
  /** wakes the loop that marks the instances of suspended keys */
  readonly keysChanged?: () => void;
  /** wakes the loop that processes batches */
  readonly batchesChanged?: () => void;
  /** ends retries and pauses */
  readonly stopping: AbortSignal;
  /** called when only a restart helps */
  readonly stopReplica: (reason: string) => void;
  readonly tracing?: Tracing | undefined;
  /** failed transactions without a conflict, for the readiness check */
  readonly commitFaults?: FaultsInARow | undefined;
}

export interface DeliveryFacts extends TransactionFacts {
  /** includes deliveries of earlier jobs */
  readonly attempt: number;
  /** absent: no worker has died during this batch */
  readonly trials?: AloneTrials;
}
