import { poolConnection, type Statement } from '../db/connection.ts';
import { openPool, ping } from '../db/pool.ts';
import { openQueuePort } from '../db/queue-port.ts';
import { startHttpServer } from '../platform/http-server.ts';
import { withTimeout } from '../platform/retry.ts';
import type { RoleRuntime, RunningRole } from '../platform/role.ts';
import { openQueueBackend } from '../queue/open-backend.ts';
import { QUEUE_SCHEMA } from '../queue/postgres-backend.ts';
import { createUiApp } from './server/app.ts';
import type { Counts } from './server/status-page.ts';

/** The API's address is known when it runs in the same process; then pages link to it. */
export type UiRuntime = RoleRuntime & { readonly apiUrl?: string };

const COUNTS: Statement = {
  name: 'ui_counts',
  text: `select (select count(*)::int from q_process) as processes,
                count(*)::int as instances,
                (count(*) filter (where not is_completed))::int as running
           from q_instance`,
};
/** Counting reads the whole table: many viewers share one answer, and a slow one is left out. */
const COUNTS_FRESH_MS = 5000;
const COUNTS_TIMEOUT_MS = 1000;

/** Starts the UI role. Rejects when the port is refused or the queue cannot be opened. */
export async function startUi(runtime: UiRuntime): Promise<RunningRole> {
  const { config, health } = runtime;
  // contract 7.5: a client id, which would turn the sign-in on, is refused before anything starts
  if (config.authentication !== undefined) {
    runtime.log.event(7056, 'tokens protect the API; the operator pages are open, because Authentication:ClientId is not set');
  }
  const pool = openPool(config.databaseUrl, { max: 4, applicationName: `${config.processName} ui` });
  const closers: (() => Promise<void> | void)[] = [() => pool.end(), health.addCheck('postgres', () => ping(pool))];
  try {
    if (config.role === 'ui') closers.push(await watchQueue(runtime));
    const connection = poolConnection(pool);
    const readCounts = shared(COUNTS_FRESH_MS, async () => (await connection.query<Counts>(COUNTS, []))[0]);
    const app = createUiApp({
      health,
      log: runtime.log,
      apiUrl: runtime.apiUrl,
      readCounts: () => withTimeout(readCounts(), COUNTS_TIMEOUT_MS, 'counting').catch(() => undefined),
    });
    const http = await startHttpServer(app, config.host, config.uiPort);
    closers.push(() => http.close(config.engine.shutdownSeconds * 1000));
    let stopping: Promise<void> | undefined;
    return {
      name: 'ui',
      url: http.url,
      stop() {
        stopping ??= closeAll(closers);
        return stopping;
      },
    };
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

/** Alone, nobody else in this process watches the queue. */
async function watchQueue({ config, health, log }: RoleRuntime): Promise<() => Promise<void>> {
  const port = () => openQueuePort(config.databaseUrl, `${config.processName} queue`, QUEUE_SCHEMA);
  const backend = await openQueueBackend(config.redisUrl, port, log);
  const remove = health.addCheck('queue', () => backend.ping());
  return () => {
    remove();
    return backend.close();
  };
}

/** Callers within the time share one answer, errors excepted. */
function shared<T>(freshMs: number, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly answer: Promise<T> } | undefined;
  return () => {
    if (last !== undefined && Date.now() - last.at < freshMs) return last.answer;
    const answer = read();
    last = { at: Date.now(), answer };
    answer.catch(() => {
      last = undefined;
    });
    return answer;
  };
}

/** What was opened last is closed first. */
async function closeAll(closers: readonly (() => Promise<void> | void)[]): Promise<void> {
  for (const close of [...closers].reverse()) await close();
}
