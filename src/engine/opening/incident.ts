import type { EngineCommandOf, Rejection } from '../commands.ts';
import type { Repeat } from '../incident-events.ts';
import type { Run } from '../run.ts';
import { entryIn, type IncidentState, isTerminal } from '../state.ts';
import { passOver } from './pass-over.ts';
import { repeat } from './repeat.ts';

/** What has failed is tried again, with the variables as they are now (docs/contributing/spec/incidents.md#retry). */
export function retryIncident(run: Run, { incident: ordinal }: EngineCommandOf<'RetryIncident'>): Rejection | undefined {
  const incident = openIncidentOf(run, ordinal);
  if (incident === undefined) return NOT_FOUND;
  end(run, incident, 'retried');
  repeat(run, incident);
  return undefined;
}

/** What has failed counts as done, with these variables as its result (docs/contributing/spec/incidents.md#resolve). */
export function resolveIncident(run: Run, command: EngineCommandOf<'ResolveIncident'>): Rejection | undefined {
  const incident = openIncidentOf(run, command.incident);
  if (incident === undefined) return NOT_FOUND;
  if (!isResolvable(run, incident))
    return { code: 'INCIDENT_NOT_RESOLVABLE', reason: REASONS[incident.repeat.kind] ?? UNDECIDED };
  end(run, incident, 'resolved');
  passOver(run, incident, command.variables);
  return undefined;
}

const NOT_FOUND: Rejection = { code: 'INCIDENT_NOT_FOUND' };

function openIncidentOf({ state }: Run, ordinal: number): IncidentState | undefined {
  return isTerminal(state) ? undefined : state.incidents.get(ordinal);
}

const UNDECIDED = 'it has no rule for the way of its token';

/** Why some can only be tried again. */
const REASONS: { readonly [K in Repeat['kind']]?: string } = {
  run: 'the run has steps left',
  join: 'tokens it waits for may still come',
  loop: 'its loop is not over',
  adHoc: 'its body is not over',
  lead: 'only its job chooses what starts',
};

/** A gateway that has found no way cannot be passed over: nothing would choose one. */
function isResolvable(run: Run, { repeat: { kind }, entry, cause }: IncidentState): boolean {
  if (REASONS[kind] !== undefined) return false;
  if (entry === null || (kind !== 'enter' && kind !== 'leave')) return true;
  return cause.kind !== 'noWayOut' && !entryIn(run.state, entry).elementType.endsWith('Gateway');
}

function end(run: Run, ended: IncidentState, outcome: 'retried' | 'resolved'): void {
  const { incident, entry, element } = ended;
  run.endedIncident = ended;
  run.emit({ type: 'IncidentEnded', incident, entry, element, outcome });
}
