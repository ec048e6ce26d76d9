import type { Request, RequestHandler } from 'express';
import type { ModelReader } from '../../bpmn/reader/model-reader.ts';
import type { Right } from '../../platform/access-roles.ts';
import type { IndexedVariable } from '../../platform/config/setting-types.ts';
import type { Health } from '../../platform/health.ts';
import type { HostCheck } from '../../platform/host-check.ts';
import type { Logger } from '../../platform/log.ts';
import type { Metrics, QueueCount } from '../../platform/metrics/metrics.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import type { ListReads } from '../../queries/replica/list-reads.ts';
import type { PageAudit } from './audit.ts';
import type { LiveWatch } from './live/live-watch.ts';
import type { IdentityProvider } from './sign-in/identity-provider.ts';
import type { Sessions } from './sign-in/session.ts';

/** See docs/contributing/spec/shards.md#pages. */
export interface UiShard {
  readonly number: number;
  readonly name: string;
  readonly db: ReadDatabase;
  readonly lists: ListReads;
  readonly queueCounts: () => Promise<readonly QueueCount[]>;
}

export interface UiPorts {
  readonly health: Health;
  readonly hosts: HostCheck;
  readonly log: Logger;
  /** for reads only */
  readonly db: ReadDatabase;
  /** lists, counts and groups of pages; all other reads use `db` */
  readonly lists: ListReads;
  /** reads stored models */
  readonly reader: Pick<ModelReader, 'readModel' | 'readDecision' | 'hasPlaceFor'>;
  /** shards by number; `db` and `lists` are those of the first. Absent: one database */
  readonly shards?: readonly UiShard[] | undefined;
  /** the endpoints of the API, after the checks of sign-in and antiforgery token */
  readonly service: RequestHandler;
  /** shared by all replicas */
  readonly sessions: Pick<Sessions, 'handler' | 'endAllOf'>;
  /** undefined: no sign-in */
  readonly provider: IdentityProvider | undefined;
  /** Text for users. Undefined: not read-only. */
  whyReadOnly(): Promise<string | undefined>;
  readonly rightsOf: RightsReader;
  /** whether these pages have rules for access roles */
  readonly hasRules: boolean;
  readonly metrics: Pick<Metrics, 'requestForbidden'>;
  /** undefined: the audit is off */
  readonly audit: PageAudit | undefined;
  /** Scheme that the browser used, before any proxy (docs/contributing/spec/http/access.md#client-address) */
  schemeOf(request: Request): 'http' | 'https';
  /** URL for browsers; undefined: that of the request */
  readonly publicUrl: string | undefined;
  /** Address of the API in this process, or the recorded one of another process. Undefined: unknown. */
  apiUrl(): Promise<string | undefined>;
  /** whether edits of variables need a reason */
  readonly requiresReason: boolean;
  /** built browser part */
  readonly webFolder: string;
  readonly indexedVariables: readonly IndexedVariable[];
  readonly maxVariableReads: number;
  queueCounts(): Promise<readonly QueueCount[]>;
  readonly live: LiveWatch;
}

/** Returns undefined without access rules, so everything is permitted. */
export type RightsReader = (request: Request) => Promise<CallerRights | undefined>;

/** Returns patterns of process keys; empty: the user does not have the permission. */
export type CallerRights = (right: Right) => readonly string[];
