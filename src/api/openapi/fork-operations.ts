import { forkRequest, reviveRequest } from '../schemas/requests.ts';
import { forkResponse, reviveResponse } from '../schemas/responses.ts';
import type { DocumentedRefusal, Operation } from './operation.ts';

const NOT_FOUND: DocumentedRefusal = { status: 404, shape: 'P', text: "Workflow instance '<id>' not found." };
const TOO_LONG: DocumentedRefusal = {
  status: 409,
  shape: 'P',
  text: 'The journal up to that step is longer than the <n> rows that can be gone back over.',
};
const NOT_RESTORABLE: DocumentedRefusal = {
  status: 409,
  shape: 'P',
  text: "The instance cannot go on from there at '<element>': <why>.",
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
      { status: 400, shape: 'P', text: 'Step <n> is not in the journal of the instance: it has <last>.' },
      NOT_FOUND,
      { status: 404, shape: 'P', text: "Definition '<id>' is no version of process '<key>'." },
      { status: 409, shape: 'P', text: 'The instance had ended at step <n>: an earlier step is needed.' },
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
      { status: 409, shape: 'P', text: "Workflow instance '<id>' is running." },
      { status: 409, shape: 'P', text: "Workflow instance '<id>' has completed. It can be forked." },
      { status: 409, shape: 'P', text: "Workflow instance '<id>' was revived already: '<fork>' goes on in its place." },
      TOO_LONG,
      NOT_RESTORABLE,
    ],
  },
];
