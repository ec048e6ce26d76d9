import type { CommandKind, CommandResults } from '../messages/commands.ts';
import type { Answer } from '../platform/answer.ts';
import { ERROR_CODE_HEADER, type ErrorCode } from '../platform/error-codes.ts';
import type { CommandBodyOf } from './commands.ts';
import type { ApiRequest } from './exchange.ts';
import type { ApiServices } from './services.ts';

/** Answer 204. This file has the answers and command calls that both Camunda APIs share. */
export const DONE: Answer = { status: 204, body: '' };

/** Returns an answer with JSON. Its media type has no charset, because clients of Camunda compare the whole header. */
export function shown(body: unknown, status = 200): Answer {
  return { status, contentType: 'application/json', body: JSON.stringify(body) };
}

/** Returns the error code of an error answer in the shape of Sluice. Returns undefined for other answers: they have the shape of Camunda already. */
export function codeOf({ headers = [] }: Answer): ErrorCode | undefined {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name === ERROR_CODE_HEADER);
  return at < 0 ? undefined : (headers[at + 1] as ErrorCode);
}

/** Returns the headers of an answer, as name, value, name, value, without those of these names. */
export function headersWithout({ headers = [] }: Answer, ...names: readonly string[]): readonly string[] {
  return headers.flatMap((name, index) => (index % 2 !== 0 || names.includes(name) ? [] : [name, headers[index + 1] ?? '']));
}

/** Header that answers of the Camunda APIs do not contain, because these APIs have no idempotency keys. */
export const KEY_HEADER = 'Idempotency-Key';
const ADVICE_OF_KEYS = new RegExp(`Repeat the request with the same ${KEY_HEADER}.*$`);

/** Returns the text of an error answer of Sluice for clients of Camunda: without advice about idempotency keys, which they cannot send. */
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

/** Returns the process key of a definition id `<key>:<version>:<time>`. The key may contain colons. */
export function keyOfDefinition(definitionId: string): string {
  return definitionId.split(':').slice(0, -2).join(':');
}

/** Runs a command whose success is 204. `ownId`: see {@link ApiServices.run}. */
export function done<K extends CommandKind>(
  call: ApiRequest,
  { run }: Pick<ApiServices, 'run'>,
  command: CommandBodyOf<K>,
  ownId?: string,
): Promise<Answer> {
  return run<K>(call, command, () => DONE, ownId);
}

/** The result of a command, or the answer that refuses it. */
export type ResultOrAnswer<K extends CommandKind> =
  | { readonly ok: true; readonly result: CommandResults[K] }
  | { readonly ok: false; readonly answer: Answer };

/** Runs a command whose result needs further work before it is an answer. */
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
