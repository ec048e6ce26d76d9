import { z } from 'zod';
import type { DeletedInstances, ErasedInstances } from '../../../messages/instance-changes.ts';
import { type Answer, jsonAnswer } from '../../../platform/answer.ts';
import { type Endpoint, writeEndpoint } from '../../endpoint.ts';
import { optionalFlag, requiredText } from '../../schemas/members.ts';
import { guid, type ResponseBody } from '../../schemas/values.ts';
import { INSTANCE_NOT_FOUND } from '../refusals.ts';

/** See docs/contributing/spec/retention.md#delete. */
const deletionResponse = z
  .object({
    Deleted: z.int().meta({ description: 'Number of deleted instances, including called instances.' }),
    GoesOn: z.boolean().meta({ description: 'True if Sluice deletes further called instances in the background.' }),
  })
  .meta({ id: 'DeletionResponse' });

const eraseRequest = z
  .object({
    BusinessId: requiredText('BusinessId is required', 'Exact business id of the instances to erase.'),
    CancelRunning: optionalFlag('If true, Sluice cancels and erases running instances too. Default: `false`.'),
  })
  .meta({ id: 'EraseRequest' });

/** See docs/contributing/spec/retention.md#erase. */
const erasureResponse = z
  .object({
    Erased: z.int().meta({ description: 'Number of deleted instances, including called instances.' }),
    Evaluations: z.int().min(1).optional().meta({ description: 'Number of deleted decision evaluations. Absent if none exist.' }),
    Cancelled: z.array(guid).meta({ description: 'Ids of the instances that Sluice cancelled.' }),
    IsComplete: z.boolean().meta({ description: 'False if instances remain. Send the same request again to continue.' }),
    Archives: z.array(z.string()).meta({ description: 'Archive files that still contain instances with this business id.' }),
  })
  .meta({ id: 'ErasureResponse' });

export const deletionEndpoints: readonly Endpoint[] = [
  writeEndpoint({
    method: 'DELETE',
    pattern: '/Instances/{instanceId}',
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'DeleteInstance'],
    id: 'deleteInstance',
    tag: 'Instances',
    summary: 'Delete a finished instance',
    description: 'Deletes the instance, the instances it called, and their history. You cannot undo this.',
    body: null,
    examples: { 'a finished instance': {} },
    answer: deletionResponse,
    refusals: [
      INSTANCE_NOT_FOUND,
      { status: 409, shape: 'P', text: "Workflow instance '<id>' is running. Cancel it first." },
      {
        status: 409,
        shape: 'P',
        text: "Workflow instance '<id>' has ended, but the called instance '<id>' is still running. Cancel it first.",
      },
      {
        status: 409,
        shape: 'P',
        text: "Workflow instance '<id>' was called by another instance. Delete the top instance '<id>': both are deleted together.",
      },
    ],
    handle: (request, { run }) => run(request, { kind: 'DeleteInstance', instanceId: request.params[0] ?? '' }, deletedAnswer),
  }),
  writeEndpoint({
    method: 'POST',
    pattern: '/Instances/erase',
    permission: 'administer',
    rateLimit: 'Admin',
    audit: ['operator', 'EraseInstances'],
    id: 'eraseInstances',
    tag: 'Instances',
    summary: 'Erase all instances with a business id',
    description: 'Deletes the instances, their history and their decision evaluations. You cannot undo this.',
    body: eraseRequest,
    examples: {
      'cancel running instances first': { BusinessId: 'PO-1001', CancelRunning: true },
      'finished instances only': { BusinessId: 'PO-1001' },
    },
    answer: erasureResponse,
    refusals: [
      { status: 400, shape: 'E', text: 'BusinessId is required' },
      {
        status: 409,
        shape: 'P',
        text: 'Nothing was erased: <n> instances are still running (<ids>). Cancel them, or set CancelRunning to true.',
      },
    ],
    handle(request, { run }) {
      const { BusinessId: businessId, CancelRunning } = request.members;
      return run(request, { kind: 'EraseInstances', businessId, cancelsRunning: CancelRunning === true }, erasedAnswer);
    },
  }),
];

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
