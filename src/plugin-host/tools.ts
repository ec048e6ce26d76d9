import type { Connection } from '../db/connection.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Tracing } from '../platform/telemetry/tracing.ts';
import type { CommandSender } from '../queue/command-sender.ts';
import type { QueueBackend } from '../queue/queue-backend.ts';
import type { Secrets } from './secrets/open-secrets.ts';

/** Parts that a host uses, from the composition root. */
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

/** Section `Plugins` of the configuration, as far as hosts read it. */
export interface HostSettings {
  /** default number of concurrent runs per type */
  readonly concurrency: number;
  readonly lockSeconds: number;
}
