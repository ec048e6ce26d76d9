import { type GivenOptions, readOptions } from '../read-options.ts';
import { WrongArguments } from '../wrong-arguments.ts';

const OPTIONS = {
  url: { type: 'string' },
  act: { type: 'string' },
  actor: { type: 'string' },
  process: { type: 'string' },
  target: { type: 'string' },
  address: { type: 'string' },
  result: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  page: { type: 'string' },
  csv: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** Which entries of the audit a person wants to see, and how. */
export interface AuditRequest {
  readonly options: GivenOptions<typeof OPTIONS>;
}

export const AUDIT_USAGE = `Usage: sluice audit [list]

  --act, --actor, --process, --target, --address, --result <value>
                        which entries; a result is accepted, refused or failed
  --from, --to <time>   those at or after, and before: 2026-01-31 or 2026-01-31T08:00:00Z
  --page <n>            of the list
  --csv                 all that match, as CSV
  --json                for programs
  --url <url>           the API, in place of SLUICE_URL (http://localhost:8080)

A token is read from SLUICE_TOKEN.
`;

/** Reads the arguments behind the verb. Throws {@link WrongArguments}. */
export function readArguments(args: readonly string[]): AuditRequest {
  const { values, positionals } = readOptions(args, { options: OPTIONS, allowPositionals: true });
  const [action = 'list', ...more] = positionals;
  if (action !== 'list' || more.length > 0) throw new WrongArguments(`unknown action '${positionals.join(' ')}'`);
  if (values.csv === true && values.json === true) throw new WrongArguments('give --csv or --json, not both');
  if (values.csv === true && values.page !== undefined) throw new WrongArguments('--csv has no pages');
  if (values.page !== undefined && !/^[1-9]\d{0,8}$/.test(values.page)) throw new WrongArguments('--page is a number');
  return { options: values };
}
