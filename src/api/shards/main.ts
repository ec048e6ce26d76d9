import { setTimeout as pause } from 'node:timers/promises';
import { awaitInstallation, checkInstallation, readHome } from '../../db/installation.ts';
import { openKysely } from '../../db/kysely.ts';
import { checkWritable, openPool, type Pool } from '../../db/pool.ts';
import { openQueuePort } from '../../db/queue-port.ts';
import { FaultsInARow } from '../../platform/loops.ts';
import { type Closer, closeAll, type RoleRuntime } from '../../platform/role.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { readRecordedReplies } from '../../queries/recorded-replies.ts';
import type { ListReads } from '../../queries/replica/list-reads.ts';
import { openListReads } from '../../queries/replica/replica-reads.ts';
import { openCommandBatchSender } from '../../queue/command-batch-sender.ts';
import type { CommandSender } from '../../queue/command-sender.ts';
import { openQueueBackend } from '../../queue/open-backend.ts';
import { QUEUE_SCHEMA } from '../../queue/postgres-backend.ts';
import type { QueueBackend } from '../../queue/queue-backend.ts';
import { copyDefinitions } from '../../shards/copy-definitions.ts';
import { openShardedSender } from '../../shards/sharded-sender.ts';
import { type App, createApp } from '../app.ts';
import type { ApiPorts } from '../ports.ts';
import { createShardedApp } from './sharded-app.ts';

/** A shard, or the only database, as the API opens it. */
export interface Place {
  readonly number: number;
  readonly runtime: RoleRuntime;
  /** undefined: not yet */
  opened: OpenedPlace | undefined;
}

/** Ports of the API that belong to one database. */
export interface OpenedPlace {
  readonly pool: Pool;
  readonly installation: string;
  readonly db: ReadDatabase;
  readonly lists: ListReads;
  readonly sender: CommandSender;
}

/** Connections for reads, the inbox and notifications. */
const POOL = { max: 10, applicationName: 'sluice api' };
/** Time in which the shards after the first may become reachable before the API answers requests without them. */
const WAIT_MS = 5000;
/** Maximum time for which the reply to a deploy waits until the other shards have it. */
const COPY_MS = 10_000;

/** The shards of an installation, by number, or its only database. */
export function placesOf(runtime: RoleRuntime): readonly [Place, ...Place[]] {
  const [first = runtime, ...others] = runtime.shards ?? [];
  return [
    { number: 0, runtime: first, opened: undefined },
    ...others.map((part, at) => ({ number: at + 1, runtime: part, opened: undefined })),
  ];
}

/** Opens the shards after the first. Those that cannot be reached now are opened later. */
export async function openOthers(places: readonly Place[], closers: Closer[]): Promise<void> {
  if (places.length === 0) return;
  const opening = Promise.all(places.map((place) => openPlace(place, closers)));
  opening.catch((error) => places[0]?.runtime.stopReplica?.(String(error)));
  await Promise.race([opening, pause(WAIT_MS, undefined, { ref: false })]);
}

/** Waits for the database of a place and opens its reads and its queue. */
export async function openPlace(place: Place, closers: Closer[]): Promise<OpenedPlace> {
  const { config, log, health, tracing, stopping, shard } = place.runtime;
  const name = shard === undefined ? POOL.applicationName : `${POOL.applicationName} ${shard.name}`;
  const own: Closer[] = [];
  closers.push(() => closeAll(own));
  const pool = openPool(config.databaseUrl, { ...POOL, applicationName: name, tracing });
  own.push(() => pool.end());
  if (isShardRuntime(place.runtime)) await place.runtime.isUsable;
  const installation = await health.during('postgres', awaitInstallation(pool, log, stopping));
  const opening = openQueueBackend({
    redisUrl: config.redisUrl,
    installation,
    readHome: () => readHome(pool),
    openPort: () => openQueuePort(config.databaseUrl, `${name} queue`, QUEUE_SCHEMA),
    log,
    stopping,
  });
  const backend = await health.during('queue', opening);
  own.push(() => backend.close());
  const faults = new FaultsInARow('handing over to the queue');
  const db = openKysely(pool);
  const timeoutMs = config.engine.commandTimeoutSeconds * 1000;
  const readInbox = (ids: readonly string[]) => readRecordedReplies(db, ids);
  const sender = await openCommandBatchSender(backend, { timeoutMs, readInbox, log, tracing, faults });
  own.push(() => sender.close());
  own.push(...watchServers(place.runtime, { pool, installation, backend, faults }));
  const opened = { pool, installation, db, lists: openLists(place.runtime, name, db, own), sender };
  place.opened = opened;
  return opened;
}

function isShardRuntime(runtime: RoleRuntime): runtime is RoleRuntime & { readonly isUsable: Promise<void> } {
  return 'isUsable' in runtime;
}

/** Ports of an application on one database. */
export function portsOf({ db, lists, sender }: OpenedPlace): Pick<ApiPorts, 'db' | 'lists' | 'sender'> {
  return { db, lists, sender };
}

/** One application for each shard, behind a front that chooses (docs/contributing/spec/shards.md). */
export function openAppOfShards(places: readonly Place[], shared: Omit<ApiPorts, 'db' | 'lists' | 'sender'>): App {
  const sender = openShardedSender({
    shards: places.map((place) => ({
      number: place.number,
      get sender() {
        return place.opened?.sender;
      },
    })),
    copyDefinitions: () => copyToOthers(places),
  });
  const apps = new Map<number, App>();
  const appOf = (number: number): App | undefined => {
    const { opened } = places[number] ?? {};
    if (opened === undefined) return undefined;
    const known = apps.get(number);
    if (known !== undefined) return known;
    const app = createApp({
      ...shared,
      ...portsOf(opened),
      sender,
      shard: number,
      shardCount: places.length,
      allDbs: () => places.flatMap((place) => place.opened?.db ?? []),
      front: () => front.listener,
    });
    apps.set(number, app);
    return app;
  };
  const names = places.map(({ runtime }) => runtime.shard?.name ?? '');
  const front: App = createShardedApp({ appOf, names });
  return front;
}

async function copyToOthers([first, ...others]: readonly Place[]): Promise<void> {
  const from = first?.opened?.pool;
  if (from === undefined) return;
  const copies = others.map(({ opened }) => opened && copyDefinitions(from, opened.pool));
  await Promise.race([Promise.allSettled(copies), pause(COPY_MS, undefined, { ref: false })]);
}

function openLists(
  { config, log, metrics, tracing }: RoleRuntime,
  applicationName: string,
  primary: ReadDatabase,
  closers: Closer[],
): ListReads {
  const { max: connections } = POOL;
  const options = { primary, replica: config.databaseReplica, connections, applicationName, log, metrics, tracing };
  const { lists, close } = openListReads(options);
  closers.push(close);
  return lists;
}

/** Adds readiness checks of the servers that the API needs. @returns functions that remove them */
function watchServers(
  { health, metrics }: RoleRuntime,
  { pool, installation, backend, faults }: { pool: Pool; installation: string; backend: QueueBackend; faults: FaultsInARow },
): Closer[] {
  metrics.onCollectQueue(() => backend.counts());
  return [
    health.addCheck('postgres', () => checkInstallation(pool, installation)),
    health.addCheck('postgres', () => checkWritable(pool)),
    health.addCheck('queue', () => faults.check()),
    health.addCheck('queue', () => backend.ping()),
  ];
}
