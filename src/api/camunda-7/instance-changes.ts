import type { ModifyInstruction } from '../../messages/instance-changes.ts';
import type { Answer } from '../../platform/answer.ts';
import { entityId, isGuid } from '../../platform/ids.ts';
import { repeated } from '../../requests/request-texts.ts';
import { done, shown } from '../camunda-results.ts';
import type { ApiServices } from '../services.ts';
import { type Camunda7Call, type Camunda7Endpoint, READ } from './endpoint.ts';
import { notFound } from './errors.ts';
import { Fields } from './fields.ts';
import { camundaTypeOf } from './history.ts';
import { visibleState } from './instance-state.ts';

/** Active activities, and modification. */
export const instanceChanges: readonly Camunda7Endpoint[] = [
  {
    ...READ,
    method: 'GET',
    pattern: '/process-instance/{instance}/activity-instances',
    summary: 'all active activities are children of the instance, also those in sub-processes',
    handle: activityInstances,
  },
  {
    method: 'POST',
    pattern: '/process-instance/{instance}/modification',
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'ModifyInstance'],
    summary: '`cancel`, `startBeforeActivity`, `startAfterActivity`',
    handle: modify,
  },
];

async function activityInstances(call: Camunda7Call, services: ApiServices): Promise<Answer> {
  const [id = ''] = call.params;
  const state = isGuid(id) ? await visibleState(call, services, id.toLowerCase()) : undefined;
  if (state === undefined || state.completedAt !== null) return notFound('Process instance', id);
  const { instanceId, definitionId } = state;
  const common = { processInstanceId: instanceId, processDefinitionId: definitionId };
  const empty = { childTransitionInstances: [], executionIds: [instanceId], incidentIds: [], incidents: [] };
  return shown({
    id: instanceId,
    parentActivityInstanceId: null,
    activityId: definitionId,
    activityName: null,
    name: null,
    activityType: 'processDefinition',
    ...common,
    childActivityInstances: state.live.entries.map(({ entry, element, activityType }) => ({
      id: entityId(instanceId, entry),
      parentActivityInstanceId: instanceId,
      activityId: element,
      activityName: null,
      name: null,
      activityType: camundaTypeOf(activityType),
      ...common,
      childActivityInstances: [],
      ...empty,
    })),
    ...empty,
  });
}

function modify(call: Camunda7Call, services: ApiServices): Answer | Promise<Answer> {
  const [id = ''] = call.params;
  const fields = Fields.ofBody(call);
  const instructions = fields.objects('instructions').map(readInstruction);
  const reason = fields.text('annotation') ?? null;
  fields.ignore('skipCustomListeners', 'skipIoMappings');
  if (instructions.length === 0) fields.fail('instructions is required.');
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  if (!isGuid(id)) return notFound('Process instance', id);
  const instanceId = id.toLowerCase();
  return done(call, services, { kind: 'ModifyInstance', instanceId, instructions, reason, isDryRun: false });
}

function readInstruction(fields: Fields): ModifyInstruction {
  const type = fields.requiredText('type');
  const element = fields.text('activityId');
  const entry = fields.text('activityInstanceId');
  if (type === 'cancel') {
    if ((element === undefined) === (entry === undefined)) fields.fail('cancel needs activityId or activityInstanceId.');
    if (entry !== undefined && !isGuid(entry)) fields.fail('activityInstanceId is not an id of Sluice.');
    return entry === undefined
      ? { kind: 'cancelElement', element: element ?? '' }
      : { kind: 'cancelEntry', entry: entry.toLowerCase() };
  }
  const kind = type === 'startBeforeActivity' ? 'startBefore' : 'startAfter';
  if (kind === 'startAfter' && type !== 'startAfterActivity') fields.fail(`type '${repeated(type)}' is not supported by Sluice.`);
  const scope = fields.text('ancestorActivityInstanceId')?.toLowerCase() ?? null;
  if (element === undefined) fields.fail(`${repeated(type)} needs activityId.`);
  if (scope !== null && !isGuid(scope)) fields.fail('ancestorActivityInstanceId is not an id of Sluice.');
  const variables = kind === 'startBefore' ? fields.variables() : {};
  const hasVariables = Object.keys(variables).length > 0;
  return { kind, element: element ?? '', scope, ...(hasVariables && { variables }) };
}
