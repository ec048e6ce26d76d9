import type { CommandKind, CommandResults } from '../messages/commands.ts';
import type { Answer } from '../platform/answer.ts';
import { ERROR_CODE_HEADER, type ErrorCode } from '../platform/error-codes.ts';
import type { CommandBodyOf } from './commands.ts';
import type { ApiRequest } from './exchange.ts';
import type { ApiServices } from './services.ts';

/** This file has what both Camunda APIs share. */
export const DONE: Answer = { status: 204, body: '' };

/** No charset, because clients of Camunda compare the whole header. */
export function shown(body: unknown, status = 200): Answer {
  return { status, contentType: 'application/json', body: JSON.stringify(body) };
}

/** Code of an error in the shape of Sluice. Undefined: the answer has the shape of Camunda. */
export function codeOf({ headers = [] }: Answer): ErrorCode | undefined {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name === ERROR_CODE_HEADER);
  return at < 0 ? undefined : (headers[at + 1] as ErrorCode);
}

/** `headers`: name, value, name, value. */
export function headersWithout({ headers = [] }: Answer, ...names: readonly string[]): readonly string[] {
  return headers.flatMap((name, index) => (index % 2 !== 0 || names.includes(name) ? [] : [name, headers[index + 1] ?? '']));
}

/** The Camunda APIs have no idempotency keys. */
export const KEY_HEADER = 'Idempotency-Key';
const ADVICE_OF_KEYS = new RegExp(`Repeat the request with the same ${KEY_HEADER}.*$`);

/** Error text without advice about idempotency keys, which clients of Camunda cannot send. */
export function errorTextOf(answer: Answer): string {
  const { body, status } = answer;
  if (codeOf(answer) === 'unknown-endpoint') return 'Sluice does not serve this operation of Camunda.';
  try {
    const { detail, error } = JSON.parse(body) as { readonly detail?: string; readonly error?: string };
    return (detail ?? error ?? body).replace(ADVICE_OF_KEYS, 'Read the state before you repeat the request.');
  } catch {
    return body === '' ? `status ${status}` : body;
  }
}

/** Process key of `<key>:<version>:<time>`. The key may contain colons. */
export function keyOfDefinition(definitionId: string): string {
  return definitionId.split(':').slice(0, -2).join(':');
}

/** Success is 204. `ownId`: see {@link ApiServices.run}. */
export function done<K extends CommandKind>(
  call: ApiRequest,
  { run }: Pick<ApiServices, 'run'>,
  command: CommandBodyOf<K>,
  ownId?: string,
): Promise<Answer> {
  return run<K>(call, command, () => DONE, ownId);
}

export type ResultOrAnswer<K extends CommandKind> =
  | { readonly ok: true; readonly result: CommandResults[K] }
  | { readonly ok: false; readonly answer: Answer };

/** Runs a command whose result needs further work. */
export async function resultOf<K extends CommandKind>(
  call: ApiRequest,
  { run }: Pick<ApiServices, 'run'>,
  command: CommandBodyOf<K>,
): Promise<ResultOrAnswer<K>> {
  const found: CommandResults[K][] = [];
  const answer = await run<K>(call, command, (result) => {
    found.push(result);
    return DONE;
  });
  const [result] = found;
  return result === undefined ? { ok: false, answer } : { ok: true, result };
}
