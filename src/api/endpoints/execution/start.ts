import { z } from 'zod';
import { type Answer, jsonAnswer, withHeaders } from '../../../platform/answer.ts';
import { newId } from '../../../platform/ids.ts';
import { awaitEnd, MAX_END_WAIT_SECONDS } from '../../awaited-end.ts';
import { type WriteRequest, writeEndpoint } from '../../endpoint.ts';
import { optionalBusinessId, optionalTexts, optionalVariables, optionalWhole, requiredText } from '../../schemas/members.ts';
import { guid, type ResponseBody } from '../../schemas/values.ts';
import type { ApiServices } from '../../services.ts';
import { servicesOfInstance } from '../../shards/read-shards.ts';
import { PROCESS_NOT_REGISTERED, TOO_MANY_WAITS } from '../refusals.ts';

/** Maximum of the database column. */
const MAX_VERSION = 2_147_483_647;

const startRequest = z
  .object({
    WorkflowId: requiredText('WorkflowId is required', 'Process key.'),
    Variables: optionalVariables(),
    BusinessId: optionalBusinessId(),
    Version: optionalWhole(1, MAX_VERSION, 'Version to start. Default: the latest version.'),
    WaitSeconds: optionalWhole(
      1,
      MAX_END_WAIT_SECONDS,
      'How long to wait for the end of the instance. The response then has its status and variables. Default: Sluice does not wait.',
    ),
    ReturnVariables: optionalTexts('With `WaitSeconds`: names of the variables to return. Default: all.'),
  })
  .meta({ id: 'StartRequest' });

/** See docs/contributing/spec/http/execution.md#start. */
const startResponse = z
  .object({
    WorkflowInstanceId: guid,
    Status: z
      .enum(['completed', 'failed', 'cancelled', 'running'])
      .optional()
      .meta({ description: 'Only with `WaitSeconds`. `running`: the instance has not ended within that time.' }),
    Variables: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Only with `WaitSeconds`, if the instance has ended: its variables.' }),
  })
  .meta({ id: 'StartResponse' });

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
  description:
    'Starts the latest version of the process, or the given version. With `WaitSeconds` it waits for the end of the instance.',
  body: startRequest,
  examples: {
    'with variables': { WorkflowId: 'order', Variables: { orderNumber: 'PO-1001', amount: 12.5 }, BusinessId: 'PO-1001' },
    'required fields only': { WorkflowId: 'order', Variables: { orderNumber: 'PO-1002' } },
    'and wait for the result': { WorkflowId: 'order', WaitSeconds: 1, ReturnVariables: ['amount'] },
  },
  answer: startResponse,
  refusals: [
    ...TOO_MANY_WAITS,
    { status: 400, shape: 'E', text: 'WorkflowId is required' },
    PROCESS_NOT_REGISTERED,
    { status: 409, shape: 'P', text: "Process '<key>' is disabled. Enable it before creating new instances." },
    { status: 409, shape: 'P', text: "Process '<key>' is suspended. Resume it before creating new instances." },
  ],
  handle: (request, services) =>
    services.waits.hold(request, { waitMs: (request.members.WaitSeconds ?? 0) * 1000 }, () => start(request, services)),
});

async function start(request: WriteRequest<typeof startRequest>, services: ApiServices): Promise<Answer> {
  const { WorkflowId: key, Variables: variables, BusinessId: businessId = null, Version: version } = request.members;
  const { WaitSeconds: waitSeconds, ReturnVariables: names } = request.members;
  const deadline = Date.now() + (waitSeconds ?? 0) * 1000;
  const chosen = version === undefined ? {} : { version };
  let started = '';
  const command = { kind: 'StartInstance', instanceId: newId(), key, variables, businessId, ...chosen } as const;
  const answer = await services.run(request, command, ({ instanceId }) => {
    started = instanceId;
    return jsonAnswer({ WorkflowInstanceId: instanceId } satisfies ResponseBody<typeof startResponse>);
  });
  if (waitSeconds === undefined || started === '') return answer;
  const end = await awaitEnd(request, servicesOfInstance(services, started), { instanceId: started, deadline, names });
  const body: ResponseBody<typeof startResponse> = {
    WorkflowInstanceId: started,
    Status: end.status,
    ...('variables' in end && { Variables: end.variables }),
  };
  return withHeaders(jsonAnswer(body), answer.headers ?? []);
}
