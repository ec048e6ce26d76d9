import { setMaxListeners } from 'node:events';
import { createEvaluator } from '../../src/expressions/evaluator.ts';
import { nextDue, readTimer } from '../../src/expressions/timers.ts';
import type { RetentionRule } from '../../src/platform/config/setting-types.ts';
import type { Logger } from '../../src/platform/log.ts';
import type { LogEventName } from '../../src/platform/log-events.ts';
import type { Metrics } from '../../src/platform/metrics/metrics.ts';
import type { RetentionMetrics } from '../../src/platform/metrics/role-metrics.ts';
import { itemQuery } from '../../src/queries/batches.ts';
import type { CommandSender } from '../../src/queue/command-sender.ts';
import { slotsFor } from '../../src/queue/priority-classes.ts';
import type { DeliveryTools } from '../../src/worker/delivery/delivery-tools.ts';
import type { StateCache } from '../../src/worker/loading/state-cache.ts';
import { MAX_ALONE } from '../../src/worker/timers/due-lines.ts';
import type { Sending } from './clients.ts';
import { openSimPool } from './database/pool.ts';
import type { SimServer } from './database/server.ts';
import type { Product } from './product.ts';
import type { SimQueue } from './queue.ts';
import { SEARCHED } from './searched.ts';
import { copyToOthers, openSimSender, simShardsOf } from './shards.ts';
import { SimModels } from './sim-models.ts';
import type { SimProcess, World } from './world.ts';

/** Parts that the processes of one simulated service share. */
export interface Outside {
  readonly world: World;
  readonly server: SimServer;
  readonly queue: SimQueue;
  readonly product: Product;
  readonly installation: string;
  /** number of the shard */
  readonly number: number;
  /** all shards, by number; of an installation with one database that one */
  readonly all: readonly Outside[];
  /** what APIs and workers have sent to the shard, if there are several */
  readonly sent: Sending[];
  /** of all workers that were started: their remaining state is checked at the end */
  readonly states: StateCache[];
  /** whether projectors feed readers outside */
  readonly isFed: boolean;
  /** how long finished instances are kept, by process key; empty: forever */
  readonly retention: readonly RetentionRule[];
}

/** How long a request waits for its command. */
export const COMMAND_TIMEOUT_MS = 1300;
const SIGNAL_INTERVAL_MS = 10;
const CONCURRENCY = 4;
/** Number of concurrent transactions that run batches. */
const BATCH_CONCURRENCY = 2;
/** Interval between deletions by workers: shorter than in the product, because runs are short. */
const RETENTION_MS = 250;
const SLOTS = slotsFor(CONCURRENCY);
const CONNECTIONS = Object.values(SLOTS).reduce((sum, count) => sum + count) + MAX_ALONE + BATCH_CONCURRENCY + 3;

/** It remembers nothing but compiled texts. */
const EVALUATOR = createEvaluator({ timeoutMs: 1000, memoryMb: 64, maxOutputBytes: 1_048_576 });

const NOTHING = () => {};
const NO_METRICS = new Proxy({ calls: { began: () => NOTHING, called: NOTHING } } as unknown as Metrics, {
  get: (target, name) => Reflect.get(target, name) ?? NOTHING,
});

/** Starts the API's part of a write: the sender that hands commands over and waits for their replies. */
export async function startSimApi(first: Outside, owner: SimProcess): Promise<CommandSender> {
  const senders = await Promise.all(first.all.map((outside) => openSimSender(outside, owner, COMMAND_TIMEOUT_MS)));
  if (senders.length === 1) return senders[0] as CommandSender;
  const shards = senders.map((sender, number) => ({ number, sender }));
  return first.product.openShardedSender({ shards, copyDefinitions: () => copyToOthers(first.all, owner, COMMAND_TIMEOUT_MS) });
}

