import type { CommandKind, CommandResults } from '../../messages/commands.ts';
import type { Answer } from '../../platform/answer.ts';
import type { RateLimitName } from '../../platform/config/config-security.ts';
import type { FormPart } from '../body/read-form.ts';
import type { CommandBodyOf } from '../commands.ts';
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

/** Clients compare the media type with this text. */
const JSON_TYPE = 'application/json';

/** JSON in the media type that clients expect. */
export function shown(body: unknown, status = 200): Answer {
  return { status, contentType: JSON_TYPE, body: JSON.stringify(body) };
}

/** 204: done, without a body. */
export const DONE: Answer = { status: 204, body: '' };

/** Time as Camunda prints it. */
export function camundaTime(time: Date | number | string): string {
  return `${new Date(time).toISOString().slice(0, -1)}+0000`;
}

/** The same; null stays. */
export function camundaTimeOrNull(time: Date | number | string | null): string | null {
  return time === null ? null : camundaTime(time);
}

/** Runs a command whose success is 204. */
export function done<K extends CommandKind>(
  call: Camunda7Call,
  { run }: ApiServices,
  command: CommandBodyOf<K>,
): Promise<Answer> {
  return run<K>(call, command, () => DONE);
}

/** The result of a command, or the answer that refuses it. */
export type CommandOutcome<K extends CommandKind> =
  | { readonly ok: true; readonly result: CommandResults[K] }
  | { readonly ok: false; readonly answer: Answer };

/** Runs a command whose result needs further work before it is an answer. */
export async function resultOf<K extends CommandKind>(
  call: Camunda7Call,
  { run }: ApiServices,
  command: CommandBodyOf<K>,
): Promise<CommandOutcome<K>> {
  const found: CommandResults[K][] = [];
  const answer = await run<K>(call, command, (result) => {
    found.push(result);
    return DONE;
  });
  const [result] = found;
  return result === undefined ? { ok: false, answer } : { ok: true, result };
}
