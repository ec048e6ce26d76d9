import type { z } from 'zod';
import type { CommandKind } from '../messages/commands.ts';
import type { Right } from '../platform/access-roles.ts';
import type { Answer } from '../platform/answer.ts';
import type { AuditKind, RateLimitName } from '../platform/config/config-security.ts';
import type { Members } from './body/members.ts';
import type { ApiRequest } from './exchange.ts';
import type { ApiPorts } from './ports.ts';
import type { RequestSchema } from './schemas/members.ts';
import type { ApiServices } from './services.ts';

/** Permission that an endpoint requires; `nothing`: the endpoint is anonymous. */
export type Permission = Right | 'nothing';

/**
 * Audited action of a write: its kind, and its name in the audit (docs/contributing/spec/audit.md#acts). `client`: routine calls of
 * applications; `worker`: work on tasks; `none`: it changes nothing, or no user decides it.
 */
export type AuditedAct = readonly [kind: AuditKind, act: CommandKind] | 'none';

/** An error of an endpoint for the OpenAPI document, which adds the common ones. `shape`: docs/contributing/spec/http/errors.md#shapes. */
export interface DocumentedRefusal {
  readonly status: 400 | 403 | 404 | 406 | 409 | 413 | 422 | 503;
  readonly shape: 'E' | 'P';
  /** the text, with its variable parts in angle brackets */
  readonly text: string;
}

/** Parts of the pattern in braces are parameters; `{…Id}` holds a GUID, `{version}` a version, anything else any text. */
interface EndpointFacts {
  readonly pattern: string;
  readonly permission: Permission;
  /**
   * respects the process keys of the caller's permission (docs/contributing/spec/roles.md#key-patterns); absent: the caller needs the
   * permission for all keys
   */
  readonly keepsKeys?: true;
  /** absent: served always */
  readonly isServed?: (ports: ApiPorts) => boolean;
  /** absent: part of the OpenAPI document */
  readonly isUndocumented?: true;
  /** operationId */
  readonly id: string;
  /** group in the OpenAPI document and in the client libraries */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** body of the 200: a schema, nothing at all, or a text of another media type */
  readonly answer: z.ZodType | 'empty' | { readonly mediaType: string };
  readonly refusals?: readonly DocumentedRefusal[];
  /** body of a 400 in shape E, where it has further members */
  readonly badRequest?: z.ZodType;
}

/** An endpoint that reads. A test sends each example, which is a query. */
export interface ReadEndpoint extends EndpointFacts {
  readonly method: 'GET';
  /** absent: anonymous and not limited */
  readonly rateLimit?: RateLimitName;
  /** reads data of the projector, so `Service-Min-Position` applies (docs/contributing/spec/http.md#service-min-position) */
  readonly readsProjection?: true;
  readonly query?: z.ZodObject;
  readonly examples?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly handle: (request: ApiRequest, services: ApiServices) => Answer | Promise<Answer>;
}

/** A write whose headers and body have been checked. */
export interface WriteRequest<S extends RequestSchema | null = null> extends ApiRequest {
  readonly members: S extends RequestSchema ? Members<S> : object;
}

/** An endpoint that changes something. A test sends each example, which is a body. */
export interface WriteEndpoint<S extends RequestSchema | null = RequestSchema | null> extends EndpointFacts {
  readonly method: 'POST' | 'DELETE';
  readonly rateLimit: RateLimitName;
  readonly audit: AuditedAct;
  /** null: no body is read, but its size limit holds (docs/contributing/spec/http/user-tasks.md#unclaim-ignores-body) */
  readonly body: S;
  /** Unit: decoded bytes. Default: {@link BODY_LIMIT} */
  readonly bodyLimit?: number;
  readonly examples: Readonly<Record<string, object>>;
  /** checks that the body names the acting user (docs/contributing/spec/http/access.md#acting-user) */
  readonly actsForUser?: true;
  /** pages of other sites are refused, whatever their browser is allowed to send */
  readonly refusesOtherOrigins?: true;
  // a method: the list of all endpoints has handlers of different members
  handle(request: WriteRequest<S>, services: ApiServices): Answer | Promise<Answer>;
}

/** One endpoint: everything that checks, documentation and handlers need to know about it. */
export type Endpoint = ReadEndpoint | WriteEndpoint;

/** Body limits in decoded bytes (docs/contributing/spec/http.md#size-limits). */
export const DEPLOY_BODY_LIMIT = 10_485_760;
export const BODY_LIMIT = 1_048_576;

/** Gives `handle` the members of `body`. */
export function writeEndpoint<const S extends RequestSchema | null>(endpoint: WriteEndpoint<S>): WriteEndpoint<S> {
  return endpoint;
}

/** Method and pattern, for example `POST /UserTasks/{activityInstanceId}/claim`: the endpoint in log lines and tables. */
export function nameOf({ method, pattern }: Pick<Endpoint, 'method' | 'pattern'>): string {
  return `${method} ${pattern}`;
}

/** The audited action of an endpoint if its kind is recorded. */
export function auditedActOf(endpoint: Endpoint, kinds: ReadonlySet<AuditKind>): CommandKind | undefined {
  if (endpoint.method === 'GET' || endpoint.audit === 'none') return undefined;
  const [kind, act] = endpoint.audit;
  return kinds.has(kind) ? act : undefined;
}
