import type { ModelReader } from '../bpmn/reader/model-reader.ts';
import type { OriginReader } from '../platform/client-address.ts';
import type { FeedConfig } from '../platform/config/config.ts';
import type { WebhookConfig } from '../platform/config/config-feed-out.ts';
import type { IndexedVariable } from '../platform/config/setting-types.ts';
import type { Health } from '../platform/health.ts';
import type { HostCheck } from '../platform/host-check.ts';
import type { HttpMessages } from '../platform/http-messages.ts';
import type { Logger } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Tracing } from '../platform/telemetry/tracing.ts';
import type { ReadDatabase } from '../queries/read-database.ts';
import type { ListReads } from '../queries/replica/list-reads.ts';
import type { CommandSender } from '../queue/command-sender.ts';
import type { Simulator } from '../simulation/simulator.ts';
import type { Audit } from './audit/audit.ts';
import type { Authenticator } from './auth/authenticator.ts';
import type { NumericKeyStore } from './camunda-8/keys.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Signer } from './signatures.ts';

/** Token metadata for MCP clients (docs/contributing/spec/mcp.md#tokens). */
export interface McpPorts {
  /** address of the API as clients know it */
  readonly publicUrl: string | undefined;
  /** issuer of tokens */
  readonly authority: string | undefined;
}

/** One database of an installation with several (docs/contributing/spec/shards.md). */
export interface ApiShard {
  readonly name: string;
  readonly db: ReadDatabase;
  readonly lists: ListReads;
  /** whether the database has been opened; false while it has not been reachable since the start */
  readonly isOpen: () => boolean;
}

/** Everything the API needs of the world; main.ts connects it, tests hand in their own. */
export interface ApiPorts {
  readonly sender: CommandSender;
  /** for reads only: no write depends on this data (docs/contributing/spec/http.md#one-command-at-a-time) */
  readonly db: ReadDatabase;
  /** reads lists of the query tables; all other reads use `db` */
  readonly lists: ListReads;
  /** all databases, in the order of their numbers; `db` and `lists` are those of the first. Absent: one database */
  readonly shards?: readonly ApiShard[] | undefined;
  /** reads files before they are deployed */
  readonly reader: ModelReader;
  /** runs models that are not deployed */
  readonly simulator: Simulator;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  /** key shared by all replicas of the API and the UI */
  readonly signer: Signer;
  /** named in the answer when no worker answers; the sender does the waiting */
  readonly commandTimeoutSeconds: number;
  /** task types of bundled plugins that remote workers may fetch, in lower case */
  readonly fetchableBundledTypes: readonly string[];
  /** largest number of items in the lists of a state without paging (docs/contributing/spec/http/instances.md#state-pages) */
  readonly maxStateEntries: number;
  /** largest number of requests that wait (docs/contributing/spec/http.md#waiting-requests) */
  readonly maxWaits: number;
  /** of one client */
  readonly waitsPerClient: number;
  /** variables that instances are searched by (ADR 0025) */
  readonly indexedVariables: readonly IndexedVariable[];
  /** default: whether a deploy of unchanged files returns the existing versions */
  readonly keepsUnchanged: boolean;
  /** whether members and query parameters that an endpoint does not have are refused (docs/contributing/spec/http/errors.md#unknown-member) */
  readonly refusesUnknown: boolean;
  /** absent: the event feed is off (docs/contributing/spec/event-feed.md) */
  readonly feed?: FeedConfig | undefined;
  /** absent: none is configured (docs/contributing/spec/event-feed.md#webhooks) */
  readonly webhooks?: readonly WebhookConfig[] | undefined;
  /** sender of a request; absent: not needed */
  readonly originOf?: OriginReader | undefined;
  /** whether /openapi.json and /docs are served */
  readonly servesDocs: boolean;
  /** absent: assistants are not served (docs/contributing/spec/mcp.md) */
  readonly mcp?: McpPorts | undefined;
  /** whether the API of Camunda 7 is served (docs/how-to/move-from-camunda-7.md) */
  readonly servesCamunda7?: boolean;
  /** numeric keys of ids; absent: the API of Camunda 8 is not served (docs/how-to/move-from-camunda-8.md) */
  readonly numericKeys?: NumericKeyStore | undefined;
  /** absent: traces are passed on, no spans are made */
  readonly tracing?: Tracing | undefined;
  /** undefined: the reverse proxy has checked it */
  readonly hosts?: HostCheck | undefined;
  /** undefined: no limits (docs/contributing/spec/http/access.md#limiter-off-by-default) */
  readonly limiter?: RateLimiter | undefined;
  /** undefined: the API is anonymous (docs/contributing/spec/http/access.md#authentication) */
  readonly authenticator?: Authenticator | undefined;
  /** whether callers need the permissions of access roles (docs/contributing/spec/roles.md); absent: every request that arrives here may do everything */
  readonly requiresRoles?: boolean;
  /** absent: acts are not recorded (docs/contributing/spec/audit.md) */
  readonly audit?: Audit | undefined;
  /** message classes of the HTTP server in front of the API; absent: several servers, or none */
  readonly messages?: HttpMessages | undefined;
}
