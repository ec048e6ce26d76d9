import { foundPage } from '../schemas/found.ts';
import { instanceDecisionPage } from '../schemas/instance-decisions.ts';
import { migrationResponse } from '../schemas/migrations.ts';
import {
  cancelInstanceRequest,
  editVariablesRequest,
  migrateInstanceRequest,
  modifyInstanceRequest,
  resumeInstanceRequest,
  suspendInstanceRequest,
} from '../schemas/requests.ts';
import { historyPage, modificationResponse, stateResponse, suspensionResponse } from '../schemas/responses.ts';
import { waitingResponse } from '../schemas/waits.ts';
import { deletionOperations } from './deletion-operations.ts';
import { forkOperations } from './fork-operations.ts';
import type { DocumentedRefusal, Operation } from './operation.ts';
import { decidedQuery, findQuery, historyQuery, stateQuery, waitingQuery } from './parameters.ts';

const NOT_FOUND: DocumentedRefusal = { status: 404, shape: 'E', text: 'Instance <id> not found' };

const ENDED: DocumentedRefusal = { status: 409, shape: 'P', text: 'The instance has ended.' };

const TOO_LARGE: readonly DocumentedRefusal[] = [
  {
    status: 409,
    shape: 'P',
    text: 'The variables of this request have more than <limit> characters of JSON, the limit of one write.',
  },
  {
    status: 409,
    shape: 'P',
    text: 'The variables of the instance would have more than <limit> characters of JSON, the limit of one instance.',
  },
];

const TOO_MANY: DocumentedRefusal = {
  status: 413,
  shape: 'P',
  text:
    'The state of this instance has <n> activity instances, variable scopes and conditions. One answer has at most <most>. ' +
    'Request pages: ?page=1&pageSize=1000.',
};

const STATE_TOO_LARGE: DocumentedRefusal = {
  status: 413,
  shape: 'P',
  text:
    'The state of this instance is larger than <most> characters, the limit of this endpoint. ' +
    'Request its activity instances in pages: GET /Instances/{instanceId}/state?page=1&pageSize=1000.',
};

