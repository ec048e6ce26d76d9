import type { Kysely } from 'kysely';
import { openKysely } from '../db/kysely.ts';
import { listen, notify } from '../db/notify.ts';
import { openPool, type Pool, ping } from '../db/pool.ts';
import type { Database } from '../db/tables.ts';
import { startHttpServer } from '../platform/http-server.ts';
import { errorMessage } from '../platform/redact.ts';
import type { RoleRuntime, RunningRole } from '../platform/role.ts';
import { openEnvelopeSender, type RecordedReply } from '../queue/envelope-sender.ts';
import { openPostgresBackend, type PostgresQueuePort, QUEUE_SCHEMA } from '../queue/postgres-backend.ts';
import type { QueueBackend } from '../queue/queue-backend.ts';
import { openRedisBackend } from '../queue/redis-backend.ts';
import { createApp } from './app.ts';

/** Reads, the inbox and notifications. */
const POOL = { max: 10, applicationName: 'sluice api' };
/** A nudge that a crash of the database loses is made up for by the client's repeat, so it need not wait for the disk. */
const QUEUE_POOL = { max: 8, applicationName: 'sluice api queue', searchPath: QUEUE_SCHEMA, synchronousCommitOff: true };
/** Longer than the 60 s that usual proxies keep a connection, so that the proxy closes first and no request meets a closing one. */
const KEEP_ALIVE_MS = 65_000;

/** Something to be closed when the role stops, and a queue to hand commands to. */
interface OpenQueue {
  readonly backend: QueueBackend;
  close(): Promise<void>;
}

/** Starts the API role. Rejects when the queue cannot be opened or the port is refused. */
export async function startApi(runtime: RoleRuntime): Promise<RunningRole> {
  const { config, log, metrics, health } = runtime;
  const pool = openPool(config.databaseUrl, POOL);
  const db = openKysely(pool);
  const closers: (() => Promise<void> | void)[] = [() => pool.end()];
  try {
    const queue = await openQueue(runtime, pool);
    closers.push(() => queue.close());
    const timeoutMs = config.engine.commandTimeoutSeconds * 1000;
    const sender = await openEnvelopeSender(queue.backend, { timeoutMs, readInbox: (ids) => readInbox(db, ids), log });
    closers.push(() => sender.close());
    metrics.onCollectQueue(() => queue.backend.counts());
    closers.push(health.addCheck('postgres', () => ping(pool)));
    closers.push(health.addCheck('queue', () => queue.backend.ping()));
    const { commandTimeoutSeconds } = config.engine;
    const app = createApp({ sender, db, log, metrics, health, commandTimeoutSeconds });
    const http = await startHttpServer(app, config.host, config.port);
    http.server.keepAliveTimeout = KEEP_ALIVE_MS;
    closers.push(() => http.close(config.engine.shutdownSeconds * 1000));
    let stopping: Promise<void> | undefined;
    return {
      name: 'api',
      url: http.url,
      stop() {
        health.beginShutdown();
        stopping ??= closeAll(closers);
        return stopping;
      },
    };
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

/** What was opened last is closed first: the port, then what its requests need. */
async function closeAll(closers: readonly (() => Promise<void> | void)[]): Promise<void> {
  for (const close of [...closers].reverse()) await close();
}

/** Redis when it is configured, else the database (house 7). */
async function openQueue({ config, log }: RoleRuntime, pool: Pool): Promise<OpenQueue> {
  if (config.redisUrl !== undefined) {
    const backend = await openRedisBackend(config.redisUrl, log);
    return { backend, close: () => backend.close() };
  }
  const queuePool = openPool(config.databaseUrl, QUEUE_POOL);
  const port: PostgresQueuePort = {
    pool: queuePool as PostgresQueuePort['pool'],
    async withSession(work) {
      const client = await queuePool.connect();
      try {
        await work(client);
      } finally {
        client.release();
      }
    },
    notify: (channel, payload) => notify(pool, channel, payload),
    async listen(channel, onMessage) {
      const onError = (error: unknown) =>
        log.event(7044, 'the API hears no replies and polls', { ErrorMessage: errorMessage(error) });
      const listener = listen(config.databaseUrl, channel, { onMessage, onError });
      await listener.ready;
      return listener;
    },
  };
  try {
    const backend = await openPostgresBackend(port, log);
    return {
      backend,
      async close() {
        await backend.close();
        await queuePool.end();
      },
    };
  } catch (error) {
    await queuePool.end();
    throw error;
  }
}

/** The stored replies of commands: the net under lost announcements. */
async function readInbox(db: Kysely<Database>, commandIds: readonly string[]): Promise<RecordedReply[]> {
  const rows = await db
    .selectFrom('inbox')
    .select(['command_id', 'fingerprint', 'reply'])
    .where('command_id', 'in', commandIds)
    .execute();
  return rows.map((row) => ({ commandId: row.command_id, fingerprint: row.fingerprint, reply: JSON.parse(row.reply) }));
}
