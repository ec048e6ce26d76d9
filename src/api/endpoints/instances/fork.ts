import { z } from 'zod';
import type { CommandResults } from '../../../messages/commands.ts';
import { jsonAnswer } from '../../../platform/answer.ts';
import { newId, shardOf } from '../../../platform/ids.ts';
import { type DocumentedRefusal, type Endpoint, writeEndpoint } from '../../endpoint.ts';
import { optionalFlag, optionalText, optionalVariables, optionalWhole, storedReason } from '../../schemas/members.ts';
import { guid, orNull, type ResponseBody } from '../../schemas/values.ts';
import { WORKFLOW_INSTANCE_NOT_FOUND } from '../refusals.ts';

const forkRequest = z
  .object({
    Step: optionalWhole(
      0,
      2_147_483_647,
      'Step to continue from: the number of a row in the event history. Default: 0, the start of the instance.',
    ),
    Variables: optionalVariables(),
    DefinitionId: optionalText('Id of another version of the same process. Default: the version of the instance.'),
    DryRun: optionalFlag(
      'If true, Sluice creates no instance and returns the activities that would run again. Default: `false`.',
    ),
    Reason: storedReason(),
  })
  .meta({ id: 'ForkRequest' });

const reviveRequest = z
  .object({
    Variables: optionalVariables(),
    DryRun: optionalFlag('If true, Sluice returns the effect and changes nothing. Default: `false`.'),
    Reason: storedReason(),
  })
  .meta({ id: 'ReviveRequest' });

const repeatedParts = () =>
  z.array(z.object({ ActivityId: orNull(z.string()), RetryDoes: z.string(), WorkflowInstanceId: guid.optional() })).meta({
    description:
      'Activities that run again. `ActivityId`: null for the process itself. `RetryDoes`: as in an incident. `WorkflowInstanceId`: the called instance in which it runs, absent for the instance itself.',
  });

/** See docs/contributing/spec/forks.md#fork. */
const forkResponse = z
  .object({
    WorkflowInstanceId: guid.meta({ description: 'Id of the new instance. For a dry run: id of the requested instance.' }),
    Step: z.int().min(0),
    IsDryRun: z.boolean().optional().meta({ description: 'True for a dry run. Otherwise absent.' }),
    Repeats: repeatedParts().optional(),
  })
  .meta({ id: 'ForkResponse' });

/** See docs/contributing/spec/forks.md#revive. */
const reviveResponse = z
  .object({
    WorkflowInstanceId: guid.meta({ description: 'The instance that continues: the same one or its fork.' }),
    Step: z.int().min(0).meta({ description: 'Step from which the instance continues.' }),
    IsFork: z.boolean().meta({ description: 'True if a new instance continues.' }),
    IsDryRun: z.boolean(),
    Repeats: repeatedParts(),
    SinceThen: z
      .array(z.object({ Kind: z.string(), ActivityId: orNull(z.string()) }))
      .meta({ description: 'Events after that step. Sluice does not undo them.' }),
  })
  .meta({ id: 'ReviveResponse' });

const TOO_LONG: DocumentedRefusal = {
  status: 409,
  shape: 'P',
  text: 'The history up to this step has more than <n> events, which is the limit. Choose an earlier step.',
};

const NOT_RESTORABLE: DocumentedRefusal = {
  status: 409,
  shape: 'P',
  text: "The instance cannot continue from this step. Element '<element>': <why>. Choose an earlier step.",
};

export const forkEndpoints: readonly Endpoint[] = [
  writeEndpoint({
    method: 'POST',
    pattern: '/Instances/{instanceId}/fork',
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'ForkInstance'],
    id: 'forkInstance',
    tag: 'Instances',
    summary: 'Fork an instance',
    description: 'Creates a new instance that continues from a step of this one, or starts with the same input.',
    body: forkRequest,
    examples: {
      'start again with other variables': { Variables: { amount: 7 } },
      'from a step': { Step: 1, Reason: 'packed the wrong goods' },
      'dry run': { Step: 1, DryRun: true },
    },
    answer: forkResponse,
    refusals: [
      { status: 400, shape: 'P', text: 'Step <n> does not exist. The last step of this instance is <last>.' },
      WORKFLOW_INSTANCE_NOT_FOUND,
      { status: 404, shape: 'P', text: "Definition '<id>' is not a version of process '<key>'." },
      { status: 409, shape: 'P', text: 'Step <n> is the end of the instance. Choose an earlier step.' },
      TOO_LONG,
      NOT_RESTORABLE,
    ],
    handle(request, { run }) {
      const [instanceId = ''] = request.params;
      const {
        Step: step = 0,
        Variables: variables,
        DefinitionId: definitionId = null,
        DryRun: isDryRun = false,
        Reason: reason,
      } = request.members;
      const forkId = newId(shardOf(instanceId));
      const order = { instanceId, forkId, step, variables, definitionId, isDryRun };
      const command = { kind: 'ForkInstance', ...order, ...(reason !== undefined && { reason }) } as const;
      return run(request, command, ({ instanceId: id, step: from, repeats }) => {
        const plan = repeats === undefined ? {} : { IsDryRun: true, Repeats: repeats.map(repeatedPart) };
        const body: ResponseBody<typeof forkResponse> = { WorkflowInstanceId: id, Step: from, ...plan };
        return jsonAnswer(body);
      });
    },
  }),
  writeEndpoint({
    method: 'POST',
    pattern: '/Instances/{instanceId}/revive',
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'ReviveInstance'],
    id: 'reviveInstance',
    tag: 'Instances',
    summary: 'Restart a failed or cancelled instance',
    description:
      'A failed instance continues with the failed activities. A cancelled instance continues from the step before its end.',
    body: reviveRequest,
    examples: { 'with other variables': { Variables: { amount: 7 } }, 'without changes': {}, 'dry run': { DryRun: true } },
    answer: reviveResponse,
    refusals: [
      WORKFLOW_INSTANCE_NOT_FOUND,
      {
        status: 409,
        shape: 'P',
        text: "Workflow instance '<id>' is still running. Only failed or cancelled instances can be restarted.",
      },
      {
        status: 409,
        shape: 'P',
        text: "Workflow instance '<id>' has completed. Only failed or cancelled instances can be restarted. Fork it instead.",
      },
      { status: 409, shape: 'P', text: "Workflow instance '<id>' was already restarted as instance '<fork>'." },
      TOO_LONG,
      NOT_RESTORABLE,
    ],
    handle(request, { run }) {
      const [instanceId = ''] = request.params;
      const { Variables: variables, DryRun: isDryRun = false, Reason: reason } = request.members;
      const command = {
        kind: 'ReviveInstance',
        instanceId,
        variables,
        isDryRun,
        ...(reason !== undefined && { reason }),
      } as const;
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
  }),
];

function repeatedPart({ element, does, instanceId }: NonNullable<CommandResults['ReviveInstance']['repeats']>[number]) {
  return { ActivityId: element, RetryDoes: does, ...(instanceId !== undefined && { WorkflowInstanceId: instanceId }) };
}

type SinceKind = CommandResults['ReviveInstance']['sinceThen'][number]['kind'];

/** Effects on other instances and services after the step. */
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
