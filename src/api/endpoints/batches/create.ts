import { z } from 'zod';
import { type BatchOperation, type BatchSelection, type MadeBatch, SUBJECT_OF_OPERATION } from '../../../messages/batches.ts';
import { limitsOf } from '../../../platform/access-roles.ts';
import { type Answer, errorAnswer, jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { isGuid, newId } from '../../../platform/ids.ts';
import { parseItemFilters } from '../../../queries/batches.ts';
import { patternsFor } from '../../../requests/grants.ts';
import { accepted, type ParsedText, refused } from '../../../requests/request-texts.ts';
import {
  createBatchRequest,
  operationNamed,
  readParameters,
  requestedOperation,
  unknownOperation,
} from '../../body/batch-operations.ts';
import { DEPLOY_BODY_LIMIT, writeEndpoint } from '../../endpoint.ts';
import type { ApiRequest } from '../../exchange.ts';
import { refuseRight } from '../../right-missing.ts';
import { guid, orNull, type ResponseBody } from '../../schemas/values.ts';
import type { ApiServices } from '../../services.ts';

const batchMade = z
  .object({
    batchId: orNull(guid).meta({ description: 'Null for a dry run.' }),
    isDryRun: z.boolean(),
    totalCount: z.int().min(0),
    processes: z
      .array(z.object({ processDefinitionKey: z.string(), count: z.int().min(1) }))
      .meta({ description: 'Number of items by process key, largest first. At most 100 keys.' }),
    unknownCount: z.int().min(0).meta({ description: 'Number of ids that do not exist. Their items fail or are skipped.' }),
  })
  .meta({ id: 'BatchMade' });

/** See docs/contributing/spec/batches.md#create-a-batch. */
export const createBatch = writeEndpoint({
  method: 'POST',
  pattern: '/Batches',
  permission: 'operate',
  keepsKeys: true,
  rateLimit: 'Admin',
  audit: ['operator', 'CreateBatch'],
  id: 'createBatch',
  tag: 'Batches',
  summary: 'Create a batch operation',
  description: 'Runs one operation on many incidents or instances: the given ids, or all that match the filters now.',
  body: createBatchRequest,
  examples: {
    'retry all incidents of a process': { Operation: 'retry', Filters: 'ProcessKey==order', DryRun: true },
    'cancel at a limited rate': { Operation: 'cancel', Filters: 'BusinessId==none', Reason: 'Sold out', ItemsPerSecond: 50 },
    'some instances': { Operation: 'variables', Ids: ['0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11'], Variables: { approved: true } },
  },
  answer: batchMade,
  refusals: [
    { status: 400, shape: 'E', text: 'Ids or Filters is required' },
    { status: 400, shape: 'P', text: 'Ids[<n>] must be a GUID.' },
    {
      status: 400,
      shape: 'P',
      text: 'The batch would have more than <n> items (Batches:MaxItems). Narrow Filters or give fewer Ids.',
    },
  ],
  // for tens of thousands of ids
  bodyLimit: DEPLOY_BODY_LIMIT,
  handle(request, services) {
    const { body, path, members } = request;
    const { Operation, Ids, Filters, DryRun: isDryRun = false, ItemsPerSecond: rate = null } = members;
    const operation = operationNamed(Operation);
    if (operation === undefined) return unknownOperation(Operation, path);
    const forbidden = refusalOfOperation(services, request, operation);
    if (forbidden !== undefined) return forbidden;
    if (Ids.length === 0 && Filters === undefined) return errorAnswer('missing-field', 'Ids or Filters is required');
    const selection = readSelection(operation, Ids, Filters, services);
    if (!selection.ok) return problemAnswer('invalid-field', selection.detail, path);
    const asked = readParameters(operation, members, body, path);
    if (!asked.ok) return asked.answer;
    const { parameters } = asked;
    const command = {
      kind: 'CreateBatch',
      batchId: newId(),
      operation,
      parameters,
      selection: selection.value,
      rate,
      isDryRun,
    } as const;
    return services.run(request, command, (made) => jsonAnswer(madeJson(made, isDryRun)));
  },
});

function readSelection(
  operation: BatchOperation,
  ids: readonly string[],
  filters: string | undefined,
  { indexedVariables: indexed, maxVariableReads: maxReads }: ApiServices,
): ParsedText<BatchSelection> {
  if (filters === undefined) {
    const bad = ids.findIndex((id) => !isGuid(id));
    return bad < 0 ? accepted({ ids: ids.map((id) => id.toLowerCase()) }) : refused(`Ids[${bad}] must be a GUID.`);
  }
  if (ids.length > 0) return refused('Ids and Filters cannot be used together.');
  const read = parseItemFilters(SUBJECT_OF_OPERATION[operation], filters, { indexed, maxReads }, undefined);
  return read.ok ? accepted({ filters }) : read;
}

/** 403 if the caller lacks the permission for the operation on a single item, for the same process keys. Undefined: permitted, or access roles are off. */
export function refusalOfOperation(ports: ApiServices, request: ApiRequest, operation: BatchOperation): Answer | undefined {
  if (ports.requiresRoles !== true) return undefined;
  const { endpoint, path, principal, limits } = request;
  const { right } = requestedOperation(operation);
  const patterns = patternsFor(principal?.grants ?? [], right);
  const needed = limits ?? ['*'];
  const isGiven = limitsOf(patterns) === undefined || needed.every((pattern) => patterns.includes(pattern));
  return isGiven ? undefined : refuseRight(ports, { endpoint, right, path, principal, scope: undefined });
}

function madeJson({ batchId, total, keys, unknown }: MadeBatch, isDryRun: boolean): ResponseBody<typeof batchMade> {
  const processes = keys.map(({ key, count }) => ({ processDefinitionKey: key, count }));
  return { batchId, isDryRun, totalCount: total, processes, unknownCount: unknown };
}
