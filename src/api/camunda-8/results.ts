import type { CommandKind, CommandResults } from '../../messages/commands.ts';
import type { Answer } from '../../platform/answer.ts';
import type { CommandBodyOf } from '../commands.ts';
import { type Camunda8Call, type Camunda8Services, DONE } from './endpoint.ts';
import { problem } from './problems.ts';

/** The result of a command, or the answer that refuses it. */
export type ResultOrAnswer<K extends CommandKind> =
  | { readonly ok: true; readonly result: CommandResults[K] }
  | { readonly ok: false; readonly answer: Answer };

/** Runs a command whose result needs further work before it is an answer. */
export async function resultOf<K extends CommandKind>(
  call: Camunda8Call,
  { run }: Camunda8Services,
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

/** Runs a command whose success is 204. */
export function done<K extends CommandKind>(
  call: Camunda8Call,
  { run }: Camunda8Services,
  command: CommandBodyOf<K>,
  ownId?: string,
): Promise<Answer> {
  return run<K>(call, command, () => DONE, ownId);
}

/** 404 of a key. `what`: for example `job`. */
export function notFound(what: string, key: string, path: string): Answer {
  return problem(404, `Expected to find a ${what} with the key '${key.slice(0, 40)}', but it does not exist.`, path);
}
