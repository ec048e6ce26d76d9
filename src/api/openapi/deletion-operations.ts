import { eraseRequest } from '../schemas/requests.ts';
import { deletionResponse, erasureResponse } from '../schemas/responses.ts';
import type { DocumentedRefusal, Operation } from './operation.ts';

const NOT_FOUND: DocumentedRefusal = { status: 404, shape: 'E', text: 'Instance <id> not found' };

/** What deletes instances (docs/contributing/spec/retention.md). */
export const deletionOperations: readonly Operation[] = [
  {
    method: 'DELETE',
    pattern: '/Instances/{instanceId}',
    id: 'deleteInstance',
    tag: 'Instances',
    summary: 'Delete a finished instance',
    description: 'Deletes the instance, the instances it called, and their history. You cannot undo this.',
    policy: 'Admin',
    body: null,
    examples: { 'a finished instance': {} },
    answer: deletionResponse,
    refusals: [
      NOT_FOUND,
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
  },
  {
    method: 'POST',
    pattern: '/Instances/erase',
    id: 'eraseInstances',
    tag: 'Instances',
    summary: 'Erase all instances with a business id',
    description: 'Deletes the instances, their history and their decision evaluations. You cannot undo this.',
    policy: 'Admin',
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
  },
];
