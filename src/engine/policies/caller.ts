import type { Caller } from '../events.ts';
import { type CatchDefinition, type EventSubProcessModel, elementOf, type StartEventModel } from '../model.ts';
import type { Run } from '../run.ts';
import { type EntryState, entryIn, openScope } from '../state.ts';
import { boundariesOf } from './boundary.ts';

/** What a child has to know of its callers: which error codes somebody catches at that place, on all call levels (E6, A7). */
export function callerOf(run: Run, entry: EntryState, depth: number): Caller {
  const definitions = catchersAround(run, entry);
  const codes = new Set<string>(run.state.caller?.catches.codes ?? []);
  let all = run.state.caller?.catches.all ?? false;
  for (const definition of definitions) {
    if (definition.kind !== 'error') continue;
    if (definition.code === undefined) all = true;
    else codes.add(definition.code);
  }
  return { instanceId: run.state.instanceId, entry: entry.ordinal, catches: { codes: [...codes], all }, depth };
}

function catchersAround(run: Run, entry: EntryState): CatchDefinition[] {
  const found = boundaryTriggers(run, entry.element);
  let except: string | null = null;
  for (let scope = openScope(run.state, entry.scope); ; scope = openScope(run.state, scope.parent ?? run.state.rootScope)) {
    for (const id of run.model.containers.get(scope.container)?.eventSubProcesses ?? []) {
      const { start } = elementOf(run.model, id) as EventSubProcessModel;
      if (!scope.isInterrupted && id !== except) found.push(...(elementOf(run.model, start) as StartEventModel).triggers);
    }
    if (scope.host === null || scope.parent === null) return found;
    const host = entryIn(run.state, scope.host);
    except = host.elementType === 'eventSubProcess' ? host.element : null;
    if (except === null) found.push(...boundaryTriggers(run, host.element));
  }
}

function boundaryTriggers(run: Run, element: string): CatchDefinition[] {
  return boundariesOf(run, elementOf(run.model, element)).flatMap((boundary) => boundary.triggers);
}
