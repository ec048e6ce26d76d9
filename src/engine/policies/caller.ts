import type { Caller, Ordinal } from '../events.ts';
import { type CatchDefinition, type EventSubProcessModel, elementOf, type StartEventModel } from '../model.ts';
import type { Run } from '../run.ts';
import { type EntryState, entryIn, openScope, type ScopeState } from '../state.ts';
import { boundariesOf } from './boundary.ts';
import { catchesItself, outwardFrom } from './outward.ts';

/**
 * What a child has to know of its callers: which error codes somebody catches at that place, on all call levels
 * (docs/spec/events-and-errors.md#error-across-a-call).
 */
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

/** The way outward is that of an error: what would not catch it there is no catcher here. */
function catchersAround(run: Run, entry: EntryState): CatchDefinition[] {
  const found = boundaryTriggers(run, entry.element);
  let except: string | null = null;
  for (let at: Ordinal | null = entry.scope; at !== null; ) {
    const scope = openScope(run.state, at);
    if (catchesItself(run, scope)) found.push(...subProcessTriggers(run, scope, except));
    if (scope.host === null) return found;
    const host = entryIn(run.state, scope.host);
    except = host.elementType === 'eventSubProcess' ? host.element : null;
    if (except === null) found.push(...boundaryTriggers(run, host.element));
    at = outwardFrom(run, scope);
  }
  return found;
}

function subProcessTriggers(run: Run, scope: ScopeState, except: string | null): CatchDefinition[] {
  const eventSubProcesses = run.model.containers.get(scope.container)?.eventSubProcesses ?? [];
  return eventSubProcesses
    .filter((id) => id !== except)
    .map((id) => elementOf(run.model, id) as EventSubProcessModel)
    .flatMap(({ start }) => (elementOf(run.model, start) as StartEventModel).triggers);
}

function boundaryTriggers(run: Run, element: string): CatchDefinition[] {
  return boundariesOf(run, elementOf(run.model, element)).flatMap((boundary) => boundary.triggers);
}
