import { jsonAnswer } from '../../platform/answer.ts';
import { holdsUnstorableText } from '../../requests/unstorable-text.ts';
import { createMemberReader } from '../body/members.ts';
import type { CommandRunner } from '../commands.ts';
import { BODY_LIMIT, type WriteEndpoint } from '../endpoint.ts';
import { rejectionAnswer } from '../http-errors.ts';
import { suspendDefinitionRequest } from '../schemas/requests.ts';
import type { keySuspensionResponse, ResponseBody } from '../schemas/responses.ts';

const readReason = createMemberReader(suspendDefinitionRequest);

/** Suspends and resumes all instances of a key (docs/contributing/spec/suspension.md#suspend-a-key). */
export function suspendProcessRoutes(run: CommandRunner): readonly WriteEndpoint[] {
  return [route(run, 'suspend', 'SuspendProcess'), route(run, 'resume', 'ResumeProcess')];
}

function route(run: CommandRunner, action: string, kind: 'SuspendProcess' | 'ResumeProcess'): WriteEndpoint {
  return {
    method: 'POST',
    pattern: `/Definitions/{key}/${action}`,
    bodyUse: 'json',
    bodyLimit: BODY_LIMIT,
    async handle(request) {
      const read = readReason(request.body, request.path);
      if (!read.ok) return read.answer;
      const [key = ''] = request.params;
      // no name of a process can be such a text, and it must not reach the database
      if (holdsUnstorableText(key)) return rejectionAnswer(kind, { code: 'PROCESS_NOT_REGISTERED', key }, request);
      const { Reason: reason } = read.members;
      return run(request, { kind, key, ...(reason !== undefined && { reason }) }, ({ isSuspended, instances }) =>
        jsonAnswer({ processDefinitionKey: key, isSuspended, instances } satisfies ResponseBody<typeof keySuspensionResponse>),
      );
    },
  };
}
