import { cancelInstanceRequest } from '../schemas/requests.ts';
import { historyPage, stateResponse } from '../schemas/responses.ts';
import { forkOperations } from './fork-operations.ts';
import type { DocumentedRefusal, Operation } from './operation.ts';
import { historyQuery, stateQuery } from './parameters.ts';

const NOT_FOUND: DocumentedRefusal = { status: 404, shape: 'E', text: 'Instance <id> not found' };

const TOO_MANY: DocumentedRefusal = {
  status: 413,
  shape: 'P',
  text:
    'The state of this instance has <n> entries, variable scopes and conditions, more than the <most> that are answered at once. ' +
    'Ask for it in pages: ?page=1&pageSize=1000.',
};

/** /Instances (docs/spec/http/instances.md). */
export const instanceOperations: readonly Operation[] = [
  {
    method: 'GET',
    pattern: '/Instances/{instanceId}/state',
    id: 'readState',
    tag: 'Instances',
    summary: 'The state of an instance: entries, variables, conditions',
    policy: 'Polling',
    readsProjection: true,
    query: stateQuery,
    examples: { 'the first 1000 of each list': { page: '1', pageSize: '1000' } },
    answer: stateResponse,
    refusals: [NOT_FOUND, TOO_MANY],
  },
  {
    method: 'POST',
    pattern: '/Instances/{instanceId}/cancel',
    id: 'cancelInstance',
    tag: 'Instances',
    summary: 'Ends a running instance and its children; a terminal one stays as it is',
    policy: 'Admin',
    body: cancelInstanceRequest,
    examples: { 'with a reason': { reason: 'Ordered twice' }, without: {} },
    answer: 'empty',
    refusals: [NOT_FOUND],
  },
  ...forkOperations,
  {
    method: 'GET',
    pattern: '/Instances/{instanceId}/history',
    id: 'readHistory',
    tag: 'Instances',
    summary: 'What happened to an instance, oldest first',
    policy: 'Read',
    readsProjection: true,
    query: historyQuery,
    examples: { 'what ended': { filters: 'Type==ActivityCompleted', sorts: '-Sequence' } },
    answer: historyPage,
    refusals: [NOT_FOUND],
  },
];
