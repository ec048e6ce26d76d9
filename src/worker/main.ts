import { setMaxListeners } from 'node:events';
import { ModelReader } from '../bpmn/reader/model-reader.ts';
import { poolConnection } from '../db/connection.ts';
import { awaitInstallation, checkInstallation } from '../db/installation.ts';
import { notify, PROJECTION_CHANNEL } from '../db/notify.ts';
import { checkWritable, openPool, type Pool } from '../db/pool.ts';
import { createEvaluator } from '../expressions/evaluator.ts';
import { nextDue, readTimer } from '../expressions/timers.ts';
import { startFeedOut } from '../feed-out/main.ts';
import { prepareKafkaSink, startKafkaSink } from '../kafka/kafka-sink.ts';
import type { Config, PluginsConfig } from '../platform/config/config.ts';
import type { Logger } from '../platform/log.ts';
import { FaultsInARow } from '../platform/loops.ts';
import { type RoleRuntime, type RunningRole, runningRole } from '../platform/role.ts';
import type { Tracing } from '../platform/telemetry/tracing.ts';
import { type ServedHost, servePlugins } from '../plugin-host/host.ts';
import { type BuiltinSettings, builtinPlugins } from '../plugins/builtin/builtins.ts';
import type { EventPublisher } from '../plugins/builtin/messages-and-signals.ts';
import { registerPlugins } from '../plugins/registry.ts';
import { itemQuery } from '../queries/batches.ts';
import { PRIORITY_CLASSES, slotsFor } from '../queue/priority-classes.ts';
import { openDatabaseQueue } from '../shards/database-queue.ts';
import { countOpenBatches } from '../store/batches.ts';
import { countBuffered } from '../store/buffered-messages.ts';
import { countWaiting } from '../store/custom-task-locks.ts';
import { countIncidents } from '../store/incidents.ts';
import { countParked } from '../store/letters.ts';
import { ageOfOutbox } from '../store/outbox.ts';
import { countSuspendedInstances, countSuspendedKeys } from '../store/suspensions.ts';
import { type BatchLoop, startBatchLoop } from './batches/batch-loop.ts';
import type { BatchMaking } from './commands/command-handler.ts';
import { eventPublisher } from './custom-tasks/event-publisher.ts';
import { openHostNotifier } from './custom-tasks/notify-hosts.ts';
import { afterCommit } from './delivery/commit-command-batch.ts';
import { deliver } from './delivery/deliver.ts';
import type { DeliveryTools } from './delivery/delivery-tools.ts';
import { FairShares } from './delivery/fair-shares.ts';
import { startRecoveryScans } from './delivery/recovery-scan.ts';
import { Suspects } from './delivery/suspects.ts';
import { UnknownCommits } from './delivery/unknown-commits.ts';
import { FIXED_LIMITS } from './fixed-limits.ts';
import { ModelCache } from './loading/model-cache.ts';
import { StateCache } from './loading/state-cache.ts';
import { Archive } from './retention/archive.ts';
import { startRetention } from './retention/retention-loop.ts';
import { openOtherShards } from './shards/main.ts';
import { MAX_ALONE } from './timers/due-lines.ts';
import { type DueLoop, startDueLoop } from './timers/due-loop.ts';
import { type FollowingKeys, startFollowingKeys } from './transaction/follow-keys.ts';
import type { RetrySettings } from './unit-of-work/surroundings.ts';

/** One wake-up signal is enough for many commits. The first one after a pause is sent immediately. */
const SIGNAL_INTERVAL_MS = 10;
/** Script time of one command, unless a single script may take longer. */
const MAX_SCRIPT_MS = 3000;

/** Task types of bundled plugins: each has a queue consumer. */
const BUILTIN_TYPES = 8;
/** Number of types in the metric of waiting custom tasks. */
const MAX_WAITING_TYPES = 100;

/**
 * Waits for the database and the queue, and rejects if `stopping` is aborted during that. The caller has checked the schema. With several shards, the worker
 * serves one and opens queues to all others.
 */
