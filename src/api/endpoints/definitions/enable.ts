import { z } from 'zod';
import type { DefinitionSummary } from '../../../messages/commands.ts';
import { type Answer, jsonAnswer } from '../../../platform/answer.ts';
import { holdsUnstorableText } from '../../../requests/request-texts.ts';
import { type Endpoint, type WriteRequest, writeEndpoint } from '../../endpoint.ts';
import { rejectionAnswer } from '../../http-errors.ts';
import { requiredText, storedReason } from '../../schemas/members.ts';
import type { ResponseBody } from '../../schemas/values.ts';
import type { ApiServices } from '../../services.ts';
import { PROCESS_NOT_REGISTERED } from '../refusals.ts';
import { definitionJson, definitionRow } from './list.ts';

const switchRequest = z
  .object({ ProcessDefinitionKey: requiredText('ProcessDefinitionKey is required', 'Key of a deployed process.') })
  .meta({ id: 'SwitchRequest' });

const SWITCH = {
  method: 'POST',
  permission: 'author',
  keepsKeys: true,
  rateLimit: 'Admin',
  tag: 'Definitions',
  body: switchRequest,
  examples: { 'a key': { ProcessDefinitionKey: 'order' } },
  answer: definitionRow,
  refusals: [{ status: 400, shape: 'E', text: 'ProcessDefinitionKey is required' }, PROCESS_NOT_REGISTERED],
} as const;

/** Return the latest version, also if nothing changed (docs/contributing/spec/http/definitions.md#switch-is-idempotent). */
export const enableEndpoints: readonly Endpoint[] = [
  writeEndpoint({
    ...SWITCH,
    pattern: '/Definitions/disable',
    audit: ['operator', 'DisableProcess'],
    id: 'disable',
    summary: 'Disable a process',
    description: 'No new instances start. Running instances continue.',
    handle: (request, { run }) =>
      run(request, { kind: 'DisableProcess', key: request.members.ProcessDefinitionKey }, summaryAnswer),
  }),
  writeEndpoint({
    ...SWITCH,
    pattern: '/Definitions/enable',
    audit: ['operator', 'EnableProcess'],
    id: 'enable',
    summary: 'Enable a process',
    description: 'New instances can start again.',
    handle: (request, { run }) =>
      run(request, { kind: 'EnableProcess', key: request.members.ProcessDefinitionKey }, summaryAnswer),
  }),
];

function summaryAnswer(summary: DefinitionSummary): Answer {
  return jsonAnswer(
    definitionJson({
      ...summary,
      isSuspended: summary.isSuspended === true,
      deployedAt: new Date(summary.deployedAt),
      startForm: null,
    }),
  );
}

const suspendDefinitionRequest = z.object({ Reason: storedReason() }).meta({ id: 'SuspendDefinitionRequest' });

/** See docs/contributing/spec/suspension.md#suspend-a-key. */
const keySuspensionResponse = z
  .object({
    processDefinitionKey: z.string(),
    isSuspended: z.boolean(),
    instances: z.int().min(0).meta({ description: 'Number of running instances of all versions.' }),
  })
  .meta({ id: 'KeySuspensionResponse' });

const SUSPENSION = {
  method: 'POST',
  permission: 'operate',
  keepsKeys: true,
  rateLimit: 'Admin',
  tag: 'Definitions',
  body: suspendDefinitionRequest,
  answer: keySuspensionResponse,
  refusals: [PROCESS_NOT_REGISTERED],
} as const;

/** All instances of a process. */
export const suspendDefinitionEndpoints: readonly Endpoint[] = [
  writeEndpoint({
    ...SUSPENSION,
    pattern: '/Definitions/{key}/suspend',
    audit: ['operator', 'SuspendProcess'],
    id: 'suspendDefinition',
    summary: 'Suspend a process',
    description: 'Suspends all instances of the process. Messages, signals, due timers and task results wait.',
    examples: { 'with a reason': { Reason: 'Wrong prices' }, without: {} },
    handle: (request, services) => steer(request, services, 'SuspendProcess'),
  }),
  writeEndpoint({
    ...SUSPENSION,
    pattern: '/Definitions/{key}/resume',
    audit: ['operator', 'ResumeProcess'],
    id: 'resumeDefinition',
    summary: 'Resume a suspended process',
    description: 'The instances process what has waited, in order. Then they continue.',
    examples: { 'with a reason': { Reason: 'Prices are right' }, without: {} },
    handle: (request, services) => steer(request, services, 'ResumeProcess'),
  }),
];

function steer(
  request: WriteRequest<typeof suspendDefinitionRequest>,
  { run }: ApiServices,
  kind: 'SuspendProcess' | 'ResumeProcess',
): Answer | Promise<Answer> {
  const [key = ''] = request.params;
  // no process key contains this text, and the database would reject it
  if (holdsUnstorableText(key)) return rejectionAnswer(kind, { code: 'PROCESS_NOT_REGISTERED', key }, request);
  const { Reason: reason } = request.members;
  return run(request, { kind, key, ...(reason !== undefined && { reason }) }, ({ isSuspended, instances }) =>
    jsonAnswer({ processDefinitionKey: key, isSuspended, instances } satisfies ResponseBody<typeof keySuspensionResponse>),
  );
}
