import { readOptions } from '../read-options.ts';
import { WrongArguments } from '../wrong-arguments.ts';

const OPTIONS = {
  to: { type: 'string' },
  map: { type: 'string', multiple: true },
  'renew-timers': { type: 'boolean' },
  'renew-subscriptions': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
  url: { type: 'string' },
} as const;

/** Where a person wants an instance to go on. */
export interface MigrateRequest {
  readonly id: string;
  /** a number of a version, or an id of one */
  readonly to: string;
  /** of the request, but for the version */
  readonly body: {
    readonly Plan: readonly { readonly from: string; readonly to: string }[];
    readonly Timers: 'keep' | 'renew';
    readonly Subscriptions: 'keep' | 'renew';
    readonly DryRun: boolean;
  };
  readonly isJson: boolean;
  readonly options: { readonly url: string | undefined };
}

export const MIGRATE_USAGE = `Usage: sluice migrate <instance id> --to <version> [--map <from>=<to>]…

  --to <version>           number or id of the version that the instance goes on in
  --map <from>=<to>        ids of elements or sequence flows where they are others; may be repeated
  --renew-timers           due dates are read anew in the other version
  --renew-subscriptions    messages and signals are waited for under the names and keys of the other version
  --dry-run                only says what would happen
  --json                   for programs
  --url <url>              the API, in place of SLUICE_URL (http://localhost:8080)

All of it is done, or nothing. A token is read from SLUICE_TOKEN. Without operands: the database schema is brought up to date.
`;

/** Reads the arguments behind the verb. Throws {@link WrongArguments}. */
export function readMigrateArguments(args: readonly string[]): MigrateRequest {
  const { values, positionals } = readOptions(args, { options: OPTIONS, allowPositionals: true });
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) throw new WrongArguments('migrate takes the id of one instance');
  const { to, map = [], url, json } = values;
  if (to === undefined || to === '') throw new WrongArguments('--to names the version that the instance goes on in');
  const how = (isRenewed: boolean | undefined) => (isRenewed === true ? 'renew' : 'keep');
  const body = {
    Plan: map.map(pairOf),
    Timers: how(values['renew-timers']),
    Subscriptions: how(values['renew-subscriptions']),
    DryRun: values['dry-run'] === true,
  } as const;
  return { id, to, body, isJson: json === true, options: { url } };
}

function pairOf(text: string): { from: string; to: string } {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1) throw new WrongArguments(`--map takes <from>=<to>, and '${text}' is none`);
  return { from: text.slice(0, at), to: text.slice(at + 1) };
}
