import { z } from 'zod';
import type { CalledIncident, RootInstance } from '../../queries/instances/called-incidents.ts';
import { guid, type ResponseBody } from './values.ts';

/** Open incident of a called instance (docs/contributing/spec/incidents.md#called-instances). */
export const calledIncident = z
  .object({
    incidentId: guid,
    workflowInstanceId: guid.meta({ description: 'Instance with the incident.' }),
    processDefinitionKey: z.string(),
    processName: z.string().nullable(),
    activityId: z.string().meta({ description: 'Failed element, or the process key if the process itself failed.' }),
    errorCode: z.string().meta({ description: 'At most 512 characters.' }),
    errorMessage: z.string().meta({ description: 'At most 1000 characters.' }),
    openIncidents: z.int().min(1).meta({ description: 'Number of open incidents in called instances.' }),
  })
  .meta({ id: 'CalledIncident' });

export function calledIncidentJson(
  incident: Omit<CalledIncident, 'definitionId' | 'count' | 'lastAt'>,
): ResponseBody<typeof calledIncident> {
  const { incidentId, instanceId, key, processName, activityId, code, message, openIncidents } = incident;
  return {
    ...{ incidentId, workflowInstanceId: instanceId, processDefinitionKey: key, processName },
    ...{ activityId, errorCode: code, errorMessage: message, openIncidents },
  };
}

/** Members of a called instance; absent if no other instance called it. */
export const rootMembers = {
  rootInstanceId: guid.optional().meta({ description: 'Topmost calling instance. Absent: no instance called this one.' }),
  rootProcessDefinitionKey: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'Process of the topmost calling instance. Null: not visible to you, or not in the lists yet.' }),
  rootBusinessId: z.string().nullable().optional().meta({ description: 'Business id of the topmost calling instance.' }),
};

export function rootJson({ instanceId, key, businessId }: RootInstance) {
  return { rootInstanceId: instanceId, rootProcessDefinitionKey: key, rootBusinessId: businessId };
}
