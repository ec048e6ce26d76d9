import { z } from 'zod';
import type { CommandResults } from '../../../messages/commands.ts';
import { errorAnswer, jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { entityId } from '../../../platform/ids.ts';
import { readInstructions } from '../../body/instructions.ts';
import { removalFault } from '../../body/variables.ts';
import { writeEndpoint } from '../../endpoint.ts';
import { instruction } from '../../schemas/instructions.ts';
import {
  optionalFlag,
  optionalGuid,
  optionalText,
  optionalTexts,
  optionalVariables,
  requiredObjects,
  storedReason,
} from '../../schemas/members.ts';
import { guid, orNull, type ResponseBody } from '../../schemas/values.ts';
import { INSTANCE_ENDED, INSTANCE_NOT_FOUND, VARIABLES_TOO_LARGE } from '../refusals.ts';

const modifyInstanceRequest = z
  .object({
    instructions: requiredObjects('instructions is required', instruction, '1 to 1000 instructions. Sluice applies all or none.'),
    reason: optionalText('`cancellationReason` of the cancelled activity instances. Default: `Cancelled by modification`.'),
    dryRun: optionalFlag('If true, Sluice returns the effect and changes nothing. Default: `false`.'),
  })
  .meta({ id: 'ModifyInstanceRequest' });

/** Effect of a modification or its dry run. */
const modificationResponse = z
  .object({
    isDryRun: z.boolean(),
    cancelledCount: z.int().min(0).meta({ description: 'Number of cancelled activity instances, including those inside them.' }),
    started: z.array(
      z.object({
        activityId: z.string(),
        position: z.enum(['before', 'after']),
        scope: orNull(guid).meta({
          description: 'Active sub-process instance in which it starts. Null for the instance itself.',
        }),
        openedActivityIds: z
          .array(z.string())
          .meta({ description: 'Sub-processes that Sluice starts around it, outermost first.' }),
      }),
    ),
    after: orNull(
      z.object({
        isCompleted: z.boolean(),
        isCancelled: z.boolean(),
        isFailed: z.boolean(),
        activeActivityIds: z.array(z.string()).meta({ description: 'At most 100.' }),
        errorState: orNull(z.object({ code: z.string(), message: z.string() })),
        isCut: z.boolean().meta({ description: 'True if the run takes too long and the result is incomplete.' }),
      }),
    ).meta({ description: 'State after the change, for a dry run. Otherwise null.' }),
  })
  .meta({ id: 'ModificationResponse' });

/** See docs/contributing/spec/http/instances.md#modify-an-instance. */
export const modifyInstance = writeEndpoint({
  method: 'POST',
  pattern: '/Instances/{instanceId}/modify',
  permission: 'operate',
  keepsKeys: true,
  rateLimit: 'Admin',
  audit: ['operator', 'ModifyInstance'],
  id: 'modifyInstance',
  tag: 'Instances',
  summary: 'Modify an instance',
  description: 'Cancels and starts elements of a running instance. Sluice applies all instructions or none.',
  body: modifyInstanceRequest,
  examples: {
    'move past an element': {
      instructions: [{ cancel: { element: 'pack' } }, { startAfter: { element: 'pack' } }],
      reason: 'packed by hand',
      dryRun: true,
    },
  },
  answer: modificationResponse,
  refusals: [
    { status: 400, shape: 'E', text: 'instructions is required' },
    { status: 400, shape: 'P', text: 'instructions[<n>]<member> <fault>' },
    { status: 400, shape: 'P', text: 'instructions must have at most 1000 items.' },
    INSTANCE_NOT_FOUND,
    INSTANCE_ENDED,
    { status: 409, shape: 'P', text: 'instructions[<n>]: <reason>.' },
    ...VARIABLES_TOO_LARGE,
  ],
  handle(request, { run }) {
    const { body, path, params, members } = request;
    const instructions = readInstructions(members.instructions, body);
    if (!instructions.ok) return problemAnswer('invalid-field', instructions.detail, path);
    const [instanceId = ''] = params;
    const { reason = null, dryRun: isDryRun = false } = members;
    return run(
      request,
      { kind: 'ModifyInstance', instanceId, instructions: instructions.value, reason, isDryRun },
      (modification) => jsonAnswer(modificationJson(instanceId, isDryRun, modification)),
    );
  },
});

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

const editVariablesRequest = z
  .object({
    Variables: optionalVariables(),
    Delete: optionalTexts('Names to remove. Sluice ignores names that the scope does not contain.'),
    Scope: optionalGuid('Id of an active activity instance or of a variable scope. Default: the scope of the instance.'),
    Reason: storedReason(),
  })
  .meta({ id: 'EditVariablesRequest' });

/** See docs/contributing/spec/http/instances.md. */
export const editVariables = writeEndpoint({
  method: 'POST',
  pattern: '/Instances/{instanceId}/variables',
  permission: 'operate',
  keepsKeys: true,
  rateLimit: 'Admin',
  audit: ['operator', 'EditVariables'],
  id: 'editVariables',
  tag: 'Instances',
  summary: 'Edit variables',
  description: 'Sets and removes variables of one scope of a running instance.',
  body: editVariablesRequest,
  examples: { 'of the instance': { Variables: { amount: 99.5 }, Delete: ['draft'], Reason: 'Wrong price' } },
  answer: 'empty',
  refusals: [
    { status: 400, shape: 'E', text: 'Variables or Delete is required' },
    { status: 400, shape: 'P', text: "Delete contains the reserved name '<name>'." },
    { status: 400, shape: 'P', text: "'<name>' is in Variables and in Delete." },
    INSTANCE_NOT_FOUND,
    INSTANCE_ENDED,
    { status: 409, shape: 'P', text: 'Scope does not match an active activity instance or variable scope of this instance.' },
    ...VARIABLES_TOO_LARGE,
  ],
  handle(request, { run }) {
    const { Variables: variables, Delete: removed, Scope: scope, Reason: reason } = request.members;
    if (Object.keys(variables).length === 0 && removed.length === 0)
      return errorAnswer('missing-field', 'Variables or Delete is required');
    const fault = removalFault(variables, removed);
    if (fault !== undefined) return problemAnswer('invalid-field', fault, request.path);
    const [instanceId = ''] = request.params;
    const edit = { scope: scope ?? null, variables, removed, ...(reason !== undefined && { reason }) };
    return run(request, { kind: 'EditVariables', instanceId, ...edit });
  },
});
