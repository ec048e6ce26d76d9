import type { CommandKind, CommandResults } from '../messages/commands.ts';
import type { Answer } from '../platform/answer.ts';
import { ERROR_CODE_HEADER, type ErrorCode } from '../platform/error-codes.ts';
import type { CommandBodyOf } from './commands.ts';
import type { ApiRequest } from './exchange.ts';
import type { ApiServices } from './services.ts';

/** 204: done, without a body. */
export const DONE: Answer = { status: 204, body: '' };

/** JSON with a media type without a charset, with which clients of Camunda compare it. */
export function shown(body: unknown, status = 200): Answer {
  return { status, contentType: 'application/json', body: JSON.stringify(body) };
}

/** The code of an error of this service; undefined: the answer has the shape of Camunda already. */
export function codeOf({ headers = [] }: Answer): ErrorCode | undefined {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name === ERROR_CODE_HEADER);
  return at < 0 ? undefined : (headers[at + 1] as ErrorCode);
}

/** The headers of an answer without those of these names. */
export function headersWithout({ headers = [] }: Answer, ...names: readonly string[]): readonly string[] {
  return headers.flatMap((name, index) => (index % 2 !== 0 || names.includes(name) ? [] : [name, headers[index + 1] ?? '']));
}

/** The APIs of Camunda have no keys of requests. */
export const KEY_HEADER = 'Idempotency-Key';
const ADVICE_OF_KEYS = new RegExp(`Repeat the request with the same ${KEY_HEADER}.*$`);

/** The text of an error of this service, with advice that holds for clients of Camunda. */
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
