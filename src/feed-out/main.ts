import { openKysely } from '../db/kysely.ts';
import { openPool } from '../db/pool.ts';
import type { RoleRuntime } from '../platform/role.ts';
import { HeadWatch, readFeedHead } from '../queries/feed/feed-rows.ts';
import { readWebhookRows } from '../queries/feed/webhooks.ts';
import { startWebhooks } from './webhooks/start-webhooks.ts';

/** Connections for all webhooks. Few are enough, because reads and transactions are short. */
const MOST_CONNECTIONS = 4;

/** Throws ConfigError for an unknown event type. @returns a function that stops the loops */
export function startFeedOut({ config, log, metrics }: RoleRuntime): () => Promise<void> {
  const { webhooks } = config;
  if (webhooks.length === 0) return async () => {};
  const pool = openPool(config.databaseUrl, { max: MOST_CONNECTIONS, applicationName: `${config.processName} feed-out` });
  const db = openKysely(pool);
  const watch = new HeadWatch(() => readFeedHead(db));
  const stop = startWebhooks({ pool, watch, log, metrics, owner: config.processName }, webhooks);
  for (const { name } of webhooks) metrics.webhookConfigured(name);
  const names = new Set(webhooks.map(({ name }) => name));
  metrics.onCollectWebhooks(async () => {
    const rows = await readWebhookRows(db);
    return rows.filter(({ name }) => names.has(name)).map((row) => ({ ...row, isPaused: row.state === 'Paused' }));
  });
  return async () => {
    await stop();
    await pool.end();
  };
}
