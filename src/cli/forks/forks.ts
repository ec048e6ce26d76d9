import { visibleText } from '../../platform/log-text.ts';
import { askingApi } from '../asking-api.ts';
import { print } from '../print.ts';
import { FORK_USAGE, type ForkRequest, REVIVE_USAGE, readArguments } from './arguments.ts';

interface Answer {
  readonly WorkflowInstanceId: string;
  readonly Step: number;
  readonly IsFork?: boolean;
  readonly SinceThen?: readonly { readonly Kind: string; readonly ActivityId: string | null }[];
}

/** `sluice fork`: a new instance goes on from a step of another one. Ends with 1 when the API refuses, with 2 on wrong arguments. */
export function runFork(args: readonly string[]): Promise<void> {
  return goOn('fork', args);
}

/** `sluice revive`: an instance goes on after its end. Ends as {@link runFork} does. */
export function runRevive(args: readonly string[]): Promise<void> {
  return goOn('revive', args);
}

function goOn(verb: 'fork' | 'revive', args: readonly string[]): Promise<void> {
  const usage = verb === 'fork' ? FORK_USAGE : REVIVE_USAGE;
  return askingApi(
    usage,
    () => readArguments(verb, args),
    async (client, request) => {
      const path = `/Instances/${encodeURIComponent(request.instanceId)}/${verb}`;
      return print(textOf(request, await client.post<Answer>(path, request.body)));
    },
  );
}

function textOf({ isJson, instanceId }: ForkRequest, answer: Answer): string {
  if (isJson) return JSON.stringify(answer, null, 2);
  const { WorkflowInstanceId: id, Step, IsFork = true, SinceThen = [] } = answer;
  const said = IsFork ? `${id} goes on from step ${Step} of ${instanceId}` : `${id} goes on from its step ${Step}`;
  const since = SinceThen.map(({ Kind, ActivityId }) => `  since then: ${Kind}${ActivityId === null ? '' : ` at ${ActivityId}`}`);
  return [said, ...since].map(visibleText).join('\n');
}
