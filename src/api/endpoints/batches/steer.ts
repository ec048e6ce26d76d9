import { z } from 'zod';
import { jsonAnswer } from '../../../platform/answer.ts';
import { readBatch } from '../../../queries/batches/list-batches.ts';
import { operationNamed } from '../../body/batch-operations.ts';
import { type DocumentedRefusal, type Endpoint, writeEndpoint } from '../../endpoint.ts';
import { BATCH_NOT_FOUND } from '../refusals.ts';
import { refusalOfOperation } from './create.ts';
import { batchStatus } from './list.ts';

const steerBatchRequest = z.object({}).meta({ id: 'SteerBatchRequest' });

const ENDED: DocumentedRefusal = { status: 409, shape: 'P', text: "Batch '<id>' is already <status>." };

const TEXTS = {
  pause: { summary: 'Pause a batch', description: 'No further items start until you resume the batch.' },
  resume: { summary: 'Resume a paused batch', description: 'The remaining items start again.' },
  stop: { summary: 'Stop a batch', description: 'Skips all items that have not started. You cannot undo this.' },
};

/** POST /Batches/{batchId}/pause, resume and stop (docs/contributing/spec/batches.md). */
export const batchActions: readonly Endpoint[] = (['pause', 'resume', 'stop'] as const).map((act) =>
  writeEndpoint({
    method: 'POST',
    pattern: `/Batches/{batchId}/${act}`,
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'SteerBatch'],
    id: `${act}Batch`,
    tag: 'Batches',
    ...TEXTS[act],
    body: steerBatchRequest,
    examples: { 'empty body': {} },
    answer: batchStatus,
    refusals: [BATCH_NOT_FOUND, ENDED],
    async handle(request, services) {
      const [batchId = ''] = request.params;
      const { db, requiresRoles, run } = services;
      // the operation of a batch never changes; whether there is one, the worker decides
      const batch = requiresRoles === true ? await readBatch(db, batchId, request.limits) : undefined;
      const operation = batch && operationNamed(batch.operation);
      const forbidden = operation && refusalOfOperation(services, request, operation);
      if (forbidden !== undefined) return forbidden;
      return run(request, { kind: 'SteerBatch', batchId, act }, ({ state }) => jsonAnswer({ status: state }));
    },
  }),
);
