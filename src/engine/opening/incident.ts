import type { EngineCommandOf, Rejection } from '../commands.ts';
import type { Repeat } from '../incident-events.ts';
import type { Run } from '../run.ts';
import { entryIn, type IncidentState, isTerminal } from '../state.ts';
import { completeFailed } from './complete-failed.ts';
import { repeat } from './repeat.ts';

/** Repeats the failed part with current variables (docs/contributing/spec/incidents.md#retry). */
export function retryIncident(run: Run, { incident: ordinal }: EngineCommandOf<'RetryIncident'>): Rejection | undefined {
  const incident = openIncidentOf(run, ordinal);
  if (incident === undefined) return NOT_FOUND;
  end(run, incident, 'retried');
  repeat(run, incident);
  return undefined;
}

/** Completes the failed part with these variables as its result (docs/contributing/spec/incidents.md#resolve). */
export function resolveIncident(run: Run, command: EngineCommandOf<'ResolveIncident'>): Rejection | undefined {
  const incident = openIncidentOf(run, command.incident);
  if (incident === undefined) return NOT_FOUND;
  if (!isResolvable(run, incident))
    return { code: 'INCIDENT_NOT_RESOLVABLE', reason: REASONS[incident.repeat.kind] ?? UNDECIDED };
  end(run, incident, 'resolved');
  completeFailed(run, incident, command.variables);
  return undefined;
}

const NOT_FOUND: Rejection = { code: 'INCIDENT_NOT_FOUND' };

function openIncidentOf({ state }: Run, ordinal: number): IncidentState | undefined {
  return isTerminal(state) ? undefined : state.incidents.get(ordinal);
}

const UNDECIDED = 'nothing says which way its token goes on';

/** Reasons why some incidents can only be retried. */
const REASONS: { readonly [K in Repeat['kind']]?: string } = {
  run: 'the run has steps left',
  join: 'tokens it waits for may still come',
  loop: 'its loop is not over',
  adHoc: 'its body is not over',
  lead: 'only its job says what begins',
};

/** False for gateways without a true condition: there is no flow to take. */
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
