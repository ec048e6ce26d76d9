import type { CommandKind } from '../../messages/commands.ts';
import type { Answer } from '../../platform/answer.ts';
import { cutText } from '../../platform/cut-text.ts';
import { isGuid } from '../../platform/ids.ts';
import { isInstanceWithin } from '../../queries/key-limits.ts';
import { done } from '../camunda-results.ts';
import type { CommandBodyOf } from '../commands.ts';
import { readingOf } from '../shards/each-shard.ts';
import type { Camunda8Call, Camunda8Services } from './endpoint.ts';
import { BodyFields } from './fields.ts';
import type { KeyedId } from './keys.ts';
import { problem } from './problems.ts';

/** Success is 204. `what`: for example `incident`. The body has no fields. */
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
  const owner = await ownerWithin(call, services);
  return owner === undefined || !isGuid(owner.id) ? notFound(what, key, call.path) : done(call, services, commandOf(owner.id));
}

/**
 * Default: the key of the path. Undefined for an unknown key, and for an instance of other process keys: the answer must not reveal its ids or that
 * it exists (docs/contributing/spec/roles.md#of-other-keys).
 */
export async function ownerWithin(
  call: Camunda8Call,
  services: Camunda8Services,
  key = call.params[0] ?? '',
): Promise<KeyedId | undefined> {
  const owner = await services.keys.ownerOf(key);
  const { instanceId } = owner ?? {};
  if (instanceId === undefined) return owner;
  return (await readingOf(services, instanceId, ({ db }) => isInstanceWithin(db, instanceId, call.limits))) ? owner : undefined;
}

/** `what`: for example `job`. */
export function notFound(what: string, key: string, path: string): Answer {
  return problem(404, `Expected to find a ${what} with the key '${cutText(key, 40)}', but it does not exist.`, path);
}
