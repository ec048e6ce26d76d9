import { entityId } from '../../platform/ids.ts';
import { type InstanceStateItem, readInstanceState } from '../../queries/instances/instance-state.ts';
import { listOpenIncidents } from '../../queries/open-incidents.ts';
import { memorySource } from '../../queries/search.ts';
import { findDefinitionOfInstance } from '../../queries/versions.ts';
import { keyOfDefinition } from '../camunda-results.ts';
import type { Camunda8Endpoint, Camunda8Services } from './endpoint.ts';
import { DEFAULT_TENANT } from './fields.ts';
import { type Listed, listedAnswer, oneListedAnswer } from './listed.ts';

interface ElementInstance {
  readonly elementInstanceId: string;
  readonly instanceId: string;
  readonly definitionId: string;
  readonly key: string;
  readonly elementId: string;
  readonly type: string;
  readonly state: 'ACTIVE' | 'COMPLETED' | 'TERMINATED';
  readonly hasIncident: boolean;
  readonly startDate: Date;
  readonly endDate: Date | null;
}

type LiveEntry = InstanceStateItem['live']['entries'][number];
type EndedEntry = InstanceStateItem['ended'][number];

/** Incidents of an instance, for one list. */
const MAX_INCIDENTS = 10_000;

const elementInstances: Listed<ElementInstance> = {
  what: 'element instances',
  rowsOf,
  source: memorySource({
    elementInstanceId: 'id',
    instanceId: 'id',
    definitionId: 'text',
    key: 'text',
    elementId: 'text',
    type: 'text',
    state: 'text',
    hasIncident: 'flag',
    startDate: 'time',
    endDate: 'time',
  }),
  names: {
    elementInstanceKey: 'elementInstanceId',
    processInstanceKey: 'instanceId',
    processDefinitionKey: 'definitionId',
    processDefinitionId: 'key',
    elementId: 'elementId',
    elementName: 'elementId',
    type: 'type',
    state: 'state',
    hasIncident: 'hasIncident',
    startDate: 'startDate',
    endDate: 'endDate',
  },
  ids: ({ elementInstanceId: id, instanceId, definitionId }) => [
    { id, instanceId },
    { id: instanceId, instanceId },
    { id: definitionId },
  ],
  json: (row, keyOf) => ({
    elementInstanceKey: keyOf(row.elementInstanceId),
    processInstanceKey: keyOf(row.instanceId),
    rootProcessInstanceKey: null,
    processDefinitionKey: keyOf(row.definitionId),
    processDefinitionId: row.key,
    elementId: row.elementId,
    elementName: row.elementId,
    type: row.type,
    state: row.state,
    hasIncident: row.hasIncident,
    incidentKey: null,
    startDate: row.startDate,
    endDate: row.endDate,
    tenantId: DEFAULT_TENANT,
  }),
};

/** Types with another name in Camunda 8. */
const TYPES: Readonly<Record<string, string>> = { MultiInstance: 'MULTI_INSTANCE_BODY', StandardLoop: 'MULTI_INSTANCE_BODY' };

function typeOf(activityType: string): string {
  return TYPES[activityType] ?? activityType.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
}

/** Ended element instances, then active ones. Empty for an unknown instance. */
async function rowsOf({ db }: Camunda8Services, instanceId: string): Promise<readonly ElementInstance[]> {
  const read = await readInstanceState(db, instanceId);
  if (read.kind !== 'found' && read.kind !== 'large') return [];
  const ended: EndedEntry[] = [];
  if (read.kind === 'found') ended.push(...read.state.ended);
  else for await (const texts of read.state.ended()) for (const text of texts) ended.push(JSON.parse(text) as EndedEntry);
  const definitionId = (await findDefinitionOfInstance(db, instanceId)) ?? '';
  const range = { skipped: 0, most: MAX_INCIDENTS };
  const open = await listOpenIncidents(db, { instanceIds: [instanceId], limits: undefined }, range);
  const failed = new Set(open.map(({ entry }) => entry));
  const row = (entry: LiveEntry, end?: EndedEntry): ElementInstance => ({
    elementInstanceId: entityId(instanceId, entry.entry),
    instanceId,
    definitionId,
    key: keyOfDefinition(definitionId),
    elementId: entry.element,
    type: typeOf(entry.activityType),
    state: end === undefined ? 'ACTIVE' : end.cancelled === undefined && end.error === undefined ? 'COMPLETED' : 'TERMINATED',
    hasIncident: failed.has(entry.entry),
    startDate: new Date(entry.since),
    endDate: end === undefined ? null : new Date(end.endedAt),
  });
  return [...ended.map((entry) => row(entry, entry)), ...read.state.live.entries.map((entry) => row(entry))];
}

const READ = { permission: 'see', keepsKeys: true, rateLimit: 'Polling', audit: 'none' } as const;

export const elementInstanceEndpoints: readonly Camunda8Endpoint[] = [
  {
    ...READ,
    method: 'POST',
    pattern: '/v2/element-instances/search',
    summary: 'with `processInstanceKey`; `elementName` is the id of the element',
    handle: (call, services) => listedAnswer(call, services, elementInstances),
  },
  {
    ...READ,
    method: 'GET',
    pattern: '/v2/element-instances/{elementInstanceKey}',
    summary: 'as in the search',
    handle: (call, services) =>
      oneListedAnswer(call, services, elementInstances, {
        one: 'element instance',
        idOf: ({ elementInstanceId }) => elementInstanceId,
      }),
  },
];