/** Starts a worker as `src/worker/main.ts` does, over simulated servers. */
export async function startSimWorker(outside: Outside, owner: SimProcess): Promise<void> {
  const { world, server, queue, product, installation } = outside;
  const pool = openSimPool(server, owner, { max: CONNECTIONS, isPipelined: true });
  const backend = queue.backendOf(owner);
  const states = new product.StateCache();
  outside.states.push(states);
  const stopping = new AbortController().signal;
  setMaxListeners(0, stopping);
  const log = listeningLog(world, owner);
  let following: ReturnType<typeof product.startFollowingKeys> | undefined;
  const unknownCommits = new product.UnknownCommits(pool, (unit) => product.afterCommit(tools, unit), stopping);
  const tools: DeliveryTools = {
    pool,
    backend,
    installation,
    stopReplica: (reason) => world.fail(new Error(`${owner.name} gives up: ${reason}`)),
    evaluator: EVALUATOR,
    shares: new product.FairShares(SLOTS['follow-ups']),
    suspects: new product.Suspects(),
    models: new SimModels(),
    states,
    timers: { read: readTimer, next: nextDue },
    metrics: NO_METRICS,
    log,
    limits: {
      maxSteps: 1000,
      maxCausationDepth: 20,
      maxCausationSize: 1000,
      maxCalledInstances: 100,
      maxWriteSize: 1_048_576,
      maxVariablesSize: 8_388_608,
      maxIterations: 1000,
      maxCallDepth: 8,
    },
    maxScriptMs: 3000,
    plainTasks: 'wait',
    onFailure: 'fail',
    branchVariables: 'auto',
    retries: { attempts: 2, firstDelayMs: 100, maxDelayMs: 1000 },
    signalProjectors: throttledSignal(outside, owner),
    notifyHosts: NOTHING,
    batchMaking: {
      itemQuery: (...asked) => itemQuery(...asked, { indexed: SEARCHED, maxReads: 0 }),
      maxItems: 1000,
      rate: null,
    },
    stopping,
    onCommitUnknown: (unit) => unknownCommits.add(unit),
    shards: await simShardsOf(outside, owner, {
      timeoutMs: COMMAND_TIMEOUT_MS,
      log,
      stopping,
      onDefinitions: () => following?.keysChanged(),
    }),
  };
  await backend.consume((delivery) => product.deliver(tools, delivery), { concurrency: CONCURRENCY, slots: SLOTS });
  product.startDueLoop({ ...tools, afterCommit: (unit) => product.afterCommit(tools, unit) });
  product.startRecoveryScans(tools);
  following = product.startFollowingKeys({ ...tools, afterCommit: (unit) => product.afterCommit(tools, unit) });
  product.startBatchLoop({ ...tools, afterCommit: (unit) => product.afterCommit(tools, unit) }, BATCH_CONCURRENCY);
  keepDeleting(outside, owner, tools);
}

/** Deletes ended instances, as the retention of a worker does. A failed deletion is repeated at the next poll. */
function keepDeleting({ world, product, retention: instances }: Outside, owner: SimProcess, tools: DeliveryTools): void {
  if (instances.length === 0) return;
  const metrics = NO_METRICS as unknown as RetentionMetrics;
  const look = () => {
    product
      .deleteExpired({ ...tools, metrics, retention: { instances, definitions: [] } })
      .catch(NOTHING)
      .finally(() => world.after(RETENTION_MS, owner, look));
  };
  world.after(RETENTION_MS, owner, look);
}

/** Starts a projector. @returns what wakes it */
export function startSimProjector({ world, server, product, isFed }: Outside, owner: SimProcess): () => void {
  const pool = openSimPool(server, owner, { max: 2, isPipelined: true });
  return product.runProjector(pool, listeningLog(world, owner), { indexedVariables: SEARCHED, isFed }).wake;
}

/** Gathers wake-up signals, and sends one for all: best effort. */
function throttledSignal({ world, server, product }: Outside, owner: SimProcess): () => void {
  const connection = product.poolConnection(openSimPool(server, owner, { max: 1, isPipelined: false }));
  const notify = { name: 'pg_notify', text: 'select pg_notify($1, $2)' };
  let isPending = false;
  return () => {
    if (isPending) return;
    isPending = true;
    world.after(SIGNAL_INTERVAL_MS, owner, () => {
      isPending = false;
      connection.query(notify, ['sluice_projection', '']).catch(NOTHING);
    });
  };
}

/** Log lines that show a bug. */
const ALARMS: ReadonlySet<LogEventName> = new Set<LogEventName>([
  'invariant-broken',
  'journal-gap',
  'unexpected-error',
  'command-given-up',
  'schedule-failed',
  'foreign-envelope-refused',
]);

/** Log lines of a process are part of the trace. A line about a bug is an alarm. */
function listeningLog(world: World, owner: SimProcess): Logger {
  const log: Logger = {
    event(name, properties = {}) {
      if (ALARMS.has(name)) world.alarms.push(`${owner.name} logged ${name} ${JSON.stringify(properties)}`);
      world.say(owner.name, `logs ${name}${world.trace === undefined ? '' : ` ${JSON.stringify(properties)}`}`);
    },
    child: () => log,
    isEnabled: (name) => ALARMS.has(name),
  };
  return log;
}
