import { Redis } from 'ioredis';
import { readInstallation } from '../../src/db/installation.ts';
import { openPool } from '../../src/db/pool.ts';
import { openQueuePort } from '../../src/db/queue-port.ts';
import type { CommandBatch } from '../../src/messages/command-batch.ts';
import { COMMAND_BATCH_VERSION } from '../../src/messages/command-batch.ts';
import { newId } from '../../src/platform/ids.ts';
import { type Logger, silentLog } from '../../src/platform/log.ts';
import { openQueueBackend } from '../../src/queue/open-backend.ts';
import { QUEUE_SCHEMA } from '../../src/queue/postgres-backend.ts';
import type { QueueBackend } from '../../src/queue/queue-backend.ts';
import { createTestDatabase } from './database.ts';
import type { BackendKind } from './service.ts';

/** A queue: its address and its owner. */
export interface QueuePlace {
  readonly kind: BackendKind;
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  /** One more process's view of the queue; closed with the place. */
  open(log?: Logger): Promise<QueueBackend>;
  close(): Promise<void>;
}

let redisDatabases = 0;

/** An unused, empty database of the test Redis; undefined with the other backend. */
export async function emptyRedis(kind: BackendKind): Promise<string | undefined> {
  if (kind !== 'redis') return undefined;
  redisDatabases = (redisDatabases + 1) % 16;
  const url = `${process.env['TEST_REDIS_URL']}/${redisDatabases}`;
  const redis = new Redis(url);
  await redis.flushdb();
  redis.disconnect();
  return url;
}

/** Installation of a queue without a database. */
export const SOME_INSTALLATION = '5ee15ee1-0000-4000-8000-000000000000';

/** The id of the installation of a database. */
export async function installationOf(databaseUrl: string): Promise<string> {
  const pool = openPool(databaseUrl, { max: 1, applicationName: 'sluice test' });
  try {
    return await readInstallation(pool);
  } finally {
    await pool.end();
  }
}

/** Opens a view of a queue as a role does. Without a database it is the queue of {@link SOME_INSTALLATION}. */
export async function openView(
  databaseUrl: string,
  redisUrl: string | undefined,
  log: Logger = silentLog,
): Promise<QueueBackend> {
  const installation = databaseUrl === '' ? SOME_INSTALLATION : await installationOf(databaseUrl);
  const openPort = () => openQueuePort(databaseUrl, 'sluice test queue', QUEUE_SCHEMA);
  return openQueueBackend({ redisUrl, installation, openPort, log });
}

/** A separate queue. */
export async function createQueue(kind: BackendKind): Promise<QueuePlace> {
  const database = await createTestDatabase();
  const redisUrl = await emptyRedis(kind);
  const views: QueueBackend[] = [];
  return {
    kind,
    databaseUrl: database.url,
    redisUrl,
    async open(log) {
      const view = await openView(database.url, redisUrl, log);
      views.push(view);
      return view;
    },
    async close() {
      for (const view of views) await view.close();
      await database.drop();
    },
  };
}

/** A command batch of commands that only travel. */
export function commandBatchOf(commands: CommandBatch['commands'], more: Partial<CommandBatch> = {}): CommandBatch {
  return { v: COMMAND_BATCH_VERSION, id: newId(), replyTo: null, commands, ...more };
}
