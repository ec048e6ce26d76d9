import { type EventSubProcessModel, elementOf } from '../model.ts';
import type { ScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import { type EntryState, entryIn, openScope, type ScopeState, walksIn } from '../state.ts';

/**
 * The way of an error or an escalation from a scope outward: in every scope its event sub-processes are asked, then the host of the scope, until
 * one of them catches (docs/contributing/spec/events-and-errors.md#search-order).
 * @param inScope asked with those event sub-processes that may catch what comes out of the scope, in document order; not asked where there are none
 * @param onHost asked with the host around the scope, whose boundary events may catch
 */
export function searchOutward<T>(
  run: Run,
  from: ScopeOrdinal,
  inScope: (eventSubProcesses: readonly EventSubProcessModel[], scope: ScopeOrdinal) => T | undefined,
  onHost: (host: EntryState) => T | undefined,
): T | undefined {
  let except: string | null = null;
  for (let at: ScopeOrdinal | null = from; at !== null; ) {
    const scope = openScope(run.state, at);
    const catching = catchingSubProcesses(run, scope, except);
    const inside = catching.length === 0 ? undefined : inScope(catching, at);
    if (inside !== undefined || scope.host === null) return inside;
    const host = entryIn(run.state, scope.host);
    // An event sub-process has no boundary events, and does not catch what comes out of itself.
    except = run.behaviours[host.elementType].actsForItsScope ? host.element : null;
    const outside = except === null ? onHost(host) : undefined;
    if (outside !== undefined) return outside;
    at = outwardFrom(run, scope);
  }
  return undefined;
}

function catchingSubProcesses(run: Run, scope: ScopeState, except: string | null): readonly EventSubProcessModel[] {
  // The restored scope of a loop is the run of no container.
  const ids = run.model.containers.get(scope.container)?.eventSubProcesses ?? [];
  if (ids.length === 0 || !catchesItself(run, scope)) return [];
  return ids.filter((id) => id !== except).map((id) => elementOf(run.model, id) as EventSubProcessModel);
}

/**
 * Whether the event sub-processes of a scope's container may catch what comes out of it: not once one has interrupted it, and not where the
 * scope only holds the iterations of a loop, those that run or those that are compensated.
 */
function catchesItself(run: Run, scope: ScopeState): boolean {
  if (scope.isInterrupted || (scope.host !== null && entryIn(run.state, scope.host).loop !== null)) return false;
  return !walksIn(run.state, scope.ordinal).some((walk) => walk.together);
}

/**
 * The scope in which the search for a catcher goes on; outside what a compensation restores that is the scope of the throw event
 * (docs/contributing/spec/events-and-errors.md#failure-while-compensating).
 */
function outwardFrom(run: Run, scope: ScopeState): ScopeOrdinal | null {
  if (scope.restores === null || scope.host === null || scope.parent === null) return scope.parent;
  return openScope(run.state, scope.parent).restores === null ? entryIn(run.state, scope.host).scope : scope.parent;
}
