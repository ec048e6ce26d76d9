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

/** Token metadata (docs/contributing/spec/mcp.md#tokens). */
export interface McpPorts {
  /** URL for clients; undefined: no metadata */
  readonly publicUrl: string | undefined;
  /** issuer of tokens; undefined: no metadata */
  readonly authority: string | undefined;
}

/** One of several databases (docs/contributing/spec/shards.md). */
export interface ApiShard {
  readonly name: string;
  readonly db: ReadDatabase;
  readonly lists: ListReads;
  /** false: not reachable since the start */
  readonly isOpen: () => boolean;
}

export interface ApiPorts {
  readonly sender: CommandSender;
  /** reads only; commands must not depend on them (docs/contributing/spec/http.md#one-command-at-a-time) */
  readonly db: ReadDatabase;
  /** lists of the query tables; all other reads use `db` */
  readonly lists: ListReads;
  /** databases by number; `db` and `lists` are those of the first. Absent: one database */
  readonly shards?: readonly ApiShard[] | undefined;
  /** reads files before their deploy */
  readonly reader: ModelReader;
  /** runs models that are not deployed */
  readonly simulator: Simulator;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  /** shared by all replicas of the API and the UI */
  readonly signer: Signer;
  /** timeout for the error text; `sender` applies it */
  readonly commandTimeoutSeconds: number;
  /** bundled types that external workers may fetch, in lower case */
  readonly fetchableBundledTypes: readonly string[];
  /** items in lists of a state without paging (docs/contributing/spec/http/instances.md#state-pages) */
  readonly maxStateEntries: number;
  /** maximum of waiting requests (docs/contributing/spec/http.md#waiting-requests) */
  readonly maxWaits: number;
  /** waiting requests of one client */
  readonly waitsPerClient: number;
  /** variables for the search of instances (ADR 0025) */
  readonly indexedVariables: readonly IndexedVariable[];
  /** instances whose variables one search reads without an index */
  readonly maxVariableReads: number;
  /** default of `KeepUnchanged`: a deploy of unchanged files returns the existing versions */
  readonly keepsUnchanged: boolean;
  /** rejects unknown body members and query parameters (docs/contributing/spec/http/errors.md#unknown-member) */
  readonly refusesUnknown: boolean;
  /** absent: off (docs/contributing/spec/event-feed.md) */
  readonly feed?: FeedConfig | undefined;
  /** absent: none (docs/contributing/spec/event-feed.md#webhooks) */
  readonly webhooks?: readonly WebhookConfig[] | undefined;
  /** sender of a request; absent: not needed */
  readonly originOf?: OriginReader | undefined;
  /** /openapi.json and /docs exist */
  readonly servesDocs: boolean;
  /** absent: off (docs/contributing/spec/mcp.md) */
  readonly mcp?: McpPorts | undefined;
  /** see docs/how-to/move-from-camunda-7.md */
  readonly servesCamunda7?: boolean;
  /** absent: the Camunda 8 API is off (docs/how-to/move-from-camunda-8.md) */
  readonly numericKeys?: NumericKeyStore | undefined;
  /** absent: trace contexts are passed on, without spans */
  readonly tracing?: Tracing | undefined;
  /** undefined: another server has checked the host */
  readonly hosts?: HostCheck | undefined;
  /** undefined: no limits (docs/contributing/spec/http/access.md#limiter-off-by-default) */
  readonly limiter?: RateLimiter | undefined;
  /** undefined: anonymous (docs/contributing/spec/http/access.md#authentication) */
  readonly authenticator?: Authenticator | undefined;
  /** callers need permissions; otherwise every accepted request may do everything (docs/contributing/spec/roles.md) */
  readonly requiresRoles?: boolean;
  /** absent: off (docs/contributing/spec/audit.md) */
  readonly audit?: Audit | undefined;
  /** messages of the HTTP server of the API; absent: none or several */
  readonly messages?: HttpMessages | undefined;
}
