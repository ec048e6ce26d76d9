import { type GivenOptions, readOptions } from '../read-options.ts';
import { WrongArguments } from '../wrong-arguments.ts';

const OPTIONS = {
  url: { type: 'string' },
  kind: { type: 'string' },
  instance: { type: 'string' },
  process: { type: 'string' },
  before: { type: 'string' },
  status: { type: 'string' },
  page: { type: 'string' },
  reason: { type: 'string' },
  wait: { type: 'string' },
  all: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** What a person wants with dead letters. `ids`: none where the options say which ones. */
export interface LettersRequest {
  readonly action: 'list' | 'show' | 'retry' | 'drop';
  readonly ids: readonly string[];
  readonly options: GivenOptions<typeof OPTIONS>;
}

export const LETTERS_USAGE = `Usage: sluice dead-letters [list | show <id> | retry <id>… | drop <id>… --reason <text>]

  --kind, --instance, --process, --before <value>   which ones, in place of ids
  --all                                             retry all of them
  --status <status>, --page <n>                     of list: CarriedOut, Refused, Dropped, …
  --wait <seconds>                                  of retry: how long to wait for the outcome (10)
  --json                                            for programs
  --url <url>                                       the API, in place of SLUICE_URL (http://localhost:8080)

A token is read from SLUICE_TOKEN.
`;

/** Reads the arguments behind the verb. Throws {@link WrongArguments}. */
export function readArguments(args: readonly string[]): LettersRequest {
  const { values, positionals } = readOptions(args, { options: OPTIONS, allowPositionals: true });
  const [action = 'list', ...ids] = positionals;
  if (action !== 'list' && action !== 'show' && action !== 'retry' && action !== 'drop')
    throw new WrongArguments(`unknown action '${action}'`);
  const names = [values.kind, values.instance, values.process, values.before].some((value) => value !== undefined);
  if (action === 'list' && ids.length > 0) throw new WrongArguments('list takes no ids');
  if (action === 'show' && ids.length !== 1) throw new WrongArguments('show takes one id');
  if (action === 'retry' || action === 'drop') {
    if (ids.length > 0 && (names || values.all === true)) throw new WrongArguments('give ids or options, not both');
    if (ids.length === 0 && !names && !(values.all === true && action === 'retry'))
      throw new WrongArguments(`${action} needs ids, or options that say which ones`);
  }
  if (action === 'drop' && (values.reason ?? '').trim() === '') throw new WrongArguments('drop needs --reason');
  if (values.wait !== undefined && !/^\d{1,5}$/.test(values.wait)) throw new WrongArguments('--wait takes seconds');
  return { action, ids, options: values };
}
