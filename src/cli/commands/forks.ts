import { visibleText } from '../../platform/redact.ts';
import { WrongArguments } from '../arguments.ts';
import type { AnswerOf } from '../connection/api-client.ts';
import { print, printJson } from '../output/terminal.ts';
import { type Call, declareVerb, one } from '../verb-declaration.ts';

const COMMON = {
  variables: { value: '<json>', about: 'root variables to change first' },
  'dry-run': { about: 'only print what would run again' },
  reason: { value: '<text>', about: 'reason, stored in the history' },
} as const;
const OPTIONS = {
  ...COMMON,
  step: {
    value: '<n>',
    about: 'step of the instance (0, the beginning)',
    shape: { pattern: /^\d{1,9}$/, rule: 'takes a whole number' },
  },
  definition: { value: '<id>', about: 'use another version of its process' },
} as const;

type ForkCall = Call<typeof OPTIONS>;

const INSTANCE = one('<instance id>', 'the id of one instance', 'instance');

export const FORK_VERBS = [
  declareVerb({
    name: 'fork',
    group: 'repair',
    about: 'start a new instance from a step of another one',
    operands: INSTANCE,
    options: OPTIONS,
    asksApi: true,
    run: (call) => continueInstance('fork', call),
  }),
  declareVerb({
    name: 'revive',
    group: 'repair',
    about: 'restart a failed or cancelled instance',
    operands: INSTANCE,
    options: COMMON,
    asksApi: true,
    notes:
      'A failed instance repeats the failed step. A cancelled one continues from the step before its end. The version stays the same.\n',
    run: (call) => continueInstance('revive', call),
  }),
];

type Revived = AnswerOf<'reviveInstance'>;
type Answer = AnswerOf<'forkInstance'> & Partial<Pick<Revived, 'IsFork' | 'SinceThen'>>;

/** `fork`: a new instance continues from a step. `revive`: restarts an ended instance. */
async function continueInstance(
  verb: 'fork' | 'revive',
  { operands: [id = ''], options, isJson, openApi }: ForkCall,
): Promise<true> {
  const { step, definition, variables, reason } = options;
  const body = {
    ...(step === undefined ? {} : { Step: Number(step) }),
    ...(variables === undefined ? {} : { Variables: variablesOf(variables) }),
    ...(definition === undefined ? {} : { DefinitionId: definition }),
    ...(reason === undefined ? {} : { Reason: reason }),
    ...(options['dry-run'] === true && { DryRun: true }),
  };
  const answer: Answer = await openApi().call(`${verb}Instance`, [id], body);
  return isJson ? printJson(answer) : print((answer.IsDryRun === true ? planText : textOf)(id, answer));
}

function variablesOf(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WrongArguments(`--variables takes a JSON object, such as '{"amount": 7}'`);
  return value;
}

/** Text of a dry run. */
function planText(instanceId: string, { Step, IsFork = true, Repeats = [] }: Answer): string {
  const first = IsFork
    ? `A new instance would continue from step ${Step} of ${instanceId}.`
    : `${instanceId} would continue from its step ${Step}.`;
  const repeats = Repeats.map(
    ({ ActivityId, RetryDoes, WorkflowInstanceId: called = instanceId }) =>
      `  would run again: ${ActivityId ?? 'the process'} (${RetryDoes})${called === instanceId ? '' : ` of ${called}`}`,
  );
  return [first, ...repeats].map(visibleText).join('\n');
}

function textOf(instanceId: string, { WorkflowInstanceId: id, Step, IsFork = true, SinceThen = [] }: Answer): string {
  const first = IsFork ? `${id} continues from step ${Step} of ${instanceId}` : `${id} continues from its step ${Step}`;
  const since = SinceThen.map(({ Kind, ActivityId }) => `  since then: ${Kind}${ActivityId === null ? '' : ` at ${ActivityId}`}`);
  return [first, ...since].map(visibleText).join('\n');
}
