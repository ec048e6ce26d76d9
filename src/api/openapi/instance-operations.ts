import { cancelInstanceRequest, resumeInstanceRequest, suspendInstanceRequest } from '../schemas/requests.ts';
import { historyPage, stateResponse, suspensionResponse } from '../schemas/responses.ts';
import type { DocumentedRefusal, Operation } from './operation.ts';
import { historyQuery, stateQuery } from './parameters.ts';

const NOT_FOUND: DocumentedRefusal = { status: 404, shape: 'E', text: 'Instance <id> not found' };

const ENDED: DocumentedRefusal = { status: 409, shape: 'P', text: "Workflow instance '<id>' has ended." };

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
  {
    method: 'POST',
    pattern: '/Instances/{instanceId}/suspend',
    id: 'suspendInstance',
    tag: 'Instances',
    summary: 'Nothing of a running instance moves until it is resumed; what comes for it waits',
    policy: 'Admin',
    body: suspendInstanceRequest,
    examples: { 'with a reason': { Reason: 'Wrong prices' }, 'it alone': { CalledInstances: false } },
    answer: suspensionResponse,
    refusals: [NOT_FOUND, ENDED],
  },
  {
    method: 'POST',
    pattern: '/Instances/{instanceId}/resume',
    id: 'resumeInstance',
    tag: 'Instances',
    summary: 'Carries out what has waited for a suspended instance, in order, and lets it go on',
    policy: 'Admin',
    body: resumeInstanceRequest,
    examples: { 'with a reason': { Reason: 'Prices are right' }, without: {} },
    answer: suspensionResponse,
    refusals: [NOT_FOUND, ENDED],
  },
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
