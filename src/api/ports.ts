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
  /** URL of the API that clients use; undefined: there is no metadata */
  readonly publicUrl: string | undefined;
  /** issuer of tokens; undefined: there is no metadata */
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

/** Objects that the API needs. main.ts creates them; tests pass others. */
export interface ApiPorts {
  readonly sender: CommandSender;
  /** for reads only; commands must not depend on this data (docs/contributing/spec/http.md#one-command-at-a-time) */
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
  /** timeout for the error text if no worker answers; `sender` applies the timeout */
  readonly commandTimeoutSeconds: number;
  /** task types of bundled plugins that external workers may fetch, in lower case */
  readonly fetchableBundledTypes: readonly string[];
  /** maximum number of items in the lists of a state without paging (docs/contributing/spec/http/instances.md#state-pages) */
  readonly maxStateEntries: number;
  /** maximum number of waiting requests (docs/contributing/spec/http.md#waiting-requests) */
  readonly maxWaits: number;
  /** maximum number of waiting requests of one client */
  readonly waitsPerClient: number;
  /** variables by which instances can be searched (ADR 0025) */
  readonly indexedVariables: readonly IndexedVariable[];
  /** default of `KeepUnchanged`: true if a deploy of unchanged files returns the existing versions */
  readonly keepsUnchanged: boolean;
  /** true: body members and query parameters that an endpoint does not have are rejected (docs/contributing/spec/http/errors.md#unknown-member) */
  readonly refusesUnknown: boolean;
  /** absent: the event feed is off (docs/contributing/spec/event-feed.md) */
  readonly feed?: FeedConfig | undefined;
  /** configured webhooks; absent: none (docs/contributing/spec/event-feed.md#webhooks) */
  readonly webhooks?: readonly WebhookConfig[] | undefined;
  /** returns the sender of a request; absent: no part needs it */
  readonly originOf?: OriginReader | undefined;
  /** true: /openapi.json and /docs exist */
  readonly servesDocs: boolean;
  /** absent: the MCP endpoint for AI assistants is off (docs/contributing/spec/mcp.md) */
  readonly mcp?: McpPorts | undefined;
  /** true: the Camunda 7 API exists (docs/how-to/move-from-camunda-7.md) */
  readonly servesCamunda7?: boolean;
  /** numeric keys of ids; absent: the Camunda 8 API is off (docs/how-to/move-from-camunda-8.md) */
  readonly numericKeys?: NumericKeyStore | undefined;
  /** absent: trace contexts are passed on, but no spans are created */
  readonly tracing?: Tracing | undefined;
  /** undefined: hosts are not checked here, because another server has checked them */
  readonly hosts?: HostCheck | undefined;
  /** undefined: no limits (docs/contributing/spec/http/access.md#limiter-off-by-default) */
  readonly limiter?: RateLimiter | undefined;
  /** undefined: the API is anonymous (docs/contributing/spec/http/access.md#authentication) */
  readonly authenticator?: Authenticator | undefined;
  /** true: callers need permissions of access roles; otherwise every accepted request may do everything (docs/contributing/spec/roles.md) */
  readonly requiresRoles?: boolean;
  /** absent: the audit log is off (docs/contributing/spec/audit.md) */
  readonly audit?: Audit | undefined;
  /** message classes of the HTTP server of the API; absent: there is no such server or several */
  readonly messages?: HttpMessages | undefined;
}
