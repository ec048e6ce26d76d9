import type { Answer } from '../../platform/answer.ts';
import type { RateLimitName } from '../../platform/config/config-security.ts';
import type { FormPart } from '../body/read-form.ts';
import type { AuditedAct } from '../endpoint.ts';
import type { ApiRequest, Permission } from '../exchange.ts';
import type { ApiServices } from '../services.ts';

/** A request of a client of Camunda 7 with its body. */
export interface Camunda7Call extends ApiRequest {
  /** parts of a form; empty unless the operation takes forms */
  readonly parts: readonly FormPart[];
}

/** An operation of the REST API of Camunda 7 (docs/how-to/move-from-camunda-7.md). It is not part of the OpenAPI document. */
export interface Camunda7Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** below `/engine-rest`. Parts in braces are any text; `{key}` is a process key */
  readonly pattern: string;
  readonly permission: Permission;
  readonly keepsKeys?: true;
  readonly rateLimit: RateLimitName;
  readonly audit: AuditedAct;
  /** the difference from Camunda, for the table of operations; empty: none */
  readonly summary: string;
  /** reads a form with files instead of JSON */
  readonly takesForm?: true;
  readonly bodyLimit?: number;
  handle(call: Camunda7Call, services: ApiServices): Answer | Promise<Answer>;
}

/** Facts of reads. */
export const READ = { permission: 'see', keepsKeys: true, rateLimit: 'Read', audit: 'none' } as const;

/** Time as Camunda prints it. */
export function camundaTime(time: Date | number | string): string {
  return `${new Date(time).toISOString().slice(0, -1)}+0000`;
}

/** Converts a time as {@link camundaTime} does; null stays null. */
export function camundaTimeOrNull(time: Date | number | string | null): string | null {
  return time === null ? null : camundaTime(time);
}
