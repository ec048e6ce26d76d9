import type { EngineCommand } from '../../engine/commands.ts';
import type { IncidentOrdinal } from '../../engine/ordinals.ts';
import type { CommandKind, CommandOf } from '../../messages/commands.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

type IncidentKind = 'RetryIncident' | 'ResolveIncident';

/** The two commands differ only in what they ask of the engine (docs/spec/incidents.md): the index finds the incident, the core has the rules. */
function incidentHandler<K extends IncidentKind & CommandKind>(
  kind: K,
  engineCommand: (command: CommandOf<K>, incident: IncidentOrdinal) => EngineCommand,
): CommandHandler<K> {
  return {
    kind,
    needs: (command) => ({ incidentId: incidentOf(command) }),
    handle(unit, command) {
      const route = unit.loaded.incidents.get(incidentOf(command));
      const instance = route && unit.instance(route.instanceId);
      if (route === undefined || instance === undefined) return rejected({ code: 'INCIDENT_NOT_FOUND' });
      const rejection = unit.decide(command, instance, engineCommand(command, route.incident));
      return rejection === undefined ? done<IncidentKind>({}) : rejected(rejection);
    },
  };
}

function incidentOf({ incidentId }: CommandOf<IncidentKind>): string {
  return incidentId;
}

export const retryIncident = incidentHandler('RetryIncident', (_command, incident) => ({ type: 'RetryIncident', incident }));

export const resolveIncident = incidentHandler('ResolveIncident', ({ variables }, incident) => ({
  type: 'ResolveIncident',
  incident,
  variables,
}));
