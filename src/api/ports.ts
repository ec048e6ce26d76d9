import type { Health } from '../platform/health.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { ReadDatabase } from '../queries/read-database.ts';
import type { CommandSender } from '../queue/command-sender.ts';

/** Everything the API needs of the world; main.ts connects it, tests hand in their own. */
export interface ApiPorts {
  readonly sender: CommandSender;
  /** for reads only: no write is ever decided by what stands in it (house 4) */
  readonly db: ReadDatabase;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  /** named in the answer of row 12b; the sender does the waiting */
  readonly commandTimeoutSeconds: number;
}
