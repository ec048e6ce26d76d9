import { retry } from '../platform/retry.ts';
import { isRetryable } from './errors.ts';
import { listen, notify } from './notify.ts';
import { openPool, type Pool, type PoolClient } from './pool.ts';

/** Access for the Postgres backend of the queue: a separate pool, a session for migrations, notifications. */
export interface QueuePort {
  readonly pool: Pool;
  /** prefix of queue names, because installations in several schemas of a database share the tables of the queue */
  readonly prefix: string;
  /** releases the connection afterwards */
  withSession(work: (session: PoolClient) => Promise<unknown>): Promise<void>;
  /** repeats `work` while it fails with a retryable error; rejects with other errors, or when `signal` is aborted */
  whenReachable<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>;
  notify(channel: string, payload: string): Promise<void>;
  /** resolves when notifications can arrive; after an outage, those sent during it are lost */
  listen(channel: string, onMessage: (payload: string) => void): Promise<{ close(): Promise<void> }>;
  close(): Promise<void>;
}

/** Connections of one BullMQ consumer: one to listen, the others for statements. */
const QUEUE_CONNECTIONS = 8;
const BACKOFF = { firstDelayMs: 100, maxDelayMs: 1000 };

/** `consumers`: of queues. Commits do not wait for the disk, because a lost commit only loses a wake-up signal, never data. */
export function openQueuePort(url: string, applicationName: string, schema: string, consumers = 1): QueuePort {
  const pool = openPool(url, {
    max: QUEUE_CONNECTIONS + consumers - 1,
    applicationName,
    searchPath: schema,
    synchronousCommitOff: true,
    hasDriverTypes: true,
  });
  pool.setMaxListeners(0); // every queue and consumer on it adds an error listener
  return {
    pool,
    prefix: prefixOf(url),
    async withSession(work) {
      const session = await pool.connect();
      try {
        await work(session);
      } finally {
        session.release();
      }
    },
    whenReachable: (work, signal) => retry(work, { ...BACKOFF, isRetryable, ...(signal === undefined ? {} : { signal }) }),
    notify: (channel, payload) => notify(pool, channel, payload),
    async listen(channel, onMessage) {
      const listener = listen(url, channel, { onMessage, onError: () => {} });
      await listener.ready;
      return listener;
    },
    close: () => pool.end(),
  };
}

const NAMED_SCHEMA = /search_path\s*=\s*"?([A-Za-z_]\w*)/;

function prefixOf(url: string): string {
  const options = URL.canParse(url) ? new URL(url).searchParams.get('options') : null;
  const [, schema = 'public'] = NAMED_SCHEMA.exec(options ?? '') ?? [];
  return schema === 'public' ? '' : `${schema}-`;
}
