import type pg from 'pg';
import { pause, sleep } from '../platform/retry.ts';
import type { Pool } from './pool.ts';
import { sessionConnection } from './secured-connection.ts';

/** Wakes projectors after commits with new rows in projection_todo. */
export const PROJECTION_CHANNEL = 'sluice_projection';

export interface ListenEvents {
  readonly onMessage: (payload: string) => void;
  /** the connection failed or broke; the listener connects again */
  readonly onError: (error: unknown) => void;
  /** called after each connect. Notifications between two connections are lost, so it must poll the tables */
  readonly onConnected?: () => void;
}

export interface Listener {
  /** resolves when the listener can receive notifications, is closed before, or can never receive any ({@link canListen}); never rejects */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

const RECONNECT_LEAST_MS = 200;
const RECONNECT_MOST_MS = 500;
const HEARTBEAT_MS = 5000;
const CONNECT_TIMEOUT_MS = 2000;

/** Uses a separate connection. If it breaks or a heartbeat gets no answer, connects again after a short delay. */
export function listen(url: string, channel: string, events: ListenEvents): Listener {
  const closing = new AbortController();
  let markReady: () => void = () => {};
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });

  async function run(): Promise<void> {
    if (!canListen(url)) return;
    while (!closing.signal.aborted) {
      try {
        await listenOnce(url, channel, events, closing.signal, markReady);
      } catch (error) {
        if (!closing.signal.aborted) events.onError(error);
      }
      await waitToReconnect(closing.signal);
    }
  }

  const running = run().finally(markReady);
  return {
    ready,
    async close() {
      closing.abort();
      await running;
    },
  };
}

/** Returns false for a connection pooler without a direct address: no notification can arrive. */
export function canListen(url: string): boolean {
  return sessionConnection(url) !== undefined;
}

/** Do not call it inside a transaction: its commit would then lock all other commits with notifications. */
export async function notify(pool: Pool, channel: string, payload: string): Promise<void> {
  await pool.query({ name: 'pg_notify', text: 'select pg_notify($1, $2)', values: [channel, payload] });
}

/** Listens until the signal is aborted. Rejects if the connection breaks. Resolves immediately if notifications cannot arrive. */
async function listenOnce(
  url: string,
  channel: string,
  events: ListenEvents,
  signal: AbortSignal,
  onReady: () => void,
): Promise<void> {
  const session = sessionConnection(url);
  if (session === undefined) return;
  const { Client, ...secured } = session;
  const client = new Client({
    ...secured,
    application_name: `sluice listen ${channel}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: HEARTBEAT_MS,
    keepAlive: true,
  });
  const broken = new Promise<never>((_, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('connection terminated')));
  });
  broken.catch(() => {});
  client.on('notification', (message) => {
    if (message.channel === channel) events.onMessage(message.payload ?? '');
  });
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    onReady();
    events.onConnected?.();
    await Promise.race([broken, heartbeat(client, signal)]);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Detects a connection that a router has dropped: it seems open until something is sent. */
async function heartbeat(client: pg.Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await sleep(HEARTBEAT_MS, signal);
    } catch {
      return;
    }
    await client.query('select 1');
  }
}

async function waitToReconnect(signal: AbortSignal): Promise<void> {
  const spread = RECONNECT_MOST_MS - RECONNECT_LEAST_MS;
  await pause(RECONNECT_LEAST_MS + Math.random() * spread, signal);
}
