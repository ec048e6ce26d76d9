import { z } from 'zod';
import { writeEndpoint } from '../../endpoint.ts';
import { optionalText } from '../../schemas/members.ts';
import { INSTANCE_NOT_FOUND } from '../refusals.ts';

const cancelInstanceRequest = z
  .object({ reason: optionalText('Reason. Default: `Cancelled by operator`.') })
  .meta({ id: 'CancelInstanceRequest' });

/** POST /Instances/{instanceId}/cancel (docs/contributing/spec/http/instances.md#cancel-an-instance). */
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
