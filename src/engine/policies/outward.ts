import { type EventSubProcessModel, elementOf } from '../model.ts';
import type { ScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import { type ActivityInstance, activityInstanceIn, compensationRunsIn, openScope, type ScopeState } from '../state.ts';

/**
 * Searches from a scope outward: event sub-processes of each scope, then boundary events of its sub-process
 * (docs/contributing/spec/events-and-errors.md#search-order).
 * @param inScope gets event sub-processes in document order, if any
 * @param onHost gets the sub-process instance around the scope
 */
export function searchOutward<T>(
  run: Run,
  from: ScopeOrdinal,
  inScope: (eventSubProcesses: readonly EventSubProcessModel[], scope: ScopeOrdinal) => T | undefined,
  onHost: (host: ActivityInstance) => T | undefined,
): T | undefined {
  let except: string | null = null;
  for (let at: ScopeOrdinal | null = from; at !== null; ) {
    const scope = openScope(run.state, at);
    const catching = catchingSubProcesses(run, scope, except);
    const inside = catching.length === 0 ? undefined : inScope(catching, at);
    if (inside !== undefined || scope.host === null) return inside;
    const host = activityInstanceIn(run.state, scope.host);
    // an event sub-process must not catch its own errors
    except = run.behaviours[host.elementType].actsForItsScope ? host.element : null;
    const outside = except === null ? onHost(host) : undefined;
    if (outside !== undefined) return outside;
    at = outwardFrom(run, scope);
  }
  return undefined;
}

function catchingSubProcesses(run: Run, scope: ScopeState, except: string | null): readonly EventSubProcessModel[] {
  // a scope reopened to compensate a loop has no container
  const ids = run.model.containers.get(scope.container)?.eventSubProcesses ?? [];
  if (ids.length === 0 || !catchesItself(run, scope)) return [];
  return ids.filter((id) => id !== except).map((id) => elementOf(run.model, id) as EventSubProcessModel);
}

/** Returns false if an event sub-process has interrupted it, or for a loop: only its iterations are inside. */
function catchesItself(run: Run, scope: ScopeState): boolean {
  if (scope.isInterrupted || (scope.host !== null && activityInstanceIn(run.state, scope.host).loop !== null)) return false;
  return !compensationRunsIn(run.state, scope.ordinal).some((compensation) => compensation.together);
}

/** Next scope; after one reopened for compensation, that of the throw event (docs/contributing/spec/events-and-errors.md#failure-while-compensating). */
function outwardFrom(run: Run, scope: ScopeState): ScopeOrdinal | null {
  if (scope.restores === null || scope.host === null || scope.parent === null) return scope.parent;
  return openScope(run.state, scope.parent).restores === null ? activityInstanceIn(run.state, scope.host).scope : scope.parent;
}
