import { poolConnection } from '../db/connection.ts';
import { canListen, type Listener, listen, PROJECTION_CHANNEL } from '../db/notify.ts';
import { openPool, ping } from '../db/pool.ts';
import type { Logger } from '../platform/log.ts';
import { errorMessage } from '../platform/redact.ts';
import { type RoleRuntime, type RunningRole, runningRole } from '../platform/role.ts';
import { runProjector } from './projector.ts';
import { rebuild } from './rebuild.ts';
import { readLag } from './todo.ts';

/** Poll interval, in case a signal was lost. */
const POLL_MS = 1000;
/** Poll interval if signals cannot arrive: the database address is a connection pooler, and no direct address is set. */
const POLL_WITHOUT_SIGNALS_MS = 250;
/** One connection for the loop, one for metrics and the health check. */
const POOL = { max: 2, applicationName: 'sluice projector', isPipelined: true };

/** Resolves immediately and waits for the database in the background. */
export async function startProjector(runtime: RoleRuntime): Promise<RunningRole> {
  const { config, log, metrics, health } = runtime;
  const pool = openPool(config.databaseUrl, { ...POOL, synchronousCommitOff: true, readsByKey: true });
  const pollMs = canListen(config.databaseUrl) ? POLL_MS : POLL_WITHOUT_SIGNALS_MS;
  const projector = runProjector(pool, log, { pollMs, ...config.projection, isFed: config.feed.isEnabled });
  const listener = listenForWork(config.databaseUrl, log, () => projector.wake());
  metrics.onCollectProjection(() => readLag(poolConnection(pool)));
  const removeChecks = [
    health.addCheck('postgres', () => ping(pool)),
    health.addCheck('postgres', () => projector.checkWorking()),
  ];
  return runningRole({ name: 'projector' }, async () => {
    for (const remove of removeChecks) remove();
    await Promise.all([listener.close(), projector.stop()]);
    await pool.end();
  });
}

/** Logs an outage once. During an outage the projector polls. */
function listenForWork(url: string, log: Logger, wake: () => void): Listener {
  let isDisconnected = false;
  return listen(url, PROJECTION_CHANNEL, {
    onMessage: wake,
    onConnected() {
      isDisconnected = false;
      wake();
    },
    onError(error) {
      if (!isDisconnected) log.event('database-unreachable', { Operation: 'listen', ErrorMessage: errorMessage(error) });
      isDisconnected = true;
    },
  });
}

/** Rebuilds the query tables while the service runs (`npm run projector:rebuild`). Rejects on a failure and changes nothing. */
export async function rebuildProjection(runtime: Pick<RoleRuntime, 'config' | 'log'>): Promise<void> {
  const pool = openPool(runtime.config.databaseUrl, { ...POOL, max: 1, answerTimeoutMs: 0 });
  try {
    await rebuild(pool, runtime.log, runtime.config.projection.indexedVariables);
  } finally {
    await pool.end();
  }
}
