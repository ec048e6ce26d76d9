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
 * Audited action of a write: its kind, and its name in the audit log (docs/contributing/spec/audit.md#acts). `operator`: actions of an operator;
 * `client`: usual calls of client applications; `worker`: work on tasks. `none`: never audited, because the call changes nothing or no user decides it.
 */
export type AuditedAct = readonly [kind: AuditKind, act: CommandKind] | 'none';

/** An error answer of one endpoint. The OpenAPI document adds those of all endpoints. `shape`: E is the body `{error}`, P is problem details. */
export interface DocumentedRefusal {
  readonly status: 400 | 403 | 404 | 406 | 409 | 413 | 422 | 429 | 503;
  readonly shape: 'E' | 'P';
  /** error text with variable parts in angle brackets */
  readonly text: string;
}

/** Properties of reads and writes. Parts of `pattern` in braces are parameters: `{…Id}` is a GUID, `{version}` a version number, others any text. */
interface EndpointFacts {
  readonly pattern: string;
  readonly permission: Permission;
  /**
   * callers with the permission for some process keys may call it (docs/contributing/spec/roles.md#key-patterns): a `{key}` of the path is checked before
   * the handler, which must apply `request.limits` to all other data. Absent: the caller needs the permission for all keys
   */
  readonly keepsKeys?: true;
  /** returns true if the service has this endpoint; absent: always */
  readonly isServed?: (ports: ApiPorts) => boolean;
  /** set if the endpoint is not part of the OpenAPI document */
  readonly isUndocumented?: true;
  /** `operationId` in the OpenAPI document */
  readonly id: string;
  /** group in the OpenAPI document and in the client libraries */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** body of a 200: a JSON schema, empty, or text of another media type */
  readonly answer: z.ZodType | 'empty' | { readonly mediaType: string };
  readonly refusals?: readonly DocumentedRefusal[];
  /** schema of the answer 400 of the form `{error}`, if it has more members */
  readonly badRequest?: z.ZodType;
}

/** An endpoint that reads. A test sends each of `examples` as a query. */
export interface ReadEndpoint extends EndpointFacts {
  readonly method: 'GET';
  /** absent: requests are not limited. Allowed only outside of the protected paths, which alone require a token; a test checks it */
  readonly rateLimit?: RateLimitName;
  /** `Service-Min-Position` applies (docs/contributing/spec/http.md#service-min-position): it is parsed before the handler, which must wait for it */
  readonly readsProjection?: true;
  /** shards that the read asks; absent: the shard that an id of the path names */
  readonly shards?: ShardRead;
  readonly query?: z.ZodObject;
  readonly examples?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly handle: (request: ApiRequest, services: ApiServices) => Answer | Promise<Answer>;
}

/** A request for a write, with checked headers and body. */
export interface WriteRequest<S extends RequestSchema | null = null> extends ApiRequest {
  readonly members: S extends RequestSchema ? Members<S> : object;
}

/** An endpoint that writes. A test sends each of `examples` as a body. */
export interface WriteEndpoint<S extends RequestSchema | null = RequestSchema | null> extends EndpointFacts {
  readonly method: 'POST' | 'DELETE';
  readonly rateLimit: RateLimitName;
  readonly audit: AuditedAct;
  /** null: the body is ignored, but its size is limited (docs/contributing/spec/http/user-tasks.md#unclaim-ignores-body) */
  readonly body: S;
  /** maximum size of the body in decoded bytes; default: {@link BODY_LIMIT} */
  readonly bodyLimit?: number;
  readonly examples: Readonly<Record<string, object>>;
  /**
   * checks the member UserId: required without authentication; with authentication, absent or equal to the user of the token
   * (docs/contributing/spec/http/access.md#acting-user)
   */
  readonly actsForUser?: true;
  /** rejects requests from web pages of other origins */
  readonly refusesOtherOrigins?: true;
  // a method, because its parameters are bivariant: the list of all endpoints has handlers for different bodies
  handle(request: WriteRequest<S>, services: ApiServices): Answer | Promise<Answer>;
}

/** An endpoint with the data for checks, documentation and handling. */
export type Endpoint = ReadEndpoint | WriteEndpoint;

/** Body limits in decoded bytes (docs/contributing/spec/http.md#size-limits). */
export const DEPLOY_BODY_LIMIT = 10_485_760;
export const BODY_LIMIT = 1_048_576;

/** Properties of an endpoint that the checks before the body need. The endpoints of the Camunda APIs have them too. */
export interface Guarded extends Pick<EndpointFacts, 'pattern' | 'permission' | 'keepsKeys'> {
  readonly method: string;
  readonly rateLimit?: RateLimitName;
  readonly audit?: AuditedAct;
}

/** Returns the endpoint unchanged. It lets TypeScript infer the type of `members` in `handle` from `body`. */
export function writeEndpoint<const S extends RequestSchema | null>(endpoint: WriteEndpoint<S>): WriteEndpoint<S> {
  return endpoint;
}

/** Returns the name of an endpoint in log lines and metrics: method and pattern, for example `POST /UserTasks/{activityInstanceId}/claim`. */
export function nameOf({ method, pattern }: { readonly method: string; readonly pattern: string }): string {
  return `${method} ${pattern}`;
}

/** Returns the audited action of an endpoint. Returns undefined if it has none or its kind is not recorded. */
export function auditedActOf({ audit = 'none' }: Guarded, kinds: ReadonlySet<AuditKind>): CommandKind | undefined {
  if (audit === 'none') return undefined;
  const [kind, act] = audit;
  return kinds.has(kind) ? act : undefined;
}
