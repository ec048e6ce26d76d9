import { deployRequest, suspendDefinitionRequest, switchRequest, validateRequest } from '../schemas/requests.ts';
import {
  definitionPage,
  definitionRow,
  deleteVersionResponse,
  deployRefusal,
  deployResponse,
  instancePage,
  keySuspensionResponse,
  validateResponse,
} from '../schemas/responses.ts';
import { simulateRequest, simulateResponse } from '../schemas/simulation.ts';
import { startFormPage } from '../schemas/start-forms.ts';
import { ORDER_XML, STORE_XML } from './examples.ts';
import type { DocumentedRefusal, Operation } from './operation.ts';
import { definitionsQuery, instancesQuery, startFormsQuery } from './parameters.ts';

/** Start, disable and enable of a key that was never deployed. */
export const NOT_REGISTERED: DocumentedRefusal = {
  status: 404,
  shape: 'P',
  text: "Workflow with id '<key>' is not registered. Ensure the workflow is deployed before creating instances.",
};

/** Start and delete of a version that was never deployed, and start of one that was deleted. */
export const VERSION_NOT_REGISTERED: DocumentedRefusal = {
  status: 404,
  shape: 'P',
  text: "Version <n> of workflow '<key>' is not registered.",
};

const instanceExamples = {
  'failed instances': { filters: 'IsCompleted==true,IsFailed==true' },
  'by business id': { businessId: 'PO-1001', sorts: '-CreatedAt', pageSize: '50' },
} as const;

const WRONG_VALIDATION: readonly DocumentedRefusal[] = [
  { status: 400, shape: 'E', text: 'Validation must be one of off, executable, strict.' },
  { status: 400, shape: 'E', text: 'RequiredReferences must be some of messageRef, signalRef, operationRef.' },
];

