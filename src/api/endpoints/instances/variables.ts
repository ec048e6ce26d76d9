import { z } from 'zod';
import { errorAnswer, problemAnswer } from '../../../platform/answer.ts';
import { removalFault } from '../../body/variables.ts';
import { writeEndpoint } from '../../endpoint.ts';
import { optionalGuid, optionalTexts, optionalVariables } from '../../schemas/members.ts';
import { INSTANCE_ENDED, INSTANCE_NOT_FOUND, VARIABLES_TOO_LARGE } from '../refusals.ts';

const editVariablesRequest = z
  .object({
    Variables: optionalVariables(),
    Delete: optionalTexts('Names to remove. Sluice ignores names that the scope does not contain.'),
    Scope: optionalGuid('Id of an active activity instance or of a variable scope. Default: the scope of the instance.'),
  })
  .meta({ id: 'EditVariablesRequest' });

/** POST /Instances/{instanceId}/variables (docs/contributing/spec/http/instances.md). */
export const editVariables = writeEndpoint({
  method: 'POST',
  pattern: '/Instances/{instanceId}/variables',
  permission: 'operate',
  keepsKeys: true,
  rateLimit: 'Admin',
  audit: ['operator', 'EditVariables'],
  id: 'editVariables',
  tag: 'Instances',
  summary: 'Edit variables',
  description: 'Sets and removes variables of one scope of a running instance.',
  body: editVariablesRequest,
  examples: { 'of the instance': { Variables: { amount: 99.5 }, Delete: ['draft'] } },
  answer: 'empty',
  refusals: [
    { status: 400, shape: 'E', text: 'Variables or Delete is required' },
    { status: 400, shape: 'P', text: "Delete contains the reserved name '<name>'." },
    { status: 400, shape: 'P', text: "'<name>' is in Variables and in Delete." },
    INSTANCE_NOT_FOUND,
    INSTANCE_ENDED,
    { status: 409, shape: 'P', text: 'Scope does not match an active activity instance or variable scope of this instance.' },
    ...VARIABLES_TOO_LARGE,
  ],
  handle(request, { run }) {
    const { Variables: variables, Delete: removed, Scope: scope } = request.members;
    if (Object.keys(variables).length === 0 && removed.length === 0)
      return errorAnswer('missing-field', 'Variables or Delete is required');
    const fault = removalFault(variables, removed);
    if (fault !== undefined) return problemAnswer('invalid-field', fault, request.path);
    const [instanceId = ''] = request.params;
    return run(request, { kind: 'EditVariables', instanceId, scope: scope?.trim() || null, variables, removed });
  },
});
