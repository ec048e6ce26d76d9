import { forkRequest, reviveRequest } from '../schemas/requests.ts';
import { forkResponse, reviveResponse } from '../schemas/responses.ts';
import type { DocumentedRefusal, Operation } from './operation.ts';

const NOT_FOUND: DocumentedRefusal = { status: 404, shape: 'P', text: "Workflow instance '<id>' not found." };
const TOO_LONG: DocumentedRefusal = {
  status: 409,
  shape: 'P',
  text: 'The history up to this step has more than <n> events, which is the limit. Choose an earlier step.',
};
const NOT_RESTORABLE: DocumentedRefusal = {
  status: 409,
  shape: 'P',
  text: "The instance cannot continue from this step. Element '<element>': <why>. Choose an earlier step.",
};

/** Operations of forks (docs/contributing/spec/forks.md). */
export const forkOperations: readonly Operation[] = [
  {
    method: 'POST',
    pattern: '/Instances/{instanceId}/fork',
    id: 'forkInstance',
    tag: 'Instances',
    summary: 'Fork an instance',
    description: 'Creates a new instance that continues from a step of this one, or starts with the same input.',
    policy: 'Admin',
    body: forkRequest,
    examples: {
      'start again with other variables': { Variables: { amount: 7 } },
      'from a step': { Step: 1 },
      'dry run': { Step: 1, DryRun: true },
    },
    answer: forkResponse,
    refusals: [
      { status: 400, shape: 'P', text: 'Step <n> does not exist. The last step of this instance is <last>.' },
      NOT_FOUND,
      { status: 404, shape: 'P', text: "Definition '<id>' is not a version of process '<key>'." },
      { status: 409, shape: 'P', text: 'Step <n> is the end of the instance. Choose an earlier step.' },
      TOO_LONG,
      NOT_RESTORABLE,
    ],
  },
  {
    method: 'POST',
    pattern: '/Instances/{instanceId}/revive',
    id: 'reviveInstance',
    tag: 'Instances',
    summary: 'Restart a failed or cancelled instance',
    description:
      'A failed instance continues with the failed activities. A cancelled instance continues from the step before its end.',
    policy: 'Admin',
    body: reviveRequest,
    examples: { 'with other variables': { Variables: { amount: 7 } }, 'without changes': {}, 'dry run': { DryRun: true } },
    answer: reviveResponse,
    refusals: [
      NOT_FOUND,
      {
        status: 409,
        shape: 'P',
        text: "Workflow instance '<id>' is still running. Only failed or cancelled instances can be restarted.",
      },
      {
        status: 409,
        shape: 'P',
        text: "Workflow instance '<id>' has completed. Only failed or cancelled instances can be restarted. Fork it instead.",
      },
      { status: 409, shape: 'P', text: "Workflow instance '<id>' was already restarted as instance '<fork>'." },
      TOO_LONG,
      NOT_RESTORABLE,
    ],
  },
];
