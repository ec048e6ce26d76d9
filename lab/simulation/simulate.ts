import { deployOf } from '../../test/support/commands.ts';
import { firstPositions } from '../../test/support/positions.ts';
import { checkAudit } from './checks/check-audit.ts';
import { checkBatches } from './checks/check-batches.ts';
import { checkBuffered } from './checks/check-buffered.ts';
import { checkClients } from './checks/check-clients.ts';
import { checkDeletions, checkFeed } from './checks/check-deletions.ts';
import { checkJournals, replayAll } from './checks/check-journals.ts';
import { checkKept } from './checks/check-kept.ts';
import { checkRest, hasWork } from './checks/check-rest.ts';
import { areCopied, checkShards } from './checks/check-shards.ts';
import { checkReadSide, checkStates } from './checks/check-states.ts';
import { checkSuspensions } from './checks/check-suspensions.ts';
import { checkThrown } from './checks/check-thrown.ts';
import { erasedIn } from './checks/erased.ts';
import { Clients, type Sending } from './clients.ts';
import { Cluster } from './cluster.ts';
import { openSimPool } from './database/pool.ts';
import { SimServer } from './database/server.ts';
import type { SessionWatcher } from './database/session.ts';
import type { Contents } from './database/tables.ts';
import { Deleted } from './deleted.ts';
import { inWorld } from './globals.ts';
import { KEPT_FOR_A_WHILE, MODELS } from './models.ts';
import { PRODUCT, type Product } from './product.ts';
import { SimQueue } from './queue.ts';
import type { Outside } from './roles.ts';
import { seenTables } from './shards.ts';
import { Storm } from './storm.ts';
import { newProcess, World } from './world.ts';

/** How one seed is run. */
export interface RunOptions {
  readonly product?: Product;
  readonly trace?: (line: string) => void;
  /** number of databases, each with its queue, workers and projectors; default: 1 */
  readonly shards?: number;
  /** settings that the seed must not choose: for example, a bug of deletions shows in runs with deletions */
  readonly given?: Partial<Course>;
  /** sees what the database server is asked; `server` is new */
  readonly watch?: (server: SimServer) => SessionWatcher;
}

/** Optional events of a run. */
export interface Course {
  /** much ends, and is deleted or erased */
  readonly isForgetful: boolean;
  /** operators make batches */
  readonly hasBatches: boolean;
  /** projectors feed readers outside */
  readonly isFed: boolean;
  /** connections to the database break; absent: the seed decides */
  readonly breaksConnections?: boolean;
}

/** How the run of one seed ended. */
export interface Result {
  readonly seed: number;
  /** errors at the end; empty: every promise was kept */
  readonly broken: readonly string[];
  readonly eventCount: number;
  readonly commandCount: number;
  readonly instanceCount: number;
}

const INSTALLATION = '00000000-0000-4000-8000-00000000000';
/** How long faults strike. Unit: ms of the world. */
const STORM_MS = 1600;
/** A system that has not come to rest after so much has got stuck. Units: ms of the world; events. */
const LONGEST_MS = 40 * 60_000;
const MOST_EVENTS = 60_000;
const POLL_MS = 50;
const REPLICAS = { api: 2, worker: 2, projector: 2 } as const;

/** Runs one seed until it is idle, and checks the result. Rejects if the simulation itself has an error, such as an unknown statement. */
export async function simulate(seed: number, options: RunOptions = {}): Promise<Result> {
  const start = await startingPoint(seed);
  const world = new World(seed, options.trace);
  return inWorld(world, () => runIn(world, start, options));
}

async function runIn(
  world: World,
  start: Contents,
  { product = PRODUCT, watch, given, shards = 1 }: RunOptions,
): Promise<Result> {
  const course: Course = { isForgetful: world.chance(0.3), hasBatches: world.chance(0.3), isFed: world.chance(0.5), ...given };
  const { isForgetful, isFed } = course;
  const retention = isForgetful && world.chance(0.6) ? KEPT_FOR_A_WHILE : [];
  const all = openOutsides(world, product, start, { isFed, retention }, shards);
  const ended = all.map((outside) => ({ outside, deleted: new Deleted(outside.server.tables) }));
  for (const { server } of all) server.watcher = watch?.(server);
  const cluster = new Cluster(all[0], REPLICAS);
  const clients = new Clients(world, cluster, shards === 1 ? all[0].server.tables : seenTables(all), course, shards);
  const storm = new Storm(world, all, cluster, course.breaksConnections);
  cluster.startAll();
  storm.begin(STORM_MS);
  clients.start({ clients: 2 + world.below(3), turns: 3 + world.below(5) });
  const isIdle = ({ queue, server }: Outside) => queue.isEmpty && !server.isBusy && !hasWork(server);
  const isAtRest = () => storm.isOver && clients.isDone && all.every(isIdle) && areCopied(all.map(({ server }) => server));
  const rested = await untilRest(world, isAtRest);
  for (const process of cluster.running) process.isDead = true;
  const broken = rested ? [] : [`no rest after ${(world.now / 1000).toFixed(0)} s and ${world.eventCount} events`];
  const { eventCount } = world;
  broken.push(...world.alarms);
  for (const { outside, deleted } of ended) {
    const history = shards === 1 ? clients.history : outside.sent;
    broken.push(...deleted.broken, ...(await checkAll(outside, history, deleted)));
  }
  broken.push(
    ...checkShards(
      ended.map(({ outside: { number, server, sent }, deleted }) => ({ number, tables: server.tables, deleted, sent })),
      clients.history,
    ),
  );
  return {
    seed: world.seed,
    broken,
    eventCount,
    commandCount: clients.history.length,
    instanceCount: all.reduce((sum, { server }) => sum + server.tables.instance.committed.length, 0),
  };
}

