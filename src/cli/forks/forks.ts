import { visibleText } from '../../platform/log-text.ts';
import { print, printJson } from '../output/print.ts';
import { WrongArguments } from '../wrong-arguments.ts';
import type { ForkCall } from './declaration.ts';

interface Answer {
  readonly WorkflowInstanceId: string;
  readonly Step: number;
  readonly IsFork?: boolean;
  readonly IsDryRun?: boolean;
  readonly Repeats?: readonly {
    readonly ActivityId: string | null;
    readonly RetryDoes: string;
    readonly WorkflowInstanceId?: string;
  }[];
  readonly SinceThen?: readonly { readonly Kind: string; readonly ActivityId: string | null }[];
}

/** `sluice fork`: continues a step of an instance in a new one. `sluice revive`: restarts an ended instance. */
export async function continueInstance(
  verb: 'fork' | 'revive',
  { operands: [id = ''], options, isJson, openApi }: ForkCall,
): Promise<true> {
  const { step, definition, variables } = options;
  const body = {
    ...(step === undefined ? {} : { Step: Number(step) }),
    ...(variables === undefined ? {} : { Variables: variablesOf(variables) }),
    ...(definition === undefined ? {} : { DefinitionId: definition }),
    ...(options['dry-run'] === true && { DryRun: true }),
  };
  const answer = await openApi().post<Answer>(`/Instances/${encodeURIComponent(id)}/${verb}`, body);
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

/** Text of a dry run: nothing has been started. */
function planText(instanceId: string, { Step, IsFork = true, Repeats = [] }: Answer): string {
  const said = IsFork
    ? `A new instance would continue from step ${Step} of ${instanceId}.`
    : `${instanceId} would continue from its step ${Step}.`;
  const repeats = Repeats.map(
    ({ ActivityId, RetryDoes, WorkflowInstanceId: called = instanceId }) =>
      `  would run again: ${ActivityId ?? 'the process'} (${RetryDoes})${called === instanceId ? '' : ` of ${called}`}`,
  );
  return [said, ...repeats].map(visibleText).join('\n');
}

function textOf(instanceId: string, { WorkflowInstanceId: id, Step, IsFork = true, SinceThen = [] }: Answer): string {
  const said = IsFork ? `${id} continues from step ${Step} of ${instanceId}` : `${id} continues from its step ${Step}`;
  const since = SinceThen.map(({ Kind, ActivityId }) => `  since then: ${Kind}${ActivityId === null ? '' : ` at ${ActivityId}`}`);
  return [said, ...since].map(visibleText).join('\n');
}
