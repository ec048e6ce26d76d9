import type { IncomingMessage } from 'node:http';
import type { Answer } from '../platform/answer.ts';
import type { KeyLimits } from '../platform/key-patterns.ts';
import type { Position } from '../requests/position.ts';
import type { AuditedRequest } from './audit/audited-request.ts';
import type { Principal } from './auth/principal.ts';
import type { JsonBody } from './body/parse-json.ts';

/** Request for the handler of a GET endpoint. */
export interface ReadRequest extends AddressedRequest {
  /**
   * positions that the query tables must contain before the read: `Service-Min-Position`, empty if the header does not apply
   * (docs/contributing/spec/http.md#service-min-position)
   */
  readonly minPositions: readonly Position[];
  /** whether the client has disconnected, so that an answer is useless */
  readonly hasLeft: () => boolean;
  /** user of the token; undefined while authentication is off */
  readonly principal: Principal | undefined;
  /** the request itself, for data that few endpoints need: `Accept`, the connection */
  readonly message: IncomingMessage;
}

/** The target of a request, read. */
export interface AddressedRequest {
  /** path as sent, without the query: `instance` of problems */
  readonly path: string;
  /** the query string, not decoded; empty when there is none */
  readonly queryText: string;
  /** decoded path parts in the order of the pattern; GUIDs in lower case */
  readonly params: readonly string[];
  /** process keys that the caller's permission covers */
  readonly limits: KeyLimits;
}

/** Request for the handler of a POST or DELETE endpoint. Everything except the members of the body has been checked. */
export interface WriteRequest extends AddressedRequest {
  /** verb and pattern, for example `POST /UserTasks/{activityInstanceId}/claim`: the endpoint in log lines */
  readonly endpoint: string;
  /** path in its one spelling: fixed parts in lower case, parameters decoded (docs/contributing/spec/http.md#same-content) */
  readonly canonicalPath: string;
  readonly body: JsonBody;
  /** well-formed value of the header, when it was sent */
  readonly idempotencyKey: string | undefined;
  /** user of the token; undefined while authentication is off */
  readonly principal: Principal | undefined;
  /** absent: not an audited action */
  readonly audited?: AuditedRequest | undefined;
  /** whether the client has disconnected, so that an answer is useless */
  readonly hasLeft: () => boolean;
  /** the original request, for an endpoint that runs other endpoints on its behalf */
  readonly carrier?: IncomingMessage;
}

/** An endpoint that reads. */
export interface ReadEndpoint {
  readonly method: 'GET';
  readonly pattern: string;
  /** reads data of the projector, so `Service-Min-Position` applies (docs/contributing/spec/http.md#service-min-position) */
  readonly readsProjection?: true;
  readonly handle: (request: ReadRequest) => Answer | Promise<Answer>;
}

/** An endpoint that changes something. */
export interface WriteEndpoint {
  readonly method: 'POST' | 'DELETE';
  readonly pattern: string;
  /** `ignored`: no body is read, but its size limit holds (docs/contributing/spec/http/user-tasks.md#unclaim-ignores-body) */
  readonly bodyUse: 'json' | 'ignored';
  /** decoded bytes */
  readonly bodyLimit: number;
  /** pages of other sites are refused, whatever their browser is allowed to send */
  readonly refusesOtherOrigins?: true;
  readonly handle: (request: WriteRequest) => Promise<Answer>;
}

/** One endpoint. Parts of the pattern in braces are parameters; `{…Id}` holds a GUID, `{version}` a version, anything else any text. */
export type Endpoint = ReadEndpoint | WriteEndpoint;

/** Body limits in decoded bytes (docs/contributing/spec/http.md#size-limits). */
export const DEPLOY_BODY_LIMIT = 10_485_760;
export const BODY_LIMIT = 1_048_576;
