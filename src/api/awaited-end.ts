import { readInstanceState } from '../queries/instances/instance-state.ts';
import type { ApiRequest } from './exchange.ts';
import type { ApiServices } from './services.ts';

/** Wait of a request for the end of an instance. */
export const MAX_END_WAIT_SECONDS = 600;

/** State at the end of a wait. `variables`: those of the root scope. */
export type AwaitedEnd =
  | { readonly status: 'completed' | 'failed' | 'cancelled'; readonly variables: Readonly<Record<string, unknown>> }
  | { readonly status: 'running' };

/**
 * `deadline`: ms since epoch. `running`: deadline, the client disconnected, the service stops, or the query tables do not contain the end in time.
 * `names` empty: all variables.
 */
export async function awaitEnd(
  { hasLeft }: Pick<ApiRequest, 'hasLeft'>,
  { db, endWatch, health }: Pick<ApiServices, 'db' | 'endWatch' | 'health'>,
  { instanceId, deadline, names }: { readonly instanceId: string; readonly deadline: number; readonly names: readonly string[] },
): Promise<AwaitedEnd> {
  const hasEnded = await endWatch.ended(instanceId, deadline, () => hasLeft() || health.isShuttingDown);
  const read = hasEnded ? await readInstanceState(db, instanceId) : undefined;
  if (read?.kind !== 'found' && read?.kind !== 'large') return { status: 'running' };
  const { live, isCancelled, isFailed } = read.state;
  const all = Object.entries(live.variableScopes[0]?.values ?? {});
  const variables = Object.fromEntries(names.length === 0 ? all : all.filter(([name]) => names.includes(name)));
  return { status: isFailed ? 'failed' : isCancelled ? 'cancelled' : 'completed', variables };
}
