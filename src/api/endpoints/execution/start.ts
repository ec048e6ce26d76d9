import { z } from 'zod';
import { jsonAnswer } from '../../../platform/answer.ts';
import { newId } from '../../../platform/ids.ts';
import { writeEndpoint } from '../../endpoint.ts';
import { optionalBusinessId, optionalVariables, optionalWhole, requiredText } from '../../schemas/members.ts';
import { guid, type ResponseBody } from '../../schemas/values.ts';
import { PROCESS_NOT_REGISTERED } from '../refusals.ts';

/** Maximum of the database column of versions. */
const MAX_VERSION = 2_147_483_647;

const startRequest = z
  .object({
    WorkflowId: requiredText('WorkflowId is required', 'Process key.'),
    Variables: optionalVariables(),
    BusinessId: optionalBusinessId(),
    Version: optionalWhole(1, MAX_VERSION, 'Version to start. Default: the latest version.'),
  })
  .meta({ id: 'StartRequest' });

/** The new instance (docs/contributing/spec/http/execution.md#start). */
const startResponse = z.object({ WorkflowInstanceId: guid }).meta({ id: 'StartResponse' });

/** POST /Execution/start (docs/contributing/spec/http/execution.md#start). */
export const startInstance = writeEndpoint({
  method: 'POST',
  pattern: '/Execution/start',
  permission: 'operate',
  keepsKeys: true,
  rateLimit: 'WorkflowMutation',
  audit: ['client', 'StartInstance'],
  id: 'start',
  tag: 'Execution',
  summary: 'Start an instance',
  description: 'Starts the latest version of the process, or the given version.',
  body: startRequest,
  examples: {
    'with variables': { WorkflowId: 'order', Variables: { orderNumber: 'PO-1001', amount: 12.5 }, BusinessId: 'PO-1001' },
    'required fields only': { WorkflowId: 'order', Variables: { orderNumber: 'PO-1002' } },
  },
  answer: startResponse,
  refusals: [
    { status: 400, shape: 'E', text: 'WorkflowId is required' },
    PROCESS_NOT_REGISTERED,
    { status: 409, shape: 'P', text: "Process '<key>' is disabled. Enable it before creating new instances." },
    { status: 409, shape: 'P', text: "Process '<key>' is suspended. Resume it before creating new instances." },
  ],
  handle(request, { run }) {
    const { WorkflowId: key, Variables: variables, BusinessId: businessId = null, Version: version } = request.members;
    const chosen = version === undefined ? {} : { version };
    return run(request, { kind: 'StartInstance', instanceId: newId(), key, variables, businessId, ...chosen }, ({ instanceId }) =>
      jsonAnswer({ WorkflowInstanceId: instanceId } satisfies ResponseBody<typeof startResponse>),
    );
  },
});
