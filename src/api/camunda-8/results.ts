import type { CommandKind } from '../../messages/commands.ts';
import type { Answer } from '../../platform/answer.ts';
import { done } from '../camunda-results.ts';
import type { CommandBodyOf } from '../commands.ts';
import type { Camunda8Call, Camunda8Services } from './endpoint.ts';
import { BodyFields } from './fields.ts';
import { problem } from './problems.ts';

/** Runs a command on what the key of the path names, whose success is 204. `what`: for example `incident`. The body has no fields. */
export async function doneByKey<K extends CommandKind>(
  call: Camunda8Call,
  services: Camunda8Services,
  what: string,
  commandOf: (id: string) => CommandBodyOf<K>,
): Promise<Answer> {
  const [key = ''] = call.params;
  const fields = new BodyFields(call);
  fields.ignore('operationReference');
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const id = await services.keys.guidOf(key);
  return id === undefined ? notFound(what, key, call.path) : done(call, services, commandOf(id));
}

/** 404 of a key. `what`: for example `job`. */
export function notFound(what: string, key: string, path: string): Answer {
  return problem(404, `Expected to find a ${what} with the key '${key.slice(0, 40)}', but it does not exist.`, path);
}
