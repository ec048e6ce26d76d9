import {
  completeActivityRequest,
  evaluateConditionsRequest,
  messageRequest,
  signalRequest,
  startRequest,
} from '../schemas/requests.ts';
import { evaluateConditionsResponse, messageResponse, signalResponse, startResponse } from '../schemas/responses.ts';
import { NOT_REGISTERED } from './definition-operations.ts';
import type { Operation } from './operation.ts';

/** POST /Execution/… (docs/contributing/spec/http/execution.md). */
export const executionOperations: readonly Operation[] = [
  {
    method: 'POST',
    pattern: '/Execution/start',
    id: 'start',
    tag: 'Execution',
    summary: 'Start an instance',
    description: 'Starts the latest version of the process, or the given version.',
    policy: 'WorkflowMutation',
    body: startRequest,
    examples: {
      'with variables': { WorkflowId: 'order', Variables: { orderNumber: 'PO-1001', amount: 12.5 }, BusinessId: 'PO-1001' },
      'required fields only': { WorkflowId: 'order', Variables: { orderNumber: 'PO-1002' } },
    },
    answer: startResponse,
    refusals: [
      { status: 400, shape: 'E', text: 'WorkflowId is required' },
      NOT_REGISTERED,
      { status: 409, shape: 'P', text: "Process '<key>' is disabled. Enable it before creating new instances." },
      { status: 409, shape: 'P', text: "Process '<key>' is suspended. Resume it before creating new instances." },
    ],
  },
  {
    method: 'POST',
    pattern: '/Execution/message',
    id: 'message',
    tag: 'Execution',
    summary: 'Publish a message',
    description:
      'Resumes every instance that waits for this message and correlation key. If no instance waits, starts instances with a matching message start event.',
    policy: 'WorkflowMutation',
    body: messageRequest,
    examples: { 'with a key': { MessageName: 'orderPaid', CorrelationKey: 'PO-1001', Variables: { paid: 12.5 } } },
    answer: messageResponse,
    refusals: [
      { status: 400, shape: 'E', text: 'MessageName is required' },
      { status: 404, shape: 'E', text: "No active subscription found for message '<name>' with correlation key '<key>'" },
    ],
  },
  {
    method: 'POST',
    pattern: '/Execution/signal',
    id: 'signal',
    tag: 'Execution',
    summary: 'Broadcast a signal',
    description:
      'Resumes every instance that waits for this signal, and starts one instance of each process with a matching signal start event.',
    policy: 'WorkflowMutation',
    body: signalRequest,
    examples: { 'a signal': { SignalName: 'stockArrived', Variables: { pallets: 3 } } },
    answer: signalResponse,
    refusals: [
      { status: 400, shape: 'E', text: 'SignalName is required' },
      { status: 404, shape: 'E', text: "No active subscription found for signal '<name>'" },
    ],
  },
  {
    method: 'POST',
    pattern: '/Execution/complete-activity',
    id: 'completeActivity',
    tag: 'Execution',
    summary: 'Complete an activity',
    description: 'For activities without a worker, such as a task without a type.',
    policy: 'TaskOperation',
    body: completeActivityRequest,
    examples: {
      'a task': {
        WorkflowInstanceId: '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11',
        ActivityId: 'pack',
        Variables: { parcels: 1 },
      },
    },
    answer: 'empty',
    refusals: [
      { status: 400, shape: 'E', text: 'WorkflowInstanceId is required' },
      { status: 400, shape: 'E', text: 'ActivityId is required' },
      { status: 404, shape: 'P', text: "Workflow instance '<id>' not found." },
      {
        status: 409,
        shape: 'P',
        text: "Activity '<activityId>' is not active in this instance. GET /Instances/{instanceId}/state lists the active activities.",
      },
      {
        status: 409,
        shape: 'P',
        text: "Activity '<activityId>' is a user task. Complete it through POST /UserTasks/{activityInstanceId}/complete.",
      },
      { status: 409, shape: 'P', text: "Activity '<activityId>' completes on its own. Requests cannot complete it." },
    ],
  },
  {
    method: 'POST',
    pattern: '/Execution/evaluate-conditions',
    id: 'evaluateConditions',
    tag: 'Execution',
    summary: 'Evaluate conditional start events',
    description: 'Each start event whose condition is true starts an instance.',
    policy: 'WorkflowMutation',
    body: evaluateConditionsRequest,
    examples: {
      'all keys': { Variables: { temperature: 31 } },
      'one key': { WorkflowId: 'cooling', Variables: { temperature: 12 } },
    },
    answer: evaluateConditionsResponse,
    refusals: [{ status: 400, shape: 'E', text: 'Variables are required for condition evaluation' }],
  },
];
