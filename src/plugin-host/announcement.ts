import type { Connection } from '../db/connection.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { pause } from '../platform/retry.ts';
import type { Tracing } from '../platform/telemetry/tracing.ts';
import type { RegisteredPlugin } from '../plugins/registry.ts';
import type { CommandSender } from '../queue/command-sender.ts';
import type { QueueBackend } from '../queue/queue-backend.ts';
import { announceHost, forgetDeadHosts, type OfferedType, withdrawHost } from '../store/custom-task-locks.ts';
import type { Secrets } from './secrets/open-secrets.ts';

export interface HostTools {
  /** name of this host in locks and in the catalog: PROCESS_NAME */
  readonly host: string;
  readonly connection: Connection;
  readonly backend: Pick<QueueBackend, 'consumeWakeUps' | 'listenEnded'>;
  readonly sender: CommandSender;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly secrets: Secrets;
  readonly settings: HostSettings;
}

export interface HostSettings {
  /** default number of concurrent runs per type */
  readonly concurrency: number;
  readonly lockSeconds: number;
}

/** A third of the time after which a host counts as dead. */
const HEARTBEAT_MS = 5000;
/** Delays of retries after a failed announcement (docs/contributing/spec/http/custom-tasks.md#announcement). */
export const FIRST_RETRIES_MS: readonly number[] = [2000, 5000, 15_000];

type AnnouncementTools = Pick<HostTools, 'connection' | 'host' | 'log'>;

/** The task types that a host offers, as announced in the database. */
export interface PluginOffer {
  /** Stops the heartbeats and removes the task types. Does not reject if the database is unreachable. */
  withdraw(): Promise<void>;
}

/**
 * Announces the plugins and sends heartbeats. Retries a failed announcement after 2, 5 and 15 seconds, then logs the failure (4042); the next successful
 * heartbeat announces them. The plugins run in any case.
 */
export function announce(
  tools: AnnouncementTools,
  plugins: Iterable<RegisteredPlugin>,
  retriesMs: readonly number[] = FIRST_RETRIES_MS,
): PluginOffer {
  const offered = [...plugins].map(offeredType);
  const stopping = new AbortController();
  const running = run(tools, offered, retriesMs, stopping.signal);
  return {
    async withdraw() {
      stopping.abort();
      await running;
      if (offered.length === 0) return;
      try {
        await withdrawHost(tools.connection, tools.host);
        for (const { taskType } of offered) logEntry(tools, 'catalog-entry-removed', taskType, tools.host);
      } catch {
        // the host is not listed after its last heartbeat has expired
      }
    },
  };
}

async function run(
  tools: AnnouncementTools,
  offered: readonly OfferedType[],
  retriesMs: readonly number[],
  stopping: AbortSignal,
): Promise<void> {
  if (offered.length === 0) return;
  let attempt = 0;
  let isAnnounced = false;
  while (!stopping.aborted) {
    attempt += 1;
    let waitMs = HEARTBEAT_MS;
    try {
      await announceHost(tools.connection, tools.host, offered);
      if (!isAnnounced) for (const { taskType } of offered) logEntry(tools, 'catalog-entry-announced', taskType, tools.host);
      isAnnounced = true;
      for (const { host, taskType } of await forgetDeadHosts(tools.connection)) {
        logEntry(tools, 'catalog-entry-removed', taskType, host);
      }
    } catch {
      if (!isAnnounced && attempt === retriesMs.length + 1) logGivenUp(tools, offered, attempt);
      if (!isAnnounced) waitMs = retriesMs[attempt - 1] ?? HEARTBEAT_MS;
    }
    await pause(waitMs, stopping);
  }
}

function logGivenUp({ log }: AnnouncementTools, offered: readonly OfferedType[], attempt: number): void {
  for (const { taskType } of offered) {
    log.event('catalog-announcement-given-up', { TaskType: taskType, Attempt: attempt });
  }
}

function logEntry(
  { log }: AnnouncementTools,
  event: 'catalog-entry-announced' | 'catalog-entry-removed',
  taskType: string,
  siloName: string,
): void {
  log.event(event, { TaskType: taskType, SiloName: siloName });
}

function offeredType({ plugin, catalogSchema }: RegisteredPlugin): OfferedType {
  return {
    taskType: plugin.taskType.trim(),
    displayName: plugin.displayName ?? null,
    parameterSchema: catalogSchema === null ? null : JSON.stringify(catalogSchema),
  };
}
