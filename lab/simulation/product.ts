import { poolConnection } from '../../src/db/connection.ts';
import { runProjector } from '../../src/projector/projector.ts';
import { rebuild } from '../../src/projector/rebuild.ts';
import { openCommandBatchSender } from '../../src/queue/command-batch-sender.ts';
import { copyDefinitions, startDefinitionCopies } from '../../src/shards/copy-definitions.ts';
import { openShardedSender } from '../../src/shards/sharded-sender.ts';
import { thrownEvents } from '../../src/shards/thrown-events.ts';
import { openInbox } from '../../src/store/inbox.ts';
import { startBatchLoop } from '../../src/worker/batches/batch-loop.ts';
import { afterCommit } from '../../src/worker/delivery/commit-command-batch.ts';
import { deliver } from '../../src/worker/delivery/deliver.ts';
import { FairShares } from '../../src/worker/delivery/fair-shares.ts';
import { startRecoveryScans } from '../../src/worker/delivery/recovery-scan.ts';
import { Suspects } from '../../src/worker/delivery/suspects.ts';
import { UnknownCommits } from '../../src/worker/delivery/unknown-commits.ts';
import { StateCache } from '../../src/worker/loading/state-cache.ts';
import { deleteExpired } from '../../src/worker/retention/retention-loop.ts';
import { startDueLoop } from '../../src/worker/timers/due-loop.ts';
import { startFollowingKeys } from '../../src/worker/transaction/follow-keys.ts';

/** The code under simulation: the product itself, or a copy of it with a seeded bug. */
export const PRODUCT = {
  poolConnection,
  openCommandBatchSender,
  openInbox,
  deliver,
  afterCommit,
  startRecoveryScans,
  UnknownCommits,
  FairShares,
  Suspects,
  StateCache,
  startDueLoop,
  startFollowingKeys,
  startBatchLoop,
  deleteExpired,
  runProjector,
  rebuild,
  copyDefinitions,
  startDefinitionCopies,
  openShardedSender,
  thrownEvents,
};
export type Product = typeof PRODUCT;
