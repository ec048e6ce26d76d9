import { z } from 'zod';
import type { DefinitionSummary } from '../../../messages/commands.ts';
import { type Answer, jsonAnswer } from '../../../platform/answer.ts';
import { type Endpoint, writeEndpoint } from '../../endpoint.ts';
import { requiredText } from '../../schemas/members.ts';
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

/**
 * POST /Definitions/disable and /Definitions/enable. Both answer the row of the latest version as it is afterwards, also when nothing
 * changed (docs/contributing/spec/http/definitions.md#switch-is-idempotent).
 */
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