/** /Instances (docs/contributing/spec/http/instances.md). */
export const instanceOperations: readonly Operation[] = [
  {
    method: 'GET',
    pattern: '/Instances',
    id: 'findInstances',
    tag: 'Instances',
    summary: 'Find instances',
    description: 'Searches the instances of all processes.',
    policy: 'Read',
    readsProjection: true,
    query: findQuery,
    examples: {
      'failed instances of a process': { filters: 'ProcessDefinitionKey==order,Status==Failed' },
      'active at an element': { filters: 'ActivityId==review,CreatedAt<2026-01-01', sorts: 'CreatedAt' },
    },
    answer: foundPage,
  },
  {
    method: 'GET',
    pattern: '/Instances/{instanceId}/state',
    id: 'readState',
    tag: 'Instances',
    summary: 'Read the state of an instance',
    description: 'Activity instances, variables and evaluated conditions.',
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
    summary: 'Cancel an instance',
    description: 'Ends a running instance and its called instances. An ended instance stays unchanged.',
    policy: 'Admin',
    body: cancelInstanceRequest,
    examples: { 'with a reason': { reason: 'Ordered twice' }, without: {} },
    answer: 'empty',
    refusals: [NOT_FOUND],
  },
  ...deletionOperations,
  ...forkOperations,
  {
    method: 'POST',
    pattern: '/Instances/{instanceId}/variables',
    id: 'editVariables',
    tag: 'Instances',
    summary: 'Edit variables',
    description: 'Sets and removes variables of one scope of a running instance.',
    policy: 'Admin',
    body: editVariablesRequest,
    examples: { 'of the instance': { Variables: { amount: 99.5 }, Delete: ['draft'] } },
    answer: 'empty',
    refusals: [
      { status: 400, shape: 'E', text: 'Variables or Delete is required' },
      { status: 400, shape: 'P', text: "Delete contains the reserved name '<name>'." },
      { status: 400, shape: 'P', text: "'<name>' is in Variables and in Delete." },
      NOT_FOUND,
      ENDED,
      { status: 409, shape: 'P', text: 'Scope does not match an active activity instance or variable scope of this instance.' },
      ...TOO_LARGE,
    ],
  },
  {
    method: 'POST',
    pattern: '/Instances/{instanceId}/modify',
    id: 'modifyInstance',
    tag: 'Instances',
    summary: 'Modify an instance',
    description: 'Cancels and starts elements of a running instance. Sluice applies all instructions or none.',
    policy: 'Admin',
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
      NOT_FOUND,
      ENDED,
      { status: 409, shape: 'P', text: 'instructions[<n>]: <reason>.' },
      ...TOO_LARGE,
    ],
  },
  {
    method: 'POST',
    pattern: '/Instances/{instanceId}/migrate',
    id: 'migrateInstance',
    tag: 'Instances',
    summary: 'Migrate an instance',
    description: 'Moves a running instance to another version of its process. Sluice applies the whole migration or nothing.',
    policy: 'Admin',
    body: migrateInstanceRequest,
    examples: {
      'dry run': { DefinitionId: 'order:2:7c9e6679', Plan: [{ from: 'pack', to: 'pack-and-seal' }], DryRun: true },
      'with renewed due dates': { DefinitionId: 'order:2:7c9e6679', Timers: 'renew', Subscriptions: 'renew' },
    },
    answer: migrationResponse,
    refusals: [
      { status: 400, shape: 'E', text: 'DefinitionId is required' },
      { status: 400, shape: 'P', text: 'Plan[<n>]<member> <fault>' },
      { status: 400, shape: 'P', text: 'Plan must have at most 10000 items.' },
      { status: 400, shape: 'P', text: '<member> must be keep or renew.' },
      NOT_FOUND,
      { status: 404, shape: 'P', text: "Definition '<id>' is not a version of process '<key>'." },
      ENDED,
      { status: 409, shape: 'P', text: 'The instance cannot continue in the other version. <reasons>.' },
    ],
  },
  {
    method: 'POST',
    pattern: '/Instances/{instanceId}/suspend',
    id: 'suspendInstance',
    tag: 'Instances',
    summary: 'Suspend an instance',
    description: 'The instance does not continue until it is resumed. Messages, signals, due timers and task results wait.',
    policy: 'Admin',
    body: suspendInstanceRequest,
    examples: { 'with a reason': { Reason: 'Wrong prices' }, 'without called instances': { CalledInstances: false } },
    answer: suspensionResponse,
    refusals: [NOT_FOUND, ENDED],
  },
  {
    method: 'POST',
    pattern: '/Instances/{instanceId}/resume',
    id: 'resumeInstance',
    tag: 'Instances',
    summary: 'Resume a suspended instance',
    description: 'Processes what has waited, in order. Then the instance continues.',
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
    summary: 'Read the history of an instance',
    description: 'Events of the instance, oldest first.',
    policy: 'Read',
    readsProjection: true,
    query: historyQuery,
    examples: { 'completed activities': { filters: 'Type==ActivityCompleted', sorts: '-Sequence' } },
    answer: historyPage,
    refusals: [NOT_FOUND],
  },
  {
    method: 'GET',
    pattern: '/Instances/{instanceId}/decisions',
    id: 'readInstanceDecisions',
    tag: 'Instances',
    summary: 'Read the decisions of an instance',
    description: 'Decisions that the tasks of the instance evaluated, with the matching rules, oldest first.',
    policy: 'Read',
    readsProjection: true,
    query: decidedQuery,
    examples: { 'the latest decision': { sorts: '-Sequence', pageSize: '1' } },
    answer: instanceDecisionPage,
    refusals: [NOT_FOUND],
  },
  {
    method: 'GET',
    pattern: '/Instances/{instanceId}/waiting',
    id: 'readWaiting',
    tag: 'Instances',
    summary: 'Explain why an instance waits',
    description: 'One sentence with data for each active activity instance.',
    policy: 'Read',
    readsProjection: true,
    query: waitingQuery,
    examples: { 'the first ten': { page: '1', pageSize: '10' } },
    answer: waitingResponse,
    refusals: [NOT_FOUND, STATE_TOO_LARGE],
  },
];
