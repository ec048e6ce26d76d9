import type { CommandKind, CommandResults } from '../messages/commands.ts';
import type { Answer } from '../platform/answer.ts';
import type { CommandBodyOf } from './commands.ts';
import type { ApiRequest } from './exchange.ts';
import type { ApiServices } from './services.ts';

/** 204: done, without a body. */
export const DONE: Answer = { status: 204, body: '' };

/** JSON with a media type without a charset, with which clients of Camunda compare it. */
export function shown(body: unknown, status = 200): Answer {
  return { status, contentType: 'application/json', body: JSON.stringify(body) };
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
