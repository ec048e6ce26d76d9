import type { z } from 'zod';
import type { CommandKind } from '../messages/commands.ts';
import type { Answer } from '../platform/answer.ts';
import type { AuditKind, RateLimitName } from '../platform/config/config-security.ts';
import type { Members } from './body/members.ts';
import type { ApiRequest, Permission } from './exchange.ts';
import type { ApiPorts } from './ports.ts';
import type { RequestSchema } from './schemas/members.ts';
import type { ApiServices } from './services.ts';
import type { ShardRead } from './shards/shard-read.ts';

/**
 * Kind, and name in the audit log (docs/contributing/spec/audit.md#acts). `operator`: actions of an operator; `client`: usual calls of client
 * applications; `worker`: work on tasks. `none`: changes nothing, or no user decides it.
 */
export type AuditedAct = readonly [kind: AuditKind, act: CommandKind] | 'none';

/** Error answer of one endpoint; the OpenAPI document adds those of all. `shape`: E is the body `{error}`, P is problem details. */
export interface DocumentedRefusal {
  readonly status: 400 | 403 | 404 | 406 | 409 | 413 | 422 | 429 | 503;
  readonly shape: 'E' | 'P';
  /** error text with variable parts in angle brackets */
  readonly text: string;
}

/** Parts of `pattern` in braces: `{…Id}` is a GUID, `{version}` a number, others any text. */
interface EndpointFacts {
  readonly pattern: string;
  readonly permission: Permission;
  /**
   * callers with the permission for some process keys may call it (docs/contributing/spec/roles.md#key-patterns): a `{key}` of the path is checked
   * before the handler, which must apply `request.limits` to all other data. Absent: needs the permission for all keys
   */
  readonly keepsKeys?: true;
  /** whether the service has this endpoint; absent: always */
  readonly isServed?: (ports: ApiPorts) => boolean;
  /** the OpenAPI document omits the endpoint */
  readonly isUndocumented?: true;
  /** `operationId` in the OpenAPI document */
  readonly id: string;
  /** group in the OpenAPI document and the client libraries */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** body of 200: a JSON schema, empty, or text of another media type */
  readonly answer: z.ZodType | 'empty' | { readonly mediaType: string };
  readonly refusals?: readonly DocumentedRefusal[];
  /** schema of 400 of the form `{error}`, if it has more members */
  readonly badRequest?: z.ZodType;
}

/** A test sends each of `examples` as a query. */
export interface ReadEndpoint extends EndpointFacts {
  readonly method: 'GET';
  /** absent: no limit. Allowed only outside of the protected paths, which alone require a token; a test checks it */
  readonly rateLimit?: RateLimitName;
  /** `Service-Min-Position` applies (docs/contributing/spec/http.md#service-min-position): the handler must wait for it */
  readonly readsProjection?: true;
  /** shards to read; absent: that of an id in the path */
  readonly shards?: ShardRead;
  readonly query?: z.ZodObject;
  readonly examples?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly handle: (request: ApiRequest, services: ApiServices) => Answer | Promise<Answer>;
}

/** Headers and body are checked. */
export interface WriteRequest<S extends RequestSchema | null = null> extends ApiRequest {
  readonly members: S extends RequestSchema ? Members<S> : object;
}

/** A test sends each of `examples` as a body. */
export interface WriteEndpoint<S extends RequestSchema | null = RequestSchema | null> extends EndpointFacts {
  readonly method: 'POST' | 'DELETE';
  readonly rateLimit: RateLimitName;
  readonly audit: AuditedAct;
  /** null: the body is ignored, but its size is limited (docs/contributing/spec/http/user-tasks.md#unclaim-ignores-body) */
  readonly body: S;
  /** decoded bytes; default: {@link BODY_LIMIT} */
  readonly bodyLimit?: number;
  readonly examples: Readonly<Record<string, object>>;
  /** checks UserId: required without authentication; otherwise absent or the user of the token (docs/contributing/spec/http/access.md#acting-user) */
  readonly actsForUser?: true;
  /** rejects web pages of other origins */
  readonly refusesOtherOrigins?: true;
  // a method, because its parameters are bivariant: the list of endpoints has handlers for different bodies
  handle(request: WriteRequest<S>, services: ApiServices): Answer | Promise<Answer>;
}

export type Endpoint = ReadEndpoint | WriteEndpoint;

/** Decoded bytes (docs/contributing/spec/http.md#size-limits). */
export const DEPLOY_BODY_LIMIT = 10_485_760;
export const BODY_LIMIT = 1_048_576;

/** Properties for the checks before the body, also of the Camunda APIs. */
export interface Guarded extends Pick<EndpointFacts, 'pattern' | 'permission' | 'keepsKeys'> {
  readonly method: string;
  readonly rateLimit?: RateLimitName;
  readonly audit?: AuditedAct;
}

/** Returns the endpoint. TypeScript infers the type of `members` in `handle` from `body`. */
export function writeEndpoint<const S extends RequestSchema | null>(endpoint: WriteEndpoint<S>): WriteEndpoint<S> {
  return endpoint;
}

/** Name in log and metrics: `POST /UserTasks/{activityInstanceId}/claim`. */
export function nameOf({ method, pattern }: { readonly method: string; readonly pattern: string }): string {
  return `${method} ${pattern}`;
}

/** Returns undefined if none, or if its kind is not recorded. */
export function auditedActOf({ audit = 'none' }: Guarded, kinds: ReadonlySet<AuditKind>): CommandKind | undefined {
  if (audit === 'none') return undefined;
  const [kind, act] = audit;
  return kinds.has(kind) ? act : undefined;
}
