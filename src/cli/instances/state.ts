import { visibleText } from '../../platform/log-text.ts';
import { sleep } from '../../platform/retry.ts';
import { askingApi } from '../asking-api.ts';
import { print, printJson, wantsJson } from '../print.ts';
import { readOptions } from '../read-options.ts';
import { WrongArguments } from '../wrong-arguments.ts';

const OPTIONS = {
  watch: { type: 'boolean' },
  json: { type: 'boolean' },
  table: { type: 'boolean' },
  url: { type: 'string' },
} as const;
const LOOK_AGAIN_MS = 500;

const USAGE = `Usage: sluice state <instance id> [--watch]

  --watch        prints it again whenever it has changed, until the instance has ended
  --json         the answer of the API; so it is when the output is no terminal
  --table        a text, also when it is none
  --url <url>    the API, in place of SLUICE_URL (http://localhost:8080)

A token is read from SLUICE_TOKEN. Ends with 0, with 1 when the instance has failed or was cancelled, or the API refuses, with 2 on wrong arguments.
`;

interface InstanceState {
  readonly isCompleted: boolean;
  readonly isFailed: boolean;
  readonly isCancelled: boolean;
  readonly isSuspended?: boolean;
  readonly activeActivityIds: readonly string[];
  readonly completedActivityIds: readonly string[];
  readonly variableStates: readonly { readonly variables: object }[];
}

/** `sluice state`: what is active in an instance, and its variables (docs/spec/http/instances.md). */
export async function runState(args: readonly string[]): Promise<void> {
  await askingApi(
    USAGE,
    () => readArguments(args),
    async (client, { id, options: { watch, json, table } }) => {
      const path = `/Instances/${encodeURIComponent(id)}/state`;
      let shown = '';
      for (;;) {
        const state = await client.get<InstanceState>(path);
        const text = JSON.stringify(state);
        if (text !== shown) {
          if (table !== true && wantsJson(json)) printJson(state);
          else print(textOf(state));
          shown = text;
        }
        const isOver = state.isCompleted || state.isFailed || state.isCancelled;
        if (isOver || watch !== true) return !state.isFailed && !state.isCancelled;
        await sleep(LOOK_AGAIN_MS);
      }
    },
  );
}

function textOf(state: InstanceState): string {
  const { activeActivityIds: active, completedActivityIds: done, variableStates } = state;
  const lines = [
    `${statusOf(state)}: ${active.join(', ') || 'nothing is active'}`,
    `  done       ${done.join(', ') || '-'}`,
    ...variableStates.map(({ variables }) => `  variables  ${JSON.stringify(variables)}`),
  ];
  return lines.map(visibleText).join('\n');
}

function statusOf({ isFailed, isCancelled, isCompleted, isSuspended }: InstanceState): string {
  if (isFailed) return 'Failed';
  if (isCancelled) return 'Cancelled';
  if (isCompleted) return 'Completed';
  return isSuspended === true ? 'Suspended' : 'Running';
}

function readArguments(args: readonly string[]) {
  const { values: options, positionals } = readOptions(args, { options: OPTIONS, allowPositionals: true });
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) throw new WrongArguments('state takes the id of one instance');
  if (options.json === true && options.table === true) throw new WrongArguments('give --json or --table, not both');
  return { id, options };
}
