import { awaitInstallation } from '../../db/installation.ts';
import { openKysely } from '../../db/kysely.ts';
import { openPool, type Pool } from '../../db/pool.ts';
import { errorMessage } from '../../platform/redact.ts';
import { retry } from '../../platform/retry.ts';
import { type Closer, closeAll, type RoleRuntime } from '../../platform/role.ts';
import { readRecordedReplies } from '../../queries/recorded-replies.ts';
import { openCommandBatchSender } from '../../queue/command-batch-sender.ts';
import type { CommandSender } from '../../queue/command-sender.ts';
import type { QueueBackend } from '../../queue/queue-backend.ts';
import { startDefinitionCopies } from '../../shards/copy-definitions.ts';
import { copyNotes } from '../../shards/copy-notes.ts';
import { openDatabaseQueue } from '../../shards/database-queue.ts';
import { openShardedSender } from '../../shards/sharded-sender.ts';
import type { ShardQueue } from '../../shards/stored-messages.ts';
import { type ThrownEvents, thrownEvents } from '../../shards/thrown-events.ts';

/** One reads replies, one definitions. */
const CONNECTIONS = 2;
const BACKOFF = { firstDelayMs: 200, maxDelayMs: 5000 };

/** Queues of the other shards (docs/contributing/spec/shards.md). */
export interface OtherShards {
  readonly events: ThrownEvents;
  /** sends messages and signals of plugins to all shards */
  readonly sender: CommandSender;
  close(): Promise<void>;
}

/**
 * Undefined without shards. Does not wait for unreachable ones. Also copies the definitions of the first shard into the others; `onDefinitions` is called
 * after each change.
 */
export async function openOtherShards(
  runtime: Pick<RoleRuntime, 'config' | 'log'> & { readonly [fact in 'shard' | 'tracing']: RoleRuntime[fact] | undefined },
  own: { readonly pool: Pool; readonly backend: QueueBackend },
  onDefinitions: () => void,
): Promise<OtherShards | undefined> {
  const { shard, log, config, tracing } = runtime;
  if (shard === undefined) return undefined;
  const closers: Closer[] = [];
  const ending = new AbortController();
  const timeoutMs = config.engine.commandTimeoutSeconds * 1000;
  const senderOf = async (backend: QueueBackend, pool: Pool) => {
    const db = openKysely(pool);
    const sender = await openCommandBatchSender(backend, {
      timeoutMs,
      readInbox: (ids) => readRecordedReplies(db, ids),
      log,
      tracing,
    });
    closers.push(() => sender.close());
    return sender;
  };
  const ownSender = await senderOf(own.backend, own.pool);
  const pools = shard.databaseUrls.map((url, number) => {
    if (number === shard.number) return own.pool;
    const pool = openPool(url, { max: CONNECTIONS, applicationName: `${config.processName} to shard ${number}`, tracing });
    closers.push(() => pool.end());
    return pool;
  });
  const queues = pools.map((pool, number): ShardQueue & { open(): Promise<void> } => {
    let sender = number === shard.number ? ownSender : undefined;
    return {
      number,
      get sender() {
        return ending.signal.aborted ? undefined : sender; // a closed sender gives no outcome
      },
      async open() {
        if (sender !== undefined) return;
        const backend = await openDatabaseQueue({
          config: { ...config, databaseUrl: shard.databaseUrls[number] ?? '' },
          installation: await awaitInstallation(pool, log, ending.signal),
          ...{ pool, log, stopping: ending.signal, applicationName: `${config.processName} queue` },
        });
        closers.push(() => backend.close());
        sender = await senderOf(backend, pool);
      },
    };
  });
  for (const queue of queues) {
    const onRetry = (error: unknown, attempt: number) => {
      if (attempt > 1) return;
      log.event('database-unreachable', { Operation: 'start-up', ErrorMessage: errorMessage(error) });
    };
    // also a database without tables, which another process migrates
    retry(() => queue.open(), { ...BACKOFF, signal: ending.signal, onRetry }).catch(() => {});
  }
  const [first = own.pool] = pools;
  if (shard.number > 0) retry(() => copyNotes(first, own.pool), { ...BACKOFF, signal: ending.signal }).catch(() => {});
  const copying =
    shard.number === 0
      ? Promise.resolve()
      : startDefinitionCopies({ from: first, to: own.pool, log, stopping: ending.signal, onChange: onDefinitions });
  return {
    events: thrownEvents(shard.number, queues),
    // plugins publish events only
    sender: openShardedSender({ shards: queues, copyDefinitions: async () => {} }),
    async close() {
      ending.abort();
      await copying;
      await closeAll(closers);
    },
  };
}
