import type { Answer } from '../../platform/answer.ts';
import type { RateLimitName } from '../../platform/config/config-security.ts';
import type { FormPart } from '../body/read-form.ts';
import type { AuditedAct } from '../endpoint.ts';
import type { ApiRequest, Permission } from '../exchange.ts';
import type { ApiServices } from '../services.ts';

/** A request with its body. */
export interface Camunda7Call extends ApiRequest {
  /** parts of a form; otherwise empty */
  readonly parts: readonly FormPart[];
}

/** Operation of Camunda 7 (docs/how-to/move-from-camunda-7.md). Not part of the OpenAPI document. */
export interface Camunda7Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** path below `/engine-rest`. Parts in braces are any text; `{key}` is a process key */
  readonly pattern: string;
  readonly permission: Permission;
  readonly keepsKeys?: true;
  readonly rateLimit: RateLimitName;
  readonly audit: AuditedAct;
  /** difference from Camunda, for the table of operations */
  readonly summary: string;
  /** form with files instead of JSON */
  readonly takesForm?: true;
  readonly bodyLimit?: number;
  handle(call: Camunda7Call, services: ApiServices): Answer | Promise<Answer>;
}

export const READ = { permission: 'see', keepsKeys: true, rateLimit: 'Read', audit: 'none' } as const;

export function camundaTime(time: Date | number | string): string {
  return `${new Date(time).toISOString().slice(0, -1)}+0000`;
}

export function camundaTimeOrNull(time: Date | number | string | null): string | null {
  return time === null ? null : camundaTime(time);
}
