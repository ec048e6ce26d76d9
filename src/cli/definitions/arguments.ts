import { parseArgs } from 'node:util';

const OPTIONS = {
  url: { type: 'string' },
  process: { type: 'string' },
  page: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** What a person wants with deployed versions. */
export interface DefinitionsRequest {
  readonly action:
    | { readonly kind: 'list' }
    | { readonly kind: 'delete'; readonly key: string; readonly versions: readonly string[] };
  readonly url: string | undefined;
  readonly process: string | undefined;
  readonly page: string;
  readonly isJson: boolean;
}

export const DEFINITIONS_USAGE = `Usage: sluice definitions [list | delete <key> <version>…]

  --process <key>   of list: only the versions of this key
  --page <n>        of list: 100 versions each
  --json            for programs
  --url <url>       the API, in place of SLUICE_URL (http://localhost:8080)

delete refuses a version that has instances, running or finished. A token is read from SLUICE_TOKEN.
Ends with 0 when it is done, with 1 when it is refused, with 2 on wrong arguments.
`;

/** Reads the arguments behind the verb; a text: what is wrong with them, for people. */
export function readDefinitionsArguments(args: readonly string[]): DefinitionsRequest | string {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const action = actionOf(positionals);
    if (typeof action === 'string') return action;
    const { url, process, page = '1', json } = values;
    if (action.kind === 'delete' && process !== undefined) return '--process belongs to list; delete takes the key itself';
    return { action, url, process, page, isJson: json === true };
  } catch (error) {
    return (error as Error).message;
  }
}

function actionOf([name = 'list', ...operands]: readonly string[]): DefinitionsRequest['action'] | string {
  if (name === 'list') return operands.length === 0 ? { kind: 'list' } : 'list takes no operands; --process names a key';
  if (name !== 'delete') return `unknown action '${name}'`;
  const [key = '', ...versions] = operands;
  if (key === '' || versions.length === 0) return 'delete takes a key and at least one version';
  const wrong = versions.find((version) => !/^\d{1,10}$/.test(version));
  return wrong === undefined ? { kind: 'delete', key, versions } : `'${wrong}' is no version`;
}
