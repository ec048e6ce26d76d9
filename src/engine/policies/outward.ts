import type { Ordinal } from '../events.ts';
import type { Run } from '../run.ts';
import { entryIn, openScope, type ScopeState } from '../state.ts';

/**
 * Whether the event sub-processes of a scope's container may catch what comes out of it: not once one has interrupted it, and not where the
 * scope only holds the iterations of a loop, those that run or those that are compensated (docs/spec/events-and-errors.md#search-order).
 */
export function catchesItself(run: Run, scope: ScopeState): boolean {
  if (scope.isInterrupted || (scope.host !== null && entryIn(run.state, scope.host).loop !== null)) return false;
  return ![...run.state.walks.values()].some((walk) => walk.scope === scope.ordinal && walk.together);
}

/**
 * The scope in which the search for a catcher goes on; outside what a compensation restores that is the scope of the throw event
 * (docs/spec/events-and-errors.md#failure-while-compensating).
 */
export function outwardFrom(run: Run, scope: ScopeState): Ordinal | null {
  if (scope.restores === null || scope.host === null || scope.parent === null) return scope.parent;
  return openScope(run.state, scope.parent).restores === null ? entryIn(run.state, scope.host).scope : scope.parent;
}
