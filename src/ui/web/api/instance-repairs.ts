import { postService } from './client.ts';
import type { JsonText } from './json-text.ts';
import type {
  AuditList,
  InstanceWaits,
  MigrationAnswer,
  ModificationAnswer,
  ModificationInstruction,
  ReviveAnswer,
} from './repair-types.ts';
import type { IncidentList } from './service-types.ts';
import { apiQuery } from './views.ts';

/** The first 100. */
export const waitsQuery = (instanceId: string) => apiQuery<InstanceWaits>(`/Instances/${instanceId}/waiting`, { pageSize: 100 });

/** The first 50 open ones. */
export const incidentsOfInstanceQuery = (instanceId: string) =>
  apiQuery<IncidentList>('/Incidents', { filters: `InstanceId==${instanceId}`, pageSize: 50 });

/** See docs/contributing/spec/audit.md. */
export const auditOfInstanceQuery = (instanceId: string, page: number) =>
  apiQuery<AuditList>('/Audit', { filters: `TargetId==${instanceId}`, page });

const of = (instanceId: string) => `/Instances/${instanceId}`;

interface VariableEdit {
  readonly instanceId: string;
  readonly variables?: JsonText;
  readonly removed: readonly string[];
  readonly scope?: string;
  readonly reason?: string;
}

/** Each rejects with an ApiError. */
export const repairs = {
  retry: (incidentId: string) => postService(`/Incidents/${incidentId}/retry`),
  editVariables: (request: VariableEdit) =>
    postService(`${of(request.instanceId)}/variables`, {
      Variables: request.variables,
      Delete: request.removed.length === 0 ? undefined : request.removed,
      Scope: request.scope,
      Reason: request.reason,
    }),
  modify: (request: { instanceId: string; instructions: readonly ModificationInstruction[]; reason?: string; dryRun: boolean }) =>
    postService<ModificationAnswer>(`${of(request.instanceId)}/modify`, {
      instructions: request.instructions,
      reason: request.reason,
      dryRun: request.dryRun,
    }),
  migrate: (request: { instanceId: string; definitionId: string; dryRun: boolean }) =>
    postService<MigrationAnswer>(`${of(request.instanceId)}/migrate`, {
      DefinitionId: request.definitionId,
      DryRun: request.dryRun,
    }),
  suspend: (request: { instanceId: string; reason?: string }) =>
    postService(`${of(request.instanceId)}/suspend`, { Reason: request.reason }),
  resume: (instanceId: string) => postService(`${of(instanceId)}/resume`),
  fork: (request: { instanceId: string; step: number; variables?: JsonText; reason?: string }) =>
    postService<{ readonly WorkflowInstanceId: string }>(`${of(request.instanceId)}/fork`, {
      Step: request.step,
      Variables: request.variables,
      Reason: request.reason,
    }),
  revive: (request: { instanceId: string; variables?: JsonText; reason?: string; dryRun?: boolean }) =>
    postService<ReviveAnswer>(`${of(request.instanceId)}/revive`, {
      Variables: request.variables,
      Reason: request.reason,
      DryRun: request.dryRun,
    }),
};
