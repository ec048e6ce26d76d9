import { poolConnection } from '../db/connection.ts';
import { openPool } from '../db/pool.ts';
import type { Logger } from '../platform/log.ts';
import { everyMs } from '../platform/loops.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { withTimeout } from '../platform/retry.ts';
import type { RoleConfig } from '../platform/role.ts';
import { noTracing, type Tracing } from '../platform/telemetry/tracing.ts';
import type { RegisteredPlugin } from '../plugins/registry.ts';
import { openCommandBatchSender } from '../queue/command-batch-sender.ts';
import type { CommandSender } from '../queue/command-sender.ts';
import type { Consumer, QueueBackend } from '../queue/queue-backend.ts';
import { extendCustomTasks, releaseCustomTasks, typesWithTasks } from '../store/custom-task-locks.ts';
import { openInbox } from '../store/inbox.ts';
import { announce, type HostTools } from './announcement.ts';
import { beginTask, type RunningTask } from './running-task.ts';
import { openSecrets } from './secrets/open-secrets.ts';
import { TypeRunner } from './type-runner.ts';

export interface PluginHost {
  /** True if this host has free slots for all `count` new tasks. `typeKey`: type in lower case. */
  offer(typeKey: string, count: number): boolean;
  /** Aborts running tasks, sends finished results, and releases the other locks. `limitMs`: for aborted tasks to end. */
  stop(limitMs: number): Promise<void>;
}

/** Poll interval for tasks without a wake-up signal. */
const POLL_MS = 1000;

/** See ADR 0021. */
async function startHost(tools: HostTools, plugins: ReadonlyMap<string, RegisteredPlugin>): Promise<PluginHost> {
  const running = new Map<string, RunningTask>();
  const begin = (task: RunningTask['task'], plugin: RegisteredPlugin) => {
    running.get(task.taskId)?.interrupt('lost'); // an earlier attempt, whose lock has expired
    const begun = beginTask(tools, plugin, task);
    running.set(task.taskId, begun);
    void begun.answered.then(() => {
      if (running.get(task.taskId) === begun) running.delete(task.taskId);
    });
    return begun;
  };
  const interrupt = (taskIds: readonly string[]) => {
    for (const taskId of taskIds) running.get(taskId)?.interrupt('lost');
  };
  const runnerOf = new Map([...plugins].map(([typeKey, plugin]) => [typeKey, new TypeRunner(tools, plugin, begin)]));
  const runners = [...runnerOf.values()];
  let isLooking = false;
  // one statement for all types
  const lookForWork = async () => {
    if (isLooking || plugins.size === 0) return;
    isLooking = true;
    const found = await typesWithTasks(tools.connection, [...runnerOf.keys()])
      // the database is not reachable: the runners fail too, log it and pause
      .catch(() => [...runnerOf.keys()]);
    for (const typeKey of found) runnerOf.get(typeKey)?.wake();
    isLooking = false;
  };
  const keepLocks = everyMs((tools.settings.lockSeconds * 1000) / 3, async () => {
    interrupt(await extendCustomTasks(tools.connection, locksOf(running), tools.settings.lockSeconds));
  });
  const look = setInterval(() => void lookForWork(), POLL_MS);
  if (plugins.size > 0) await tools.backend.listenEnded(interrupt);
  const consumers = await Promise.all(
    [...runnerOf].map(([typeKey, runner]) => tools.backend.consumeWakeUps(typeKey, () => runner.wake())),
  );
  const announcement = announce(tools, plugins.values());
  void lookForWork();

  return {
    offer(typeKey, count) {
      const runner = runnerOf.get(typeKey);
      const room = runner?.room ?? 0;
      runner?.wake();
      return room >= count;
    },
    async stop(limitMs) {
      clearInterval(look);
      await announcement.withdraw();
      await Promise.all([closeAll(consumers), ...runners.map((runner) => runner.stop())]);
      for (const task of running.values()) task.interrupt('stopping');
      const settled = Promise.all([...running.values()].map(({ answered }) => answered));
      await withTimeout(settled, limitMs, 'the plugins').catch(() => {});
      clearInterval(keepLocks);
      await releaseLeft(tools, [...running.values()]);
    },
  };
}

/** The plugins run until the process ends, but their results are discarded. */
async function releaseLeft(tools: HostTools, left: readonly RunningTask[]): Promise<void> {
  for (const task of left) {
    task.interrupt('lost');
    tools.log.event('plugin-interrupted', {
      TaskType: task.task.taskType,
      ActivityInstanceId: task.task.taskId,
    });
  }
  const locks = left.map(({ task }) => task);
  await releaseCustomTasks(tools.connection, locks).catch(() => {});
}

function locksOf(running: ReadonlyMap<string, RunningTask>): readonly RunningTask['task'][] {
  return [...running.values()].map(({ task }) => task);
}

async function closeAll(consumers: readonly Consumer[]): Promise<void> {
  await Promise.all(consumers.map((consumer) => consumer.close()));
}

/** Host with its own connections, inside a worker or alone. */
export interface ServedHost extends Pick<PluginHost, 'offer'> {
  stop(): Promise<void>;
}

export interface HostSurroundings {
  readonly config: RoleConfig;
  readonly backend: QueueBackend;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** absent: passes traces on without creating spans */
  readonly tracing?: Tracing | undefined;
}

/** Connections of a host: for locks, lock extensions and heartbeats. */
const CONNECTIONS = 4;

/** `pluginsFor`: creates the plugins, with access to the engine. */
export async function servePlugins(
  { config, backend, log, metrics, tracing = noTracing }: HostSurroundings,
  pluginsFor: (sender: CommandSender) => ReadonlyMap<string, RegisteredPlugin>,
): Promise<ServedHost> {
  const pool = openPool(config.databaseUrl, {
    max: CONNECTIONS,
    applicationName: `${config.processName} plugins`,
    // A claim that a crash of the server forgets is claimed again, under the same attempt: both runs hand over the same command.
    synchronousCommitOff: true,
    readsByKey: true,
    tracing,
  });
  const connection = poolConnection(pool);
  const sender = await openCommandBatchSender(backend, {
    timeoutMs: config.engine.commandTimeoutSeconds * 1000,
    readInbox: async (ids) => (await openInbox(connection, ids)).known,
    log,
    tracing,
  });
  const { concurrency, lockSeconds } = config.plugins;
  const host = await startHost(
    {
      host: config.processName,
      connection,
      backend,
      sender,
      log,
      metrics,
      tracing,
      secrets: openSecrets(config.secrets),
      settings: { concurrency, lockSeconds },
    },
    pluginsFor(sender),
  );
  return {
    offer: (typeKey, count) => host.offer(typeKey, count),
    async stop() {
      await host.stop(Math.max(500, config.engine.shutdownSeconds * 500));
      await sender.close();
      await pool.end();
    },
  };
}