async function checkAll(outside: Outside, history: readonly Sending[], deleted: Deleted): Promise<string[]> {
  const { world, server, product, isFed, retention } = outside;
  const { tables } = server;
  let replayed: ReturnType<typeof replayAll>;
  try {
    replayed = replayAll(tables);
  } catch (error) {
    return [(error as Error).message];
  }
  const erased = erasedIn(tables, history);
  const broken = [
    ...checkClients(history, tables, deleted),
    ...checkAudit(history, tables),
    ...checkJournals(tables, replayed),
    ...checkThrown(
      tables,
      deleted.everWritten(tables).filter(({ subject_id }) => !erased.has(subject_id)),
    ),
    ...checkBuffered(history, server, deleted.everWritten(tables)),
    ...checkBatches(tables, deleted),
    ...checkDeletions(tables, deleted, history, new Set(retention.map(({ pattern }) => pattern))),
    ...(isFed ? checkFeed(tables, deleted) : []),
    ...checkRest(server, replayed),
    ...checkSuspensions(tables, replayed),
  ];
  if (broken.length > 0) return broken;
  const checker = newProcess('checker');
  const pool = openSimPool(server, checker, { max: 1, isPipelined: true });
  await untilDone(world, checker, async () => {
    broken.push(...(await checkStates(product, pool, replayed)), ...(await checkKept(outside.states, tables)));
    broken.push(...(await checkReadSide(product, pool, tables)));
  });
  return broken;
}

/** @returns false when it never came */
async function untilRest(world: World, isAtRest: () => boolean): Promise<boolean> {
  let isRested = false;
  const watch = newProcess('watch');
  const look = () => {
    isRested = isAtRest();
    world.after(POLL_MS, watch, look);
  };
  world.after(POLL_MS, watch, look);
  await world.run(() => isRested || world.now > LONGEST_MS || world.eventCount > MOST_EVENTS);
  return isRested;
}

/** Lets some work happen in a world, to its end. */
async function untilDone(world: World, owner: ReturnType<typeof newProcess>, work: () => Promise<void>): Promise<void> {
  let isDone = false;
  world.after(0, owner, () => {
    work()
      .catch((error) => world.fail(error))
      .finally(() => {
        isDone = true;
      });
  });
  await world.run(() => isDone);
}

/** Features that a run has switched on. */
type Switched = Pick<Outside, 'isFed' | 'retention'>;

function openOutsides(
  world: World,
  product: Product,
  start: Contents,
  switched: Switched,
  shards: number,
): readonly [Outside, ...Outside[]] {
  const all: Outside[] = [];
  for (let number = 0; number < shards; number += 1) {
    const server = new SimServer(world);
    const installation = `${INSTALLATION}${number + 1}`;
    server.tables.load(new Map([...start, ['installation', [{ id: installation }]]]));
    server.tables.beginAt(firstPositions(world.seed));
    all.push({
      world,
      server,
      queue: new SimQueue(world),
      product,
      installation,
      number,
      all,
      sent: [],
      states: [],
      ...switched,
    });
  }
  return all as unknown as readonly [Outside, ...Outside[]];
}

let prepared: Promise<Contents> | undefined;

/** Database with deployed and projected models, created once in a world without faults. Its feed starts at the position of the seed. */
export async function startingPoint(seed: number): Promise<Contents> {
  prepared ??= prepare();
  const feedHead = { is_only: true, position: firstPositions(seed).feed - 1 };
  return new Map([...(await prepared), ['feed_head', [feedHead]]]);
}

function prepare(): Promise<Contents> {
  const world = new World(0);
  return inWorld(world, async () => {
    const empty = new Map<string, readonly object[]>([['feed_head', [{ is_only: true, position: 0 }]]]);
    const [outside] = openOutsides(world, PRODUCT, empty, { isFed: false, retention: [] }, 1);
    const { server, queue } = outside;
    const cluster = new Cluster(outside, { api: 1, worker: 1, projector: 1 });
    cluster.startAll();
    let isDeployed = false;
    world.after(10, newProcess('deployer'), async () => {
      for (const text of MODELS) {
        const seen = await cluster.request(deployOf(text), undefined);
        if (seen.kind !== 'reply' || !seen.reply.ok) world.fail(new Error(`a model is refused: ${JSON.stringify(seen)}`));
      }
      isDeployed = true;
    });
    await untilRest(world, () => isDeployed && queue.isEmpty && !server.isBusy && !hasWork(server));
    server.tables.inbox.load([]);
    return server.tables.contents();
  });
}