export async function startWorker({
  config,
  log,
  metrics,
  health,
  tracing,
  shard,
  stopping: begun,
  stopReplica = () => {},
}: RoleRuntime): Promise<RunningRole> {
  const {
    workerConcurrency,
    maxStepsPerRun,
    maxCausationDepth,
    maxCausationSize,
    maxCalledInstances,
    maxIterations,
    plainTasks,
    onFailure,
    branchVariables,
  } = config.engine;
  const sink = config.kafka && (await prepareKafkaSink(config.kafka));
  const maxScriptMs = Math.max(MAX_SCRIPT_MS, config.scripting.timeoutMs);
  // The last script may begin when the budget is almost spent; a healthy transaction is never idle for longer.
  const idleInTransactionMs = maxScriptMs + config.scripting.timeoutMs + 2000;
  const slots = slotsFor(workerConcurrency);
  const pool = openPool(config.databaseUrl, {
    max: Object.values(slots).reduce((sum, count) => sum + count) + MAX_ALONE + config.batches.concurrency + 3,
    applicationName: `${config.processName} worker`,
    isPipelined: true,
    readsByKey: true,
    tracing,
    idleInTransactionMs,
  });
  const installation = await health.during('postgres', awaitInstallation(pool, log, begun));
  const opening = openDatabaseQueue({
    ...{ config, pool, installation, log, stopping: begun },
    applicationName: `${config.processName} queue`,
    consumers: PRIORITY_CLASSES.length + BUILTIN_TYPES,
  });
  const backend = await health.during('queue', opening);
  const connection = poolConnection(pool);
  let plugins: ServedHost | undefined;
  let due: DueLoop | undefined;
  let following: FollowingKeys | undefined;
  let batches: BatchLoop | undefined;
  const otherShards = await openOtherShards({ config, log, tracing, shard }, { pool, backend }, () => following?.keysChanged());
  const hosts = openHostNotifier(connection, backend, log, (typeKey, count) => plugins?.offer(typeKey, count) === true);
  const evaluator = createEvaluator({
    ...config.scripting,
    onLongEnded: (outcome) => metrics.longTextEnded(outcome),
    onDecided: (outcome, seconds) => metrics.decided(outcome, seconds),
  });
  const reader = new ModelReader(config.models);
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // each command batch may be waiting for its next attempt
  const unknownCommits = new UnknownCommits(pool, (unit) => afterCommit(tools, unit), stopping.signal);
  const commitFaults = new FaultsInARow('a commit');
  const tools: DeliveryTools = {
    pool,
    installation,
    stopReplica,
    backend,
    evaluator,
    timers: { read: readTimer, next: nextDue },
    metrics,
    log,
    shares: new FairShares(slots['follow-ups']),
    suspects: new Suspects(),
    models: new ModelCache(reader),
    states: new StateCache(),
    limits: {
      maxSteps: maxStepsPerRun,
      maxCausationDepth,
      maxCausationSize,
      maxCalledInstances,
      maxIterations,
      ...FIXED_LIMITS,
    },
    maxScriptMs,
    idleInTransactionMs,
    plainTasks,
    onFailure,
    branchVariables,
    retries: retrySettings(config.plugins),
    archive: archiveOf(config.retention.archive, installation, shard),
    keepsEvaluations: config.retention.evaluationsMs !== undefined,
    batchMaking: batchMaking(config),
    signalProjectors: throttledSignal(pool),
    notifyHosts: (changes) => hosts.notify(changes),
    timersChanged: () => due?.timersChanged(),
    keysChanged: () => following?.keysChanged(),
    batchesChanged: () => batches?.batchesChanged(),
    stopping: stopping.signal,
    tracing,
    shards: otherShards?.events,
    commitFaults,
    onCommitUnknown: (unit) => unknownCommits.add(unit),
  };
  const consumer = await backend.consume((delivery) => deliver(tools, delivery), {
    concurrency: workerConcurrency,
    slots,
  });
  due = startDueLoop({ ...tools, afterCommit: (unit) => afterCommit(tools, unit) });
  batches = startBatchLoop({ ...tools, afterCommit: (unit) => afterCommit(tools, unit) }, config.batches.concurrency);
  following = startFollowingKeys({ ...tools, afterCommit: (unit) => afterCommit(tools, unit) });
  const stopRecoveryScans = startRecoveryScans({ ...tools, retention: config.retention });
  const stopSink = sink && startKafkaSink(sink, { ...config, log, metrics });
  const stopRetention = startRetention({ ...tools, retention: retentionIn(config, shard?.number) });
  const removeChecks = [
    health.addCheck('postgres', () => checkInstallation(pool, installation)),
    health.addCheck('postgres', () => checkWritable(pool)),
    health.addCheck('postgres', () => commitFaults.check()),
    health.addCheck('queue', () => backend.ping()),
  ];
  metrics.onCollectQueue(() => backend.counts());
  metrics.onCollectDeadLetters(() => countParked(connection));
  metrics.onCollectIncidents(() => countIncidents(connection));
  metrics.onCollectSuspendedInstances(() => countSuspendedInstances(connection));
  metrics.onCollectSuspendedKeys(() => countSuspendedKeys(connection));
  // other shards only note messages of the first
  metrics.onCollectBufferedMessages(async () => ((shard?.number ?? 0) > 0 ? 0 : countBuffered(connection)));
  metrics.onCollectBatches(() => countOpenBatches(connection));
  metrics.onCollectTextThreads(() => evaluator.threads());
  metrics.onCollectOutbox(() => ageOfOutbox(connection));
  metrics.onCollectCustomTasks(() => countWaiting(connection, MAX_WAITING_TYPES));
  const stopFeedOut = startFeedOut({ config, log, metrics, health });
  plugins = await servePlugins({ config, backend, log, metrics, tracing }, (sender) =>
    registerPlugins(builtinPlugins(builtinSettings(config.plugins, log, eventPublisher(otherShards?.sender ?? sender), tracing))),
  );

  return runningRole({ name: 'worker' }, async () => {
    for (const remove of removeChecks) remove();
    // Stops plugins first: their last results are commands that this worker may run.
    await plugins?.stop();
    await otherShards?.close(); // ends waits for other shards: their events stay in the outbox
    stopRecoveryScans();
    hosts.stop();
    const draining = Promise.all([
      ...[consumer.close(), due?.stop(), following?.stop(), stopRetention()],
      ...[batches?.stop(), stopFeedOut(), stopSink?.()],
    ]);
    // Aborts waits for an unreachable database, which must not delay the stop; the command batch is delivered again.
    const abortLater = setTimeout(() => stopping.abort(), Math.max(1000, config.engine.shutdownSeconds * 500));
    await draining;
    await unknownCommits.drained();
    clearTimeout(abortLater);
    await evaluator.close();
    await reader.close();
    await backend.close();
    await pool.end();
  });
}

