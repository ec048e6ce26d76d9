import { askingApi } from '../asking-api.ts';
import { print, printJson } from '../print.ts';
import { readOptions } from '../read-options.ts';
import { WrongArguments } from '../wrong-arguments.ts';
import { assigned } from './assigned.ts';

const OPTIONS = {
  set: { type: 'string', multiple: true },
  'business-id': { type: 'string' },
  version: { type: 'string' },
  json: { type: 'boolean' },
  url: { type: 'string' },
} as const;

const USAGE = `Usage: sluice run <process key> [--set <name>=<value>]…

  --set <name>=<value>   a variable; a value is JSON, and what is no JSON is a text; may be repeated
  --business-id <id>
  --version <n>          in place of the latest one
  --json                 the answer of the API
  --url <url>            the API, in place of SLUICE_URL (http://localhost:8080)

Prints the id of the instance. A token is read from SLUICE_TOKEN.
`;

/** `sluice run`: starts an instance (docs/spec/http/execution.md). */
export async function runStartInstance(args: readonly string[]): Promise<void> {
  await askingApi(
    USAGE,
    () => readArguments(args),
    async (client, { body, options }) => {
      const started = await client.post<{ WorkflowInstanceId: string }>('/Execution/start', body);
      return options.json === true ? printJson(started) : print(started.WorkflowInstanceId);
    },
  );
}

function readArguments(args: readonly string[]) {
  const { values: options, positionals } = readOptions(args, { options: OPTIONS, allowPositionals: true });
  const [WorkflowId, ...others] = positionals;
  if (WorkflowId === undefined || others.length > 0) throw new WrongArguments('run takes the key of one process');
  const { version } = options;
  if (version !== undefined && !/^[1-9]\d{0,8}$/.test(version)) throw new WrongArguments('--version is a number from 1');
  const body = {
    WorkflowId,
    BusinessId: options['business-id'],
    Variables: assigned(options.set ?? []),
    ...(version === undefined ? {} : { Version: Number(version) }),
  };
  return { body, options };
}
