import type { DeletedInstances, ErasedInstances } from '../../messages/deletions.ts';
import { type Answer, jsonAnswer } from '../../platform/answer.ts';
import { createMemberReader } from '../body/members.ts';
import type { CommandRunner } from '../commands.ts';
import { BODY_LIMIT, type Endpoint } from '../endpoint.ts';
import { eraseRequest } from '../schemas/requests.ts';
import type { deletionResponse, erasureResponse, ResponseBody } from '../schemas/responses.ts';

const readErase = createMemberReader(eraseRequest);

/** What deletes instances (docs/contributing/spec/retention.md). */
export function deleteInstanceRoutes(run: CommandRunner): readonly Endpoint[] {
  return [
    {
      method: 'DELETE',
      pattern: '/Instances/{instanceId}',
      bodyUse: 'ignored',
      bodyLimit: BODY_LIMIT,
      handle: (request) => run(request, { kind: 'DeleteInstance', instanceId: request.params[0] ?? '' }, deletedAnswer),
    },
    {
      method: 'POST',
      pattern: '/Instances/erase',
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      async handle(request) {
        const read = readErase(request.body, request.path);
        if (!read.ok) return read.answer;
        const { BusinessId: businessId, CancelRunning } = read.members;
        return run(request, { kind: 'EraseInstances', businessId, cancelsRunning: CancelRunning === true }, erasedAnswer);
      },
    },
  ];
}

function deletedAnswer({ deleted, goesOn }: DeletedInstances): Answer {
  return jsonAnswer({ Deleted: deleted, GoesOn: goesOn } satisfies ResponseBody<typeof deletionResponse>);
}

function erasedAnswer({ erased, evaluations, cancelled, archives, isComplete }: ErasedInstances): Answer {
  const body = {
    Erased: erased,
    ...(evaluations !== undefined && { Evaluations: evaluations }),
    Cancelled: [...cancelled],
    IsComplete: isComplete,
    Archives: [...archives],
  };
  return jsonAnswer(body satisfies ResponseBody<typeof erasureResponse>);
}
