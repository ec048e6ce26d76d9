import { processEnvironment } from '../../platform/config.ts';
import { visibleText } from '../../platform/log-text.ts';
import { ApiRefusal, openClient } from '../api-client.ts';
import { FORK_USAGE, type ForkRequest, REVIVE_USAGE, readArguments, WrongForkArguments } from './arguments.ts';

const DEFAULT_URL = 'http://localhost:8080';

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

async function goOn(verb: 'fork' | 'revive', args: readonly string[]): Promise<void> {
  try {
    const request = readArguments(verb, args);
    const { SLUICE_URL, SLUICE_TOKEN } = processEnvironment();
    const client = openClient(request.url ?? (SLUICE_URL || DEFAULT_URL), SLUICE_TOKEN || undefined);
    const path = `/Instances/${encodeURIComponent(request.instanceId)}/${verb}`;
    process.stdout.write(`${textOf(request, await client.post<Answer>(path, request.body))}\n`);
  } catch (error) {
    if (error instanceof WrongForkArguments) {
      process.stderr.write(`${error.message}\n\n${verb === 'fork' ? FORK_USAGE : REVIVE_USAGE}`);
      process.exitCode = 2;
    } else if (error instanceof ApiRefusal) {
      process.stderr.write(`${visibleText(error.message)}\n`);
      process.exitCode = 1;
    } else throw error;
  }
}

function textOf({ isJson, instanceId }: ForkRequest, answer: Answer): string {
  if (isJson) return JSON.stringify(answer, null, 2);
  const { WorkflowInstanceId: id, Step, IsFork = true, SinceThen = [] } = answer;
  const said = IsFork ? `${id} goes on from step ${Step} of ${instanceId}` : `${id} goes on from its step ${Step}`;
  const since = SinceThen.map(({ Kind, ActivityId }) => `  since then: ${Kind}${ActivityId === null ? '' : ` at ${ActivityId}`}`);
  return [said, ...since].map(visibleText).join('\n');
}
