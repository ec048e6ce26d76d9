import type { SuspendedInstance } from '../../messages/suspensions.ts';
import { type Answer, errorAnswer, jsonAnswer, problemAnswer } from '../../platform/answer.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { createMemberReader } from '../body/members.ts';
import { removalFault } from '../body/variables.ts';
import type { CommandRunner } from '../commands.ts';
import { BODY_LIMIT, type Endpoint, type WriteRequest } from '../endpoint.ts';
import {
  cancelInstanceRequest,
  editVariablesRequest,
  resumeInstanceRequest,
  suspendInstanceRequest,
} from '../schemas/requests.ts';
import { deleteInstanceRoutes } from './delete-instances.ts';
import { stateRoute } from './instance-state.ts';
import { migrateRoute } from './migrate-instance.ts';
import { modifyRoute } from './modify-instance.ts';

const readSuspend = createMemberReader(suspendInstanceRequest);
const readResume = createMemberReader(resumeInstanceRequest);
const readCancel = createMemberReader(cancelInstanceRequest);
const readEdit = createMemberReader(editVariablesRequest);

/** /Instances (docs/contributing/spec/http/instances.md). */
export function instanceRoutes(run: CommandRunner, db: ReadDatabase, maxStateEntries: number): readonly Endpoint[] {
  return [
    stateRoute(db, maxStateEntries),
    {
      method: 'POST',
      pattern: '/Instances/{instanceId}/cancel',
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      async handle(request) {
        const read = readCancel(request.body, request.path);
        if (!read.ok) return read.answer;
        const [instanceId = ''] = request.params;
        const { reason = 'Cancelled by operator' } = read.members;
        return run(request, { kind: 'CancelInstance', instanceId, reason });
      },
    },
    {
      method: 'POST',
      pattern: '/Instances/{instanceId}/variables',
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      handle: (request) => editVariables(run, request),
    },
    {
      method: 'POST',
      pattern: '/Instances/{instanceId}/suspend',
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      async handle(request) {
        const read = readSuspend(request.body, request.path);
        if (!read.ok) return read.answer;
        const { Reason: reason, CalledInstances } = read.members;
        const asked = { ...suspensionBy(request.params[0], reason), calledInstances: CalledInstances !== false };
        return run(request, { kind: 'SuspendInstance', ...asked }, suspensionAnswer);
      },
    },
    {
      method: 'POST',
      pattern: '/Instances/{instanceId}/resume',
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      async handle(request) {
        const read = readResume(request.body, request.path);
        if (!read.ok) return read.answer;
        const asked = suspensionBy(request.params[0], read.members.Reason);
        return run(request, { kind: 'ResumeInstance', ...asked }, suspensionAnswer);
      },
    },
    modifyRoute(run),
    migrateRoute(run),
    ...deleteInstanceRoutes(run),
  ];
}

async function editVariables(run: CommandRunner, request: WriteRequest): Promise<Answer> {
  const read = readEdit(request.body, request.path);
  if (!read.ok) return read.answer;
  const { Variables: variables, Delete: removed, Scope: scope } = read.members;
  if (Object.keys(variables).length === 0 && removed.length === 0)
    return errorAnswer('missing-field', 'Variables or Delete is required');
  const fault = removalFault(variables, removed);
  if (fault !== undefined) return problemAnswer('invalid-field', fault, request.path);
  const [instanceId = ''] = request.params;
  return run(request, { kind: 'EditVariables', instanceId, scope: scope?.trim() || null, variables, removed });
}

function suspensionBy(instanceId = '', reason: string | undefined) {
  return { instanceId, by: 'operator', ...(reason !== undefined && { reason }) } as const;
}

function suspensionAnswer({ suspendedBy }: SuspendedInstance): Answer {
  return jsonAnswer({ isSuspended: suspendedBy.length > 0, suspendedBy });
}
