import { askingApi } from '../asking-api.ts';
import { assigned } from '../instances/assigned.ts';
import { print, printJson, wantsJson } from '../print.ts';
import { readOptions } from '../read-options.ts';
import { WrongArguments } from '../wrong-arguments.ts';

const COMMON_OPTIONS = {
  set: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  table: { type: 'boolean' },
  url: { type: 'string' },
} as const;
const MESSAGE_OPTIONS = { ...COMMON_OPTIONS, key: { type: 'string' }, 'business-id': { type: 'string' } } as const;

const COMMON = `  --set <name>=<value>   a variable; a value is JSON, and what is no JSON is a text; may be repeated
  --json                 the answer of the API; so it is when the output is no terminal
  --table                a text, also when it is none
  --url <url>            the API, in place of SLUICE_URL (http://localhost:8080)

A token is read from SLUICE_TOKEN. Ends with 0, with 1 when it is refused, with 2 on wrong arguments.
`;

const MESSAGE_USAGE = `Usage: sluice message <name> [--key <key>] [--set <name>=<value>]…

  --key <key>            the correlation key
  --business-id <id>     of an instance that the message starts
${COMMON}`;

const SIGNAL_USAGE = `Usage: sluice signal <name> [--set <name>=<value>]…

${COMMON}`;

interface Reached {
  readonly WorkflowInstanceIds: readonly string[];
}

/** `sluice message`: delivers a message to what waits for it, or starts instances (docs/spec/http/execution.md). */
export function runMessage(args: readonly string[]): Promise<void> {
  return askingApi(
    MESSAGE_USAGE,
    () => {
      const { values: options, positionals } = readOptions(args, { options: MESSAGE_OPTIONS, allowPositionals: true });
      const body = {
        MessageName: oneName(positionals, 'message'),
        CorrelationKey: options.key,
        BusinessId: options['business-id'],
        Variables: assigned(options.set ?? []),
      };
      return { body, options };
    },
    async (client, { body, options }) => shown(await client.post<Reached>('/Execution/message', body), options),
  );
}

/** `sluice signal`: delivers a signal to everything that waits for it, and starts instances. */
export function runSignal(args: readonly string[]): Promise<void> {
  return askingApi(
    SIGNAL_USAGE,
    () => {
      const { values: options, positionals } = readOptions(args, { options: COMMON_OPTIONS, allowPositionals: true });
      return { body: { SignalName: oneName(positionals, 'signal'), Variables: assigned(options.set ?? []) }, options };
    },
    async (client, { body, options }) => shown(await client.post<Reached>('/Execution/signal', body), options),
  );
}

function oneName([name, ...others]: readonly string[], what: string): string {
  if (name === undefined || name === '' || others.length > 0) throw new WrongArguments(`${what} takes one name`);
  return name;
}

function shown(reached: Reached, { json, table }: { readonly json?: boolean; readonly table?: boolean }): true {
  if (table !== true && wantsJson(json)) return printJson(reached);
  const { WorkflowInstanceIds: ids } = reached;
  return print(ids.length === 0 ? 'Nobody waits for it.' : ids.join('\n'));
}
