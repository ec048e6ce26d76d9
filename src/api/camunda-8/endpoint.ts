import type { Answer } from '../../platform/answer.ts';
import type { RateLimitName } from '../../platform/config/config-security.ts';
import type { JsonBody } from '../body/parse-json.ts';
import type { AuditedAct } from '../endpoint.ts';
import type { ApiRequest, Permission } from '../exchange.ts';
import type { ApiServices } from '../services.ts';
import type { NumericKeys } from './keys.ts';

/** A request with its body. */
export interface Camunda8Call extends ApiRequest {
  readonly body: JsonBody;
  /** files of a form; otherwise empty */
  readonly files: readonly CalledFile[];
}

/** File of a form. */
export interface CalledFile {
  readonly name: string;
  readonly content: string;
}

/** Services with the numeric keys of ids. */
export interface Camunda8Services extends ApiServices {
  readonly keys: NumericKeys;
}

/** Operation of Camunda 8 (docs/how-to/move-from-camunda-8.md). Not part of the OpenAPI document. */
export interface Camunda8Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly pattern: string;
  readonly permission: Permission;
  /** callers limited to some process keys may call it: `handle` applies `call.limits` */
  readonly keepsKeys?: true;
  readonly rateLimit: RateLimitName;
  readonly audit: AuditedAct;
  /** answer, or difference from Camunda, for the table of operations */
  readonly summary: string;
  /** form with files instead of JSON */
  readonly takesFiles?: true;
  readonly bodyLimit?: number;
  handle(call: Camunda8Call, services: Camunda8Services): Answer | Promise<Answer>;
}
