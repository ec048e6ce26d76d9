import type { EngineEvent } from '../../engine/events.ts';
import { type InstanceMigrated, newIdOf, renamedBy } from '../../engine/migration/migrations.ts';
import { entityId } from '../../platform/ids.ts';
import type { IncidentRow } from '../../store/incidents.ts';
import type { WorkingInstance } from './working-instance.ts';

/** Collects the changes of one transaction to incidents: the last change of each is written. */
export class IncidentChanges {
  private readonly raised = new Map<string, IncidentRow>();
  private readonly ended = new Set<string>();

  note({ id: instanceId, definitionId, state }: WorkingInstance, event: EngineEvent): void {
    if (event.type === 'IncidentRaised') {
      const { incident, entry, element: activityId, code, message, cause, repeat, count, since: firstAt } = event;
      const { key: processKey, businessId } = state;
      const incidentId = entityId(instanceId, incident);
      const of = { incidentId, instanceId, incident, entry, activityId, definitionId, processKey, businessId };
      this.raised.set(incidentId, { ...of, code, message, cause: cause.kind, repeats: repeat.kind, count, firstAt });
      this.ended.delete(incidentId);
    } else if (event.type === 'IncidentEnded') {
      const incidentId = entityId(instanceId, event.incident);
      this.raised.delete(incidentId);
      this.ended.add(incidentId);
    } else if (event.type === 'InstanceMigrated') this.rename(instanceId, event);
  }

  /** Changes the activity ids of a migrated instance's new incidents to those of the target version. */
  private rename(instanceId: string, { definitionId, elements = [] }: InstanceMigrated): void {
    const renamed = renamedBy(elements);
    for (const [incidentId, row] of this.raised)
      if (row.instanceId === instanceId)
        this.raised.set(incidentId, { ...row, definitionId, activityId: newIdOf(renamed, row.activityId) });
  }

  get rows() {
    return { raisedIncidents: [...this.raised.values()], endedIncidents: [...this.ended] };
  }
}
