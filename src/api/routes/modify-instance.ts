import type { CommandResults } from '../../messages/commands.ts';
import { jsonAnswer, problemAnswer } from '../../platform/answer.ts';
import { entityId } from '../../platform/ids.ts';
import { readInstructions } from '../body/instructions.ts';
import { createMemberReader } from '../body/members.ts';
import type { CommandRunner } from '../commands.ts';
import { BODY_LIMIT, type WriteEndpoint } from '../endpoint.ts';
import { modifyInstanceRequest } from '../schemas/requests.ts';
import type { modificationResponse, ResponseBody } from '../schemas/responses.ts';

const readModify = createMemberReader(modifyInstanceRequest);

/** POST /Instances/{instanceId}/modify (docs/contributing/spec/http/instances.md#modify-an-instance). */
export function modifyRoute(run: CommandRunner): WriteEndpoint {
  return {
    method: 'POST',
    pattern: '/Instances/{instanceId}/modify',
    bodyUse: 'json',
    bodyLimit: BODY_LIMIT,
    async handle(request) {
      const { body, path, params } = request;
      const read = readModify(body, path);
      if (!read.ok) return read.answer;
      const instructions = readInstructions(read.members.instructions, body);
      if (!instructions.ok) return problemAnswer('invalid-field', instructions.detail, path);
      const [instanceId = ''] = params;
      const { reason = null, dryRun: isDryRun = false } = read.members;
      return run(
        request,
        { kind: 'ModifyInstance', instanceId, instructions: instructions.value, reason, isDryRun },
        (modification) => jsonAnswer(modificationJson(instanceId, isDryRun, modification)),
      );
    },
  };
}

function modificationJson(
  instanceId: string,
  isDryRun: boolean,
  { cancelledCount, started, after }: CommandResults['ModifyInstance'],
): ResponseBody<typeof modificationResponse> {
  return {
    isDryRun,
    cancelledCount,
    started: started.map(({ element: activityId, at: position, scope, opened }) => ({
      activityId,
      position,
      scope: scope === null ? null : entityId(instanceId, scope),
      openedActivityIds: [...opened],
    })),
    after: after && {
      isCompleted: after.status !== 'running',
      isCancelled: after.status === 'cancelled',
      isFailed: after.status === 'failed',
      activeActivityIds: [...after.activeElements],
      errorState: after.failure,
      isCut: after.isCut,
    },
  };
}