/** /Definitions (docs/contributing/spec/http/definitions.md). */
export const definitionOperations: readonly Operation[] = [
  {
    method: 'POST',
    pattern: '/Definitions/deploy',
    id: 'deploy',
    tag: 'Definitions',
    summary: 'Deploy a BPMN model',
    description: 'Stores each executable process of the files as the next version of its key.',
    policy: 'WorkflowMutation',
    body: deployRequest,
    examples: {
      'one process': { BpmnXml: ORDER_XML },
      'two processes': { BpmnXml: STORE_XML },
      'only changed processes, fail on warnings': { BpmnXml: ORDER_XML, KeepUnchanged: true, Strict: true },
      'two files': { BpmnXml: ORDER_XML, Resources: [{ Name: 'store.bpmn', Content: STORE_XML }] },
    },
    answer: deployResponse,
    badRequest: deployRefusal,
    refusals: [
      {
        status: 403,
        shape: 'P',
        text: "Your roles do not cover the process '<key>'. Ask an administrator for a role with this key.",
      },
      { status: 400, shape: 'E', text: 'Invalid BPMN: BpmnXml is required' },
      { status: 400, shape: 'E', text: 'Invalid BPMN: <diagnostic> (line <l>, column <c>)' },
      {
        status: 400,
        shape: 'E',
        text: 'Deployment rejected: Strict is true and the model has warnings. First warning: <warning>',
      },
      ...WRONG_VALIDATION,
      {
        status: 400,
        shape: 'E',
        text: "Resource '<name>' is not a BPMN file (.bpmn, .bpmn20.xml), script (.js, .groovy, .feel), decision (.dmn) or form (.form, .html).",
      },
    ],
  },
  {
    method: 'POST',
    pattern: '/Definitions/validate',
    id: 'validate',
    tag: 'Definitions',
    summary: 'Validate a BPMN model',
    description: 'Returns all errors and warnings. Stores nothing.',
    policy: 'WorkflowMutation',
    body: validateRequest,
    examples: {
      'against the standard': { BpmnXml: ORDER_XML, Validation: 'strict' },
      'with a description of each element': { BpmnXml: ORDER_XML, Describe: true },
    },
    answer: validateResponse,
    refusals: [{ status: 400, shape: 'E', text: 'Invalid BPMN: BpmnXml is required' }, ...WRONG_VALIDATION],
  },
  {
    method: 'POST',
    pattern: '/Definitions/simulate',
    id: 'simulate',
    tag: 'Definitions',
    summary: 'Simulate a BPMN model',
    description: 'Runs a model with the real engine in memory and applies the given actions. Stores and sends nothing.',
    policy: 'WorkflowMutation',
    body: simulateRequest,
    examples: {
      'list the start events': { BpmnXml: ORDER_XML },
      'two actions': {
        BpmnXml: ORDER_XML,
        StartedAt: '2026-01-01T08:00:00Z',
        Acts: [
          { Act: 'start', Variables: { orderNumber: 'PO-1' } },
          { Act: 'complete', Element: 'review', Variables: { approved: true } },
        ],
      },
    },
    answer: simulateResponse,
    refusals: [
      { status: 400, shape: 'E', text: 'Invalid BPMN: BpmnXml is required' },
      { status: 400, shape: 'E', text: 'Invalid BPMN: <diagnostic> (line <l>, column <c>)' },
      { status: 400, shape: 'P', text: 'StartedAt must be a timestamp.' },
      { status: 400, shape: 'P', text: 'Acts[<n>].<member> must be …' },
      { status: 422, shape: 'P', text: 'The simulation stopped: it takes more than <n> seconds.' },
      { status: 503, shape: 'P', text: 'Too many simulations are waiting. Nothing was done.' },
    ],
  },
  switchOperation('disable', 'Disable a process', 'No new instances start. Running instances continue.'),
  switchOperation('enable', 'Enable a process', 'New instances can start again.'),
  suspensionOperation(
    'suspend',
    'Suspend a process',
    'Suspends all instances of the process. Messages, signals, due timers and task results wait.',
  ),
  suspensionOperation(
    'resume',
    'Resume a suspended process',
    'The instances process what has waited, in order. Then they continue.',
  ),
  {
    method: 'GET',
    pattern: '/Definitions',
    id: 'listDefinitions',
    tag: 'Definitions',
    summary: 'List process definitions',
    description: 'One row per version of each process.',
    policy: 'Read',
    readsProjection: true,
    query: definitionsQuery,
    examples: {
      'versions of a key': { filters: 'ProcessDefinitionKey==order', sorts: '-Version' },
      'active versions': { filters: 'IsActive==true', page: '1', pageSize: '20' },
    },
    answer: definitionPage,
  },
  {
    method: 'GET',
    pattern: '/Definitions/{key}/instances',
    id: 'listInstances',
    tag: 'Definitions',
    summary: 'List instances of a process',
    description: 'Instances of all versions of the process.',
    policy: 'Read',
    readsProjection: true,
    query: instancesQuery,
    examples: instanceExamples,
    answer: instancePage,
  },
  {
    method: 'GET',
    pattern: '/Definitions/{key}/{version}/instances',
    id: 'listInstancesOfVersion',
    tag: 'Definitions',
    summary: 'List instances of one version',
    policy: 'Read',
    readsProjection: true,
    query: instancesQuery,
    examples: instanceExamples,
    answer: instancePage,
  },
  {
    method: 'GET',
    pattern: '/Definitions/start-forms',
    id: 'listStartForms',
    tag: 'Definitions',
    summary: 'List start forms',
    description: 'Start forms of the latest version of each active process.',
    policy: 'Read',
    readsProjection: true,
    query: startFormsQuery,
    examples: { 'of a key': { filters: 'ProcessDefinitionKey==order' }, all: { page: '1', pageSize: '100' } },
    answer: startFormPage,
  },
  {
    method: 'GET',
    pattern: '/Definitions/{key}/{version}/xml',
    id: 'readModel',
    tag: 'Definitions',
    summary: 'Read the BPMN file of a version',
    description: 'The file as it was deployed.',
    policy: 'Read',
    readsProjection: true,
    answer: { mediaType: 'application/xml' },
    refusals: [VERSION_NOT_REGISTERED],
  },
  {
    method: 'DELETE',
    pattern: '/Definitions/{key}/{version}',
    id: 'deleteVersion',
    tag: 'Definitions',
    summary: 'Delete a version of a process',
    description: 'Only possible if the version has no instances, running or finished.',
    policy: 'Admin',
    body: null,
    examples: {},
    answer: deleteVersionResponse,
    refusals: [
      VERSION_NOT_REGISTERED,
      {
        status: 409,
        shape: 'P',
        text: "Version <n> of process '<key>' has instances, running or finished. Only a version without instances can be deleted.",
      },
    ],
  },
];

function switchOperation(name: 'disable' | 'enable', summary: string, description: string): Operation {
  return {
    method: 'POST',
    pattern: `/Definitions/${name}`,
    id: name,
    tag: 'Definitions',
    summary,
    description,
    policy: 'Admin',
    body: switchRequest,
    examples: { 'a key': { ProcessDefinitionKey: 'order' } },
    answer: definitionRow,
    refusals: [{ status: 400, shape: 'E', text: 'ProcessDefinitionKey is required' }, NOT_REGISTERED],
  };
}

function suspensionOperation(name: 'suspend' | 'resume', summary: string, description: string): Operation {
  return {
    method: 'POST',
    pattern: `/Definitions/{key}/${name}`,
    id: `${name}Definition`,
    tag: 'Definitions',
    summary,
    description,
    policy: 'Admin',
    body: suspendDefinitionRequest,
    examples: { 'with a reason': { Reason: name === 'suspend' ? 'Wrong prices' : 'Prices are right' }, without: {} },
    answer: keySuspensionResponse,
    refusals: [NOT_REGISTERED],
  };
}