/** Each shard after the first has its own folder. */
function archiveOf(folder: string | undefined, installation: string, shard: RoleRuntime['shard']): Archive | undefined {
  if (folder === undefined) return undefined;
  return new Archive(folder, installation, shard === undefined || shard.number === 0 ? '' : shard.name);
}

/** Versions are deleted in the first shard; the others follow it (docs/contributing/spec/shards.md#definitions). */
function retentionIn({ retention }: Config, shard = 0): Config['retention'] {
  return shard === 0 ? retention : { ...retention, definitions: [] };
}

function builtinSettings(
  { restCall, email }: PluginsConfig,
  log: Logger,
  engine: EventPublisher,
  tracing: Tracing | undefined,
): BuiltinSettings {
  const { denyPrivateNetworks, allowedNetworks } = restCall;
  return {
    log,
    engine,
    tracing,
    restCall: restCall.isEnabled ? { denyPrivateNetworks, allowedNetworks } : undefined,
    email: email.smtpUrl === undefined ? undefined : { smtpUrl: email.smtpUrl, from: email.from },
  };
}

function batchMaking({ batches, projection }: Pick<Config, 'batches' | 'projection'>): BatchMaking {
  const search = { indexed: projection.indexedVariables, maxReads: projection.maxVariableReads };
  return {
    itemQuery: (connection, subject, filters, limits) => itemQuery(connection, subject, filters, limits, search),
    maxItems: batches.maxItems,
    rate: batches.itemsPerSecond ?? null,
  };
}

function retrySettings({ attempts, backoffSeconds, maxBackoffSeconds }: PluginsConfig): RetrySettings {
  return { attempts, firstDelayMs: backoffSeconds * 1000, maxDelayMs: maxBackoffSeconds * 1000 };
}

function throttledSignal(pool: Pool): () => void {
  let isPending = false;
  let signalledAt = Number.NEGATIVE_INFINITY;
  const send = () => {
    isPending = false;
    signalledAt = performance.now();
    notify(pool, PROJECTION_CHANNEL, '').catch(() => {});
  };
  return () => {
    if (isPending) return;
    const delayMs = signalledAt + SIGNAL_INTERVAL_MS - performance.now();
    if (delayMs <= 0) return send();
    isPending = true;
    setTimeout(send, delayMs);
  };
}
