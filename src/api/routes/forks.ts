import type { CommandResults } from '../../messages/commands.ts';
import { jsonAnswer } from '../../platform/answer.ts';
import { newId } from '../../platform/ids.ts';
import { createMemberReader } from '../body/members.ts';
import type { CommandRunner } from '../commands.ts';
import { BODY_LIMIT, type Endpoint } from '../endpoint.ts';
import { forkRequest, reviveRequest } from '../schemas/requests.ts';
import type { forkResponse, ResponseBody, reviveResponse } from '../schemas/responses.ts';

const readFork = createMemberReader(forkRequest);
const readRevive = createMemberReader(reviveRequest);

/** Routes of forks (docs/contributing/spec/forks.md). */
export function forkRoutes(run: CommandRunner): readonly Endpoint[] {
  return [
    {
      method: 'POST',
      pattern: '/Instances/{instanceId}/fork',
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      async handle(request) {
        const read = readFork(request.body, request.path);
        if (!read.ok) return read.answer;
        const [instanceId = ''] = request.params;
        const {
          Step: step = 0,
          Variables: variables,
          DefinitionId: definitionId = null,
          DryRun: isDryRun = false,
        } = read.members;
        const command = { kind: 'ForkInstance', instanceId, forkId: newId(), step, variables, definitionId, isDryRun } as const;
        return run(request, command, ({ instanceId: id, step: from, repeats }) => {
          const told = repeats === undefined ? {} : { IsDryRun: true, Repeats: repeats.map(repeatedPart) };
          const body: ResponseBody<typeof forkResponse> = { WorkflowInstanceId: id, Step: from, ...told };
          return jsonAnswer(body);
        });
      },
    },
    {
      method: 'POST',
      pattern: '/Instances/{instanceId}/revive',
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      async handle(request) {
        const read = readRevive(request.body, request.path);
        if (!read.ok) return read.answer;
        const [instanceId = ''] = request.params;
        const { Variables: variables, DryRun: isDryRun = false } = read.members;
        const command = { kind: 'ReviveInstance', instanceId, variables, isDryRun } as const;
        return run(request, command, ({ instanceId: id, step, isFork, sinceThen, repeats = [] }) => {
          const body: ResponseBody<typeof reviveResponse> = {
            WorkflowInstanceId: id,
            Step: step,
            IsFork: isFork,
            IsDryRun: isDryRun,
            Repeats: repeats.map(repeatedPart),
            SinceThen: sinceThen.map(({ kind, element }) => ({ Kind: KINDS[kind], ActivityId: element })),
          };
          return jsonAnswer(body);
        });
      },
    },
  ];
}

function repeatedPart({ element, does, instanceId }: NonNullable<CommandResults['ReviveInstance']['repeats']>[number]) {
  return { ActivityId: element, RetryDoes: does, ...(instanceId !== undefined && { WorkflowInstanceId: instanceId }) };
}

type SinceKind = CommandResults['ReviveInstance']['sinceThen'][number]['kind'];

/** As they are named on the wire. */
const KINDS: Readonly<Record<SinceKind, string>> = {
  messageSent: 'MessageSent',
  signalSent: 'SignalSent',
  escalationSent: 'EscalationSent',
  calledInstanceStarted: 'CalledInstanceStarted',
  calledInstanceCancelled: 'CalledInstanceCancelled',
  calledInstanceEnded: 'CalledInstanceEnded',
  callerTold: 'CallerTold',
  customTaskDone: 'CustomTaskDone',
};
