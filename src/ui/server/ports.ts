import type { Request, RequestHandler } from 'express';
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

/** Ports of the views of one shard (docs/contributing/spec/shards.md#pages). */
export interface UiShard {
  readonly number: number;
  readonly name: string;
  readonly db: ReadDatabase;
  readonly lists: ListReads;
  readonly queueCounts: () => Promise<readonly QueueCount[]>;
}

/** Dependencies of the web UI. main.ts provides them; tests provide replacements. */
export interface UiPorts {
  readonly health: Health;
  readonly hosts: HostCheck;
  readonly log: Logger;
  /** for reads only */
  readonly db: ReadDatabase;
  /** reads lists, counts and groups of pages; all other reads use `db` */
  readonly lists: ListReads;
  /** all shards, by number; `db` and `lists` are those of the first. Absent: one database */
  readonly shards?: readonly UiShard[] | undefined;
  /** the endpoints of the API, below `/ui/api/service`; a sign-in and the antiforgery token have been checked */
  readonly service: RequestHandler;
  /** sessions, shared by all replicas */
  readonly sessions: Pick<Sessions, 'handler' | 'endAllOf'>;
  /** undefined: no sign-in */
  readonly provider: IdentityProvider | undefined;
  /** Returns the text why the pages are read-only; undefined: they are not. */
  whyReadOnly(): Promise<string | undefined>;
  readonly rightsOf: RightsReader;
  /** whether these pages have their own rules for access roles */
  readonly hasRules: boolean;
  readonly metrics: Pick<Metrics, 'requestForbidden'>;
  /** undefined: the audit is off */
  readonly audit: PageAudit | undefined;
  /** Returns the scheme that the browser used, which a proxy may have replaced (docs/contributing/spec/http/access.md#client-address) */
  schemeOf(request: Request): 'http' | 'https';
  /** URL of the pages for browsers; undefined: the URL of the request */
  readonly publicUrl: string | undefined;
  /** Returns the address of the API: in this process, or the recorded one of another process; undefined: unknown. */
  apiUrl(): Promise<string | undefined>;
  /** whether edits of variables need a reason */
  readonly requiresReason: boolean;
  /** folder of the built browser part */
  readonly webFolder: string;
  /** variables that instances can be searched by */
  readonly indexedVariables: readonly IndexedVariable[];
  queueCounts(): Promise<readonly QueueCount[]>;
  /** reports changes to open tabs */
  readonly live: LiveWatch;
}

/** Returns the permissions of the sender of a request; undefined if there are no access rules, so that everything is permitted. */
export type RightsReader = (request: Request) => Promise<CallerRights | undefined>;

/** Returns the patterns of process keys for which a user has a permission; empty: the user does not have it. */
export type CallerRights = (right: Right) => readonly string[];
