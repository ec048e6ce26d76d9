import { limitsOf } from '../../platform/access-roles.ts';
import { type InstanceStateItem, type LargeInstanceState, readInstanceState } from '../../queries/instances/instance-state.ts';
import { isInstanceWithin } from '../../queries/key-limits.ts';
import { patternsFor } from '../../requests/grants.ts';
import type { RequestVariables } from '../body/members.ts';
import type { ApiServices } from '../services.ts';
import { readingOf } from '../shards/each-shard.ts';
import type { Camunda7Call } from './endpoint.ts';

type InstanceState = InstanceStateItem | LargeInstanceState;

/** State at least as new as the request. Undefined: unknown. */
export async function instanceState(services: ApiServices, instanceId: string): Promise<InstanceState | undefined> {
  const read = await readingOf(services, instanceId, ({ db }) => readInstanceState(db, instanceId));
  return read.kind === 'found' || read.kind === 'large' ? read.state : undefined;
}

/** State for callers who may see the variables, which permissions for tasks do not include. */
export async function visibleState(
  call: Camunda7Call,
  services: ApiServices,
  instanceId: string,
): Promise<InstanceState | undefined> {
  const patterns = services.requiresRoles === true ? patternsFor(call.principal?.grants ?? [], 'see') : undefined;
  const isVisible =
    patterns === undefined ||
    (await readingOf(services, instanceId, ({ db }) => isInstanceWithin(db, instanceId, limitsOf(patterns))));
  if (!isVisible) return undefined;
  return instanceState(services, instanceId);
}

export function rootVariables({ live }: InstanceState): RequestVariables {
  return live.variableScopes[0]?.values ?? {};
}

/** Variable of the instance, else of the newest inner scope with it. */
export function variableNamed(state: InstanceState, name: string): { readonly value: unknown } | undefined {
  const [root, ...inner] = state.live.variableScopes;
  const scopes = [...(root === undefined ? [] : [root]), ...inner.toReversed()];
  const scope = scopes.find(({ values }) => Object.hasOwn(values, name));
  return scope === undefined ? undefined : { value: scope.values[name] };
}
