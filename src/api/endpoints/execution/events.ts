import { z } from 'zod';
import { jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { type Endpoint, writeEndpoint } from '../../endpoint.ts';
import { optionalBusinessId, optionalText, optionalVariables, optionalWhole, requiredText } from '../../schemas/members.ts';
import { guid } from '../../schemas/values.ts';

const ID_WITHOUT_TIME = 'MessageId requires TimeToLiveSeconds.';
/** Limit of 30 days. */
const MAX_TIME_TO_LIVE_SECONDS = 2_592_000;

const messageRequest = z
  .object({
    MessageName: requiredText('MessageName is required', 'Name of the message in the model.'),
    CorrelationKey: optionalText('Correlation key. Default: no key.'),
    Variables: optionalVariables(),
    BusinessId: optionalBusinessId(),
    TimeToLiveSeconds: optionalWhole(
      1,
      MAX_TIME_TO_LIVE_SECONDS,
      'If no instance waits and none is started, Sluice keeps the message for this time for the first receiver. Default: it is refused with 404.',
    ),
    MessageId: optionalText(
      'Requires `TimeToLiveSeconds`. Within that time another message of this name, key and id is refused with 409.',
    ),
  })
  .meta({ id: 'MessageRequest' });

/** See docs/contributing/spec/http/execution.md#message. */
const messageResponse = z.object({ Delivered: z.boolean(), WorkflowInstanceIds: z.array(guid) }).meta({ id: 'MessageResponse' });

const signalRequest = z
  .object({
    SignalName: requiredText('SignalName is required', 'Name of the signal in the model.'),
    Variables: optionalVariables(),
  })
  .meta({ id: 'SignalRequest' });

/** See docs/contributing/spec/http/execution.md#signal. */
const signalResponse = z
  .object({ DeliveredCount: z.int().min(1), WorkflowInstanceIds: z.array(guid) })
  .meta({ id: 'SignalResponse' });

export const eventEndpoints: readonly Endpoint[] = [
  writeEndpoint({
    method: 'POST',
    pattern: '/Execution/message',
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'WorkflowMutation',
    audit: ['client', 'DeliverMessage'],
    id: 'message',
    tag: 'Execution',
    summary: 'Publish a message',
    description:
      'Resumes every instance that waits for this message and correlation key. If no instance waits, starts instances with a matching message start event. With a time to live, a message without a receiver waits for one.',
    body: messageRequest,
    examples: {
      'with a key': { MessageName: 'orderPaid', CorrelationKey: 'PO-1001', Variables: { paid: 12.5 } },
      'with a time to live': {
        MessageName: 'orderPaid',
        CorrelationKey: 'PO-1002',
        TimeToLiveSeconds: 3600,
        MessageId: 'payment-7',
      },
    },
    answer: messageResponse,
    refusals: [
      { status: 400, shape: 'E', text: 'MessageName is required' },
      { status: 400, shape: 'P', text: ID_WITHOUT_TIME },
      {
        status: 409,
        shape: 'P',
        text: "Message '<name>' with correlation key '<key>' and id '<id>' was already published and has not expired.",
      },
      { status: 404, shape: 'E', text: "No active subscription found for message '<name>' with correlation key '<key>'" },
    ],
    handle(request, { run }) {
      const {
        MessageName: name,
        CorrelationKey: correlationKey = '',
        Variables: variables,
        BusinessId: businessId = null,
        TimeToLiveSeconds: seconds,
        MessageId: messageId,
      } = request.members;
      if (messageId !== undefined && seconds === undefined) return problemAnswer('invalid-field', ID_WITHOUT_TIME, request.path);
      const buffering = {
        ...(seconds !== undefined && { timeToLiveMs: seconds * 1000 }),
        ...(messageId !== undefined && { messageId }),
      };
      return run(
        request,
        { kind: 'DeliverMessage', name, correlationKey, variables, businessId, ...buffering },
        ({ instanceIds }) => jsonAnswer({ Delivered: instanceIds.length > 0, WorkflowInstanceIds: instanceIds }),
      );
    },
  }),
  writeEndpoint({
    method: 'POST',
    pattern: '/Execution/signal',
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'WorkflowMutation',
    audit: ['client', 'BroadcastSignal'],
    id: 'signal',
    tag: 'Execution',
    summary: 'Broadcast a signal',
    description:
      'Resumes every instance that waits for this signal, and starts one instance of each process with a matching signal start event.',
    body: signalRequest,
    examples: { 'a signal': { SignalName: 'stockArrived', Variables: { pallets: 3 } } },
    answer: signalResponse,
    refusals: [
      { status: 400, shape: 'E', text: 'SignalName is required' },
      { status: 404, shape: 'E', text: "No active subscription found for signal '<name>'" },
    ],
    handle(request, { run }) {
      const { SignalName: name, Variables: variables } = request.members;
      return run(
        request,
        { kind: 'BroadcastSignal', name, variables, exceptInstanceId: null },
        ({ deliveredCount, instanceIds }) => jsonAnswer({ DeliveredCount: deliveredCount, WorkflowInstanceIds: instanceIds }),
      );
    },
  }),
];
