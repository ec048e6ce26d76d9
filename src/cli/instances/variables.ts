import { askingApi } from '../asking-api.ts';
import { readOptions } from '../read-options.ts';
import { WrongArguments } from '../wrong-arguments.ts';
import { assigned } from './assigned.ts';

const OPTIONS = {
  set: { type: 'string', multiple: true },
  delete: { type: 'string', multiple: true },
  scope: { type: 'string' },
  url: { type: 'string' },
} as const;

const USAGE = `Usage: sluice variables <instance id> [--set <name>=<value>]… [--delete <name>]… [--scope <id>]

  --set <name>=<value>   a value is JSON, and what is no JSON is a text; may be repeated
  --delete <name>        may be repeated
  --scope <id>           an active activity instance or a variable scope, in place of the instance
  --url <url>            the API, in place of SLUICE_URL (http://localhost:8080)

A token is read from SLUICE_TOKEN.
`;

/** `sluice variables`: edits the variables of a running instance (docs/spec/http/instances.md#edit-variables). */
export async function runVariables(args: readonly string[]): Promise<void> {
  await askingApi(
    USAGE,
    () => readArguments(args),
    async (client, { id, options }) => {
      const body = {
        Variables: assigned(options.set ?? []),
        Delete: options.delete ?? [],
        ...(options.scope !== undefined && { Scope: options.scope }),
      };
      await client.post(`/Instances/${encodeURIComponent(id)}/variables`, body);
      process.stdout.write('Edited.\n');
      return true;
    },
  );
}

function readArguments(args: readonly string[]) {
  const { values: options, positionals } = readOptions(args, { options: OPTIONS, allowPositionals: true });
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) throw new WrongArguments('variables takes the id of one instance');
  if (options.set === undefined && options.delete === undefined) throw new WrongArguments('nothing to --set or --delete');
  assigned(options.set ?? []);
  return { id, options };
}
