import type { Caller } from '../events/records.ts';
import type { ChildStartRequested } from '../events.ts';
import { startOf } from '../model/model-shape.ts';
import { type CatchDefinition, elementOf } from '../model.ts';
import type { Run } from '../running/run.ts';
import type { ActivityInstance } from '../state.ts';
import { boundariesOf } from './boundary.ts';
import { searchOutward } from './outward.ts';

/** Has all error codes caught around the call on all levels (docs/contributing/spec/events-and-errors.md#error-across-a-call). */
export function callerOf(run: Run, entry: ActivityInstance, depth: number): Caller {
  const codes = new Set<string>(run.state.caller?.catches.codes ?? []);
  let all = run.state.caller?.catches.all ?? false;
  for (const definition of catchersAround(run, entry)) {
    if (definition.kind !== 'error') continue;
    if (definition.code === undefined) all = true;
    else codes.add(definition.code);
  }
  return { instanceId: run.state.instanceId, entry: entry.ordinal, catches: { codes: [...codes], all }, depth };
}

/** A retried call continues its called instance. Empty for a first call (docs/contributing/spec/forks.md#called-instances). */
export function continuedBy({ givenNames }: Run, { childInstanceId }: ActivityInstance): Pick<ChildStartRequested, 'continues'> {
  if (childInstanceId === null) return {};
  return { continues: { childInstanceId, ...(givenNames.length > 0 && { overwrites: givenNames }) } };
}

/** Triggers that an error of the call can reach. */
function catchersAround(run: Run, entry: ActivityInstance): CatchDefinition[] {
  const found = boundaryTriggers(run, entry);
  searchOutward(
    run,
    entry.scope,
    (eventSubProcesses) => {
      for (const one of eventSubProcesses) found.push(...startOf(run.model, one).triggers);
      return undefined;
    },
    (host) => {
      found.push(...boundaryTriggers(run, host));
      return undefined;
    },
  );
  return found;
}

function boundaryTriggers(run: Run, { element }: ActivityInstance): CatchDefinition[] {
  return boundariesOf(run, elementOf(run.model, element)).flatMap(({ triggers }) => triggers);
}
