import type { EngineCommand } from '../../engine/commands.ts';
import type { IncidentOrdinal } from '../../engine/ordinals.ts';
import type { CommandKind, CommandOf } from '../../messages/commands.ts';
import { entityId } from '../../platform/ids.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

type IncidentKind = 'RetryIncident' | 'ResolveIncident';

/** The handlers differ only in their engine command (docs/contributing/spec/incidents.md). */
function incidentHandler<K extends IncidentKind & CommandKind>(
  engineCommand: (command: CommandOf<K>, incident: IncidentOrdinal) => EngineCommand,
): CommandHandler<K> {
  return {
    needs: (command) => ({ incidentId: incidentOf(command) }),
    handle(unit, command) {
      const route = unit.loaded.incidents.get(incidentOf(command));
      const instance = route && unit.instance(route.instanceId);
      if (route === undefined || instance === undefined) return rejected({ code: 'INCIDENT_NOT_FOUND' });
      continueAttempts(unit, instance, route.incident);
      const rejection = unit.decide(command, instance, engineCommand(command, route.incident));
      return rejection === undefined ? done<IncidentKind>({}) : rejected(rejection);
    },
  };
}

/** Results of earlier attempts are then rejected as late. */
function continueAttempts(unit: UnitOfWork, { id, state }: WorkingInstance, ordinal: IncidentOrdinal): void {
  const incident = state.incidents.get(ordinal);
  if (incident?.repeat.kind !== 'job' || incident.entry === null) return;
  unit.customTasks.continueFrom(entityId(id, incident.entry), incident.repeat.attempts ?? 0);
}

function incidentOf({ incidentId }: CommandOf<IncidentKind>): string {
  return incidentId;
}

export const retryIncident = incidentHandler<'RetryIncident'>(({ variables, reason }, incident) => ({
  type: 'RetryIncident',
  incident,
  ...(variables !== undefined && { variables }),
  ...(reason !== undefined && { reason }),
}));

export const resolveIncident = incidentHandler<'ResolveIncident'>(({ variables }, incident) => ({
  type: 'ResolveIncident',
  incident,
  variables,
}));
