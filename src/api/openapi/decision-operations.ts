import {
  decisionPage,
  decisionRow,
  deleteDecisionResponse,
  deployDecisionsRequest,
  deployDecisionsResponse,
  evaluateDecisionRequest,
  evaluateDecisionResponse,
  validateDecisionsRequest,
  validateDecisionsResponse,
} from '../schemas/decisions.ts';
import { decisionEvaluationPage } from '../schemas/instance-decisions.ts';
import { deployRefusal } from '../schemas/responses.ts';
import { FEE_XML } from './examples.ts';
import type { DocumentedRefusal, Operation } from './operation.ts';
import { decisionsQuery, evaluationsQuery } from './parameters.ts';

const tag = 'Decisions';
const NOT_DEPLOYED: DocumentedRefusal = { status: 404, shape: 'P', text: "Decision '<key>' is not deployed." };
const NO_SUCH_VERSION: DocumentedRefusal = { status: 404, shape: 'P', text: "Version <n> of decision '<key>' is not deployed." };

/** /Decisions (docs/contributing/spec/http/decisions.md). */
export const decisionOperations: readonly Operation[] = [
  {
    method: 'POST',
    pattern: '/Decisions/deploy',
    id: 'deployDecisions',
    tag,
    summary: 'Deploy decisions',
    description: 'Stores each decision of the DMN files as the next version of its id. An unchanged decision keeps its version.',
    policy: 'WorkflowMutation',
    body: deployDecisionsRequest,
    examples: { 'a table': { DmnXml: FEE_XML } },
    answer: deployDecisionsResponse,
    badRequest: deployRefusal,
    refusals: [
      { status: 400, shape: 'E', text: 'Invalid DMN: DmnXml is required' },
      { status: 400, shape: 'E', text: "Invalid DMN: decision '<id>': <diagnostic> (line <l>, column <c>)" },
      { status: 400, shape: 'E', text: "Resource '<name>' is not a decision file (.dmn)." },
      {
        status: 400,
        shape: 'E',
        text: 'Deployment rejected: Strict is true and the model has warnings. First warning: <warning>',
      },
      {
        status: 403,
        shape: 'P',
        text: "Your roles do not cover the decision '<key>'. Ask an administrator for a role with this key.",
      },
    ],
  },
  {
    method: 'POST',
    pattern: '/Decisions/validate',
    id: 'validateDecisions',
    tag,
    summary: 'Validate DMN files',
    description: 'Returns all errors and warnings of the files and of the cells of their tables. Stores nothing.',
    policy: 'WorkflowMutation',
    body: validateDecisionsRequest,
    examples: { 'a table': { DmnXml: FEE_XML } },
    answer: validateDecisionsResponse,
    refusals: [
      { status: 400, shape: 'E', text: 'Invalid DMN: DmnXml is required' },
      { status: 400, shape: 'E', text: "Resource '<name>' is not a decision file (.dmn)." },
    ],
  },
  {
    method: 'POST',
    pattern: '/Decisions/{key}/evaluate',
    id: 'evaluateDecision',
    tag,
    summary: 'Evaluate a decision',
    description: 'Returns the result and, for each decision in its graph, the inputs and the matching rules.',
    policy: 'TaskOperation',
    body: evaluateDecisionRequest,
    examples: { 'the latest version': { Variables: { amount: 250 } }, 'one version': { Variables: { amount: 50 }, Version: 1 } },
    answer: evaluateDecisionResponse,
    refusals: [
      NOT_DEPLOYED,
      NO_SUCH_VERSION,
      {
        status: 409,
        shape: 'P',
        text: "The decision cannot be made: decision '<id>': rule <n>, input '<name>' with <value>: <reason>",
      },
    ],
  },
  {
    method: 'GET',
    pattern: '/Decisions',
    id: 'listDecisions',
    tag,
    summary: 'List decisions',
    description: 'One row per version of each decision.',
    policy: 'Read',
    query: decisionsQuery,
    examples: { 'versions of a decision': { filters: 'DecisionKey==fee', sorts: '-Version' } },
    answer: decisionPage,
  },
  {
    method: 'GET',
    pattern: '/Decisions/{key}',
    id: 'readDecision',
    tag,
    summary: 'Read the latest version of a decision',
    policy: 'Read',
    answer: decisionRow,
    refusals: [NOT_DEPLOYED],
  },
  {
    method: 'GET',
    pattern: '/Decisions/{key}/evaluations',
    id: 'listDecisionEvaluations',
    tag,
    summary: 'List evaluations of a decision',
    description: 'Stored evaluations through the evaluate endpoint, newest first.',
    policy: 'Read',
    query: evaluationsQuery,
    examples: { 'failed evaluations': { filters: 'Outcome==failed' } },
    answer: decisionEvaluationPage,
  },
  {
    method: 'GET',
    pattern: '/Decisions/{key}/{version}/xml',
    id: 'readDecisionXml',
    tag,
    summary: 'Read the DMN file of a version',
    description: 'The file as it was deployed.',
    policy: 'Read',
    answer: { mediaType: 'application/xml' },
    refusals: [NO_SUCH_VERSION],
  },
  {
    method: 'DELETE',
    pattern: '/Decisions/{key}/{version}',
    id: 'deleteDecision',
    tag,
    summary: 'Delete a version of a decision',
    description: 'Only possible if no deployed process needs this version.',
    policy: 'Admin',
    body: null,
    examples: {},
    answer: deleteDecisionResponse,
    refusals: [
      NO_SUCH_VERSION,
      {
        status: 409,
        shape: 'P',
        text: "Version <n> of decision '<key>' is the only version that a deployed process can use. Deploy another version of the decision, or delete the process version, first.",
      },
    ],
  },
];
