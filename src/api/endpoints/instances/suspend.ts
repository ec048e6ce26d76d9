import { z } from 'zod';
import type { SuspendedInstance } from '../../../messages/instance-changes.ts';
import { type Answer, jsonAnswer } from '../../../platform/answer.ts';
import { type Endpoint, writeEndpoint } from '../../endpoint.ts';
import { suspensionReasons } from '../../schemas/instance-state.ts';
import { optionalFlag, optionalText, storedReason } from '../../schemas/members.ts';
import { INSTANCE_ENDED, INSTANCE_NOT_FOUND } from '../refusals.ts';

const suspendInstanceRequest = z
  .object({
    Reason: storedReason(),
    CalledInstances: optionalFlag('Whether to suspend called instances too. Default: `true`.'),
  })
  .meta({ id: 'SuspendInstanceRequest' });

const resumeInstanceRequest = z.object({ Reason: storedReason() }).meta({ id: 'ResumeInstanceRequest' });

/** See docs/contributing/spec/suspension.md. */
const suspensionResponse = z
  .object({ isSuspended: z.boolean(), suspendedBy: suspensionReasons })
  .meta({ id: 'SuspensionResponse' });

export const suspendInstanceEndpoints: readonly Endpoint[] = [
  writeEndpoint({
    method: 'POST',
    pattern: '/Instances/{instanceId}/suspend',
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'SuspendInstance'],
    id: 'suspendInstance',
    tag: 'Instances',
    summary: 'Suspend an instance',
    description: 'The instance does not continue until it is resumed. Messages, signals, due timers and task results wait.',
    body: suspendInstanceRequest,
    examples: { 'with a reason': { Reason: 'Wrong prices' }, 'without called instances': { CalledInstances: false } },
    answer: suspensionResponse,
    refusals: [INSTANCE_NOT_FOUND, INSTANCE_ENDED],
    handle(request, { run }) {
      const { Reason: reason, CalledInstances } = request.members;
      const asked = { ...suspensionBy(request.params[0], reason), calledInstances: CalledInstances !== false };
      return run(request, { kind: 'SuspendInstance', ...asked }, suspensionAnswer);
    },
  }),
  writeEndpoint({
    method: 'POST',
    pattern: '/Instances/{instanceId}/resume',
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'ResumeInstance'],
    id: 'resumeInstance',
    tag: 'Instances',
    summary: 'Resume a suspended instance',
    description: 'Processes what has waited, in order. Then the instance continues.',
    body: resumeInstanceRequest,
    examples: { 'with a reason': { Reason: 'Prices are right' }, without: {} },
    answer: suspensionResponse,
    refusals: [INSTANCE_NOT_FOUND, INSTANCE_ENDED],
    handle: (request, { run }) =>
      run(request, { kind: 'ResumeInstance', ...suspensionBy(request.params[0], request.members.Reason) }, suspensionAnswer),
  }),
];

function suspensionBy(instanceId = '', reason: string | undefined) {
  return { instanceId, by: 'operator', ...(reason !== undefined && { reason }) } as const;
}

function suspensionAnswer({ suspendedBy }: SuspendedInstance): Answer {
  return jsonAnswer({ isSuspended: suspendedBy.length > 0, suspendedBy });
}

const cancelInstanceRequest = z
  .object({ reason: optionalText('Reason. Default: `Cancelled by operator`.') })
  .meta({ id: 'CancelInstanceRequest' });

/** See docs/contributing/spec/http/instances.md#cancel-an-instance. */
export const cancelInstance = writeEndpoint({
  method: 'POST',
  pattern: '/Instances/{instanceId}/cancel',
  permission: 'operate',
  keepsKeys: true,
  rateLimit: 'Admin',
  audit: ['operator', 'CancelInstance'],
  id: 'cancelInstance',
  tag: 'Instances',
  summary: 'Cancel an instance',
  description: 'Ends a running instance and its called instances. An ended instance stays unchanged.',
  body: cancelInstanceRequest,
  examples: { 'with a reason': { reason: 'Ordered twice' }, without: {} },
  answer: 'empty',
  refusals: [INSTANCE_NOT_FOUND],
  handle(request, { run }) {
    const [instanceId = ''] = request.params;
    const { reason = 'Cancelled by operator' } = request.members;
    return run(request, { kind: 'CancelInstance', instanceId, reason });
  },
});
