import type { CommandResults } from '../../messages/commands.ts';
import { type Answer, jsonAnswer } from '../../platform/answer.ts';
import { newId } from '../../platform/ids.ts';
import { createMemberReader } from '../body/members.ts';
import type { CommandRunner } from '../commands.ts';
import { BODY_LIMIT, type Endpoint, type WriteRequest } from '../endpoint.ts';
import {
  completeActivityRequest,
  evaluateConditionsRequest,
  messageRequest,
  signalRequest,
  startRequest,
} from '../schemas/requests.ts';

const readStart = createMemberReader(startRequest);
const readMessage = createMemberReader(messageRequest);
const readSignal = createMemberReader(signalRequest);
const readCompletion = createMemberReader(completeActivityRequest);
const readEvaluation = createMemberReader(evaluateConditionsRequest);

/** POST /Execution/… (docs/contributing/spec/http/execution.md). */
export function executionRoutes(run: CommandRunner): readonly Endpoint[] {
  return [
    executionRoute('start', (request) => start(run, request)),
    executionRoute('message', (request) => message(run, request)),
    executionRoute('signal', (request) => signal(run, request)),
    executionRoute('complete-activity', (request) => completeActivity(run, request)),
    executionRoute('evaluate-conditions', (request) => evaluateConditions(run, request)),
  ];
}

function executionRoute(name: string, handle: (request: WriteRequest) => Promise<Answer>): Endpoint {
  return { method: 'POST', pattern: `/Execution/${name}`, bodyUse: 'json', bodyLimit: BODY_LIMIT, handle };
}

async function start(run: CommandRunner, request: WriteRequest): Promise<Answer> {
  const read = readStart(request.body, request.path);
  if (!read.ok) return read.answer;
  const { WorkflowId: key, Variables: variables, BusinessId: businessId = null, Version: version } = read.members;
  const chosen = version === undefined ? {} : { version };
  return run(request, { kind: 'StartInstance', instanceId: newId(), key, variables, businessId, ...chosen }, ({ instanceId }) =>
    jsonAnswer({ WorkflowInstanceId: instanceId }),
  );
}

async function message(run: CommandRunner, request: WriteRequest): Promise<Answer> {
  const read = readMessage(request.body, request.path);
  if (!read.ok) return read.answer;
  const { MessageName: name, CorrelationKey: correlationKey = '', Variables: variables } = read.members;
  const { BusinessId: businessId = null } = read.members;
  return run(request, { kind: 'DeliverMessage', name, correlationKey, variables, businessId }, ({ instanceIds }) =>
    jsonAnswer({ Delivered: true, WorkflowInstanceIds: instanceIds }),
  );
}

async function signal(run: CommandRunner, request: WriteRequest): Promise<Answer> {
  const read = readSignal(request.body, request.path);
  if (!read.ok) return read.answer;
  const { SignalName: name, Variables: variables } = read.members;
  return run(request, { kind: 'BroadcastSignal', name, variables, exceptInstanceId: null }, ({ deliveredCount, instanceIds }) =>
    jsonAnswer({ DeliveredCount: deliveredCount, WorkflowInstanceIds: instanceIds }),
  );
}

async function completeActivity(run: CommandRunner, request: WriteRequest): Promise<Answer> {
  const read = readCompletion(request.body, request.path);
  if (!read.ok) return read.answer;
  const { WorkflowInstanceId: instanceId, ActivityId: activityId, Variables: variables } = read.members;
  return run(request, { kind: 'CompleteActivity', instanceId, activityId, variables });
}

async function evaluateConditions(run: CommandRunner, request: WriteRequest): Promise<Answer> {
  const read = readEvaluation(request.body, request.path);
  if (!read.ok) return read.answer;
  const { WorkflowId: key = null, Variables: variables } = read.members;
  return run(request, { kind: 'EvaluateConditions', key, variables }, evaluationAnswer);
}

/** `Errors` is the one member that is left out when there is nothing in it (docs/contributing/spec/http.md#absent-values). */
function evaluationAnswer({ startedInstanceIds, errors }: CommandResults['EvaluateConditions']): Answer {
  return jsonAnswer({ StartedInstanceIds: startedInstanceIds, ...(errors.length > 0 && { Errors: errors }) });
}
