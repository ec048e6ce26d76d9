import { setTimeout as pause } from 'node:timers/promises';
import { poolConnection } from '../../db/connection.ts';
import { awaitInstallation, checkInstallation } from '../../db/installation.ts';
import { openKysely } from '../../db/kysely.ts';
import { checkWritable, openPool, type Pool } from '../../db/pool.ts';
import { FaultsInARow } from '../../platform/loops.ts';
import { errorMessage } from '../../platform/redact.ts';
import { type Closer, closeAll, type RoleRuntime } from '../../platform/role.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { readRecordedReplies } from '../../queries/recorded-replies.ts';
import type { ListReads } from '../../queries/replica/list-reads.ts';
import { openListReads } from '../../queries/replica/replica-reads.ts';
import { openCommandBatchSender } from '../../queue/command-batch-sender.ts';
import type { CommandSender } from '../../queue/command-sender.ts';
import type { QueueBackend } from '../../queue/queue-backend.ts';
import { copyDefinitions } from '../../shards/copy-definitions.ts';
import { openDatabaseQueue } from '../../shards/database-queue.ts';
import { openShardedSender } from '../../shards/sharded-sender.ts';
import { countRunning } from '../../store/suspensions.ts';
import type { ApiPorts } from '../ports.ts';

/** A shard, or the only database. Reads connect on use; the queue is opened once the database can be reached. */
export interface ShardDatabase {
  readonly number: number;
  readonly name: string;
  readonly runtime: RoleRuntime;
  readonly pool: Pool;
  readonly db: ReadDatabase;
  readonly lists: ListReads;
  /** undefined: the queue is not open yet */
  opened: OpenedQueue | undefined;
}

interface OpenedQueue {
  readonly installation: string;
  readonly backend: QueueBackend;
  readonly sender: CommandSender;
}

/** Connections of a role. */
export interface DatabaseOptions {
  readonly applicationName: string;
  readonly connections: number;
  /** the role is ready only while its database takes writes; it also reports the queue */
  readonly isWriter: boolean;
  readonly closers: Closer[];
}

/** Wait for the shards after the first, before the role answers requests without them. */
const WAIT_MS = 5000;
/** Wait of the reply to a deploy until the other shards have it. */
const COPY_MS = 10_000;

/** Databases by number, or the only database. Pools connect on use; `closers` close them. */
export function openDatabases(runtime: RoleRuntime, options: DatabaseOptions): readonly [ShardDatabase, ...ShardDatabase[]] {
  const [first, ...others] = runtime.shards ?? [];
  return [databaseOf(first ?? runtime, 0, options), ...others.map((part, at) => databaseOf(part, at + 1, options))];
}

function databaseOf(
  runtime: RoleRuntime,
  number: number,
  { connections: max, closers, ...options }: DatabaseOptions,
): ShardDatabase {
  const { config, log, metrics, tracing, shard } = runtime;
  const applicationName = shard === undefined ? options.applicationName : `${options.applicationName} ${shard.name}`;
  const pool = openPool(config.databaseUrl, { max, applicationName, tracing });
  closers.push(() => pool.end());
  const db = openKysely(pool);
  const replica = config.databaseReplica;
  const { lists, close } = openListReads({ primary: db, replica, connections: max, applicationName, log, metrics, tracing });
  closers.push(close);
  return { number, name: shard?.name ?? '', runtime, pool, db, lists, opened: undefined };
}

/**
 * Opens the queues of shards after the first. Waits at most WAIT_MS; the others are opened later. An error other than an unreachable server stops
 * this replica.
 */
export async function openOtherQueues(databases: readonly ShardDatabase[], options: DatabaseOptions): Promise<void> {
  if (databases.length === 0) return;
  const opening = Promise.all(databases.map((database) => openQueueOf(database, options)));
  opening.catch((error) => databases[0]?.runtime.stopReplica?.(errorMessage(error)));
  await Promise.race([opening, pause(WAIT_MS, undefined, { ref: false })]);
}

/** Waits until the database can be used. Stores queue and command sender in `opened`, and adds their health checks. */
export async function openQueueOf(
  database: ShardDatabase,
  { applicationName, isWriter, closers }: DatabaseOptions,
): Promise<OpenedQueue> {
  const { runtime, pool, db } = database;
  const { config, log, metrics, health, tracing, stopping } = runtime;
  const own: Closer[] = [];
  closers.push(() => closeAll(own));
  if ('isUsable' in runtime) await runtime.isUsable;
  const installation = await health.during('postgres', awaitInstallation(pool, log, stopping));
  const opening = openDatabaseQueue({
    ...{ config, pool, installation, log, stopping },
    applicationName: `${applicationName} queue`,
  });
  const backend = await health.during('queue', opening);
  own.push(() => backend.close());
  const faults = new FaultsInARow('handing over to the queue');
  const timeoutMs = config.engine.commandTimeoutSeconds * 1000;
  const readInbox = (ids: readonly string[]) => readRecordedReplies(db, ids);
  const sender = await openCommandBatchSender(backend, { timeoutMs, readInbox, log, tracing, faults });
  own.push(() => sender.close());
  own.push(
    health.addCheck('postgres', () => checkInstallation(pool, installation)),
    health.addCheck('queue', () => faults.check()),
    health.addCheck('queue', () => backend.ping()),
  );
  if (isWriter) {
    own.push(health.addCheck('postgres', () => checkWritable(pool)));
    metrics.onCollectQueue(() => backend.counts());
  }
  database.opened = { installation, backend, sender };
  return database.opened;
}

/** Ports for one database or all shards (docs/contributing/spec/shards.md). The queue of the first must be open. */
export function portsOf(
  databases: readonly [ShardDatabase, ...ShardDatabase[]],
): Pick<ApiPorts, 'db' | 'lists' | 'sender' | 'shards'> {
  const [{ db, lists, opened }] = databases;
  if (databases.length === 1) return { db, lists, sender: (opened as OpenedQueue).sender };
  const sender = openShardedSender({
    shards: databases.map((database) => ({
      number: database.number,
      get sender() {
        return database.opened?.sender;
      },
    })),
    copyDefinitions: () => copyToOthers(databases),
    countRunning: (key) => countInOthers(databases, key),
  });
  const shards = databases.map((database) => ({
    name: database.name,
    db: database.db,
    lists: database.lists,
    isOpen: () => database.opened !== undefined,
  }));
  return { db, lists, sender, shards };
}

/** Running instances of a process in the open shards after the first, of those that answer within COPY_MS. */
async function countInOthers([, ...others]: readonly ShardDatabase[], key: string): Promise<number> {
  const counts = others.map(async ({ opened, pool }) => {
    const counting = opened === undefined ? 0 : countRunning(poolConnection(pool), key);
    return Promise.race([counting, pause(COPY_MS, 0, { ref: false })]);
  });
  const results = await Promise.allSettled(counts);
  return results.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0);
}

/** Definitions and decisions, to open shards, at most COPY_MS. Ignores failures: workers of the shards copy too. */
async function copyToOthers([first, ...others]: readonly ShardDatabase[]): Promise<void> {
  if (first === undefined) return;
  const copies = others.filter(({ opened }) => opened !== undefined).map(({ pool }) => copyDefinitions(first.pool, pool));
  await Promise.race([Promise.allSettled(copies), pause(COPY_MS, undefined, { ref: false })]);
}
