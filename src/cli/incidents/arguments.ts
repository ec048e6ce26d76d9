import { type GivenOptions, readOptions } from '../read-options.ts';
import { WrongArguments } from '../wrong-arguments.ts';

const OPTIONS = {
  url: { type: 'string' },
  process: { type: 'string' },
  instance: { type: 'string' },
  activity: { type: 'string' },
  code: { type: 'string' },
  page: { type: 'string' },
  set: { type: 'string', multiple: true },
  all: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** What a person wants with incidents. `ids`: none where the options say which ones. `variables`: what stands for a result. */
export interface IncidentsRequest {
  readonly action: 'list' | 'show' | 'retry' | 'resolve';
  readonly ids: readonly string[];
  readonly variables: Readonly<Record<string, unknown>>;
  readonly options: GivenOptions<typeof OPTIONS>;
}

export const INCIDENTS_USAGE = `Usage: sluice incidents [list | show <id> | retry <id>… | resolve <id> --set <name>=<json>…]

  --process, --instance, --activity, --code <value>   which ones to list, or to retry in place of ids
  --all                                               retry all of them
  --set <name>=<json>                                 of resolve: a variable that stands for the result
  --page <n>                                          of list
  --json                                              for programs
  --url <url>                                         the API, in place of SLUICE_URL (http://localhost:8080)

A token is read from SLUICE_TOKEN.
`;

/** Reads the arguments behind the verb. Throws {@link WrongArguments}. */
export function readArguments(args: readonly string[]): IncidentsRequest {
  const { values, positionals } = readOptions(args, { options: OPTIONS, allowPositionals: true });
  const [action = 'list', ...ids] = positionals;
  if (action !== 'list' && action !== 'show' && action !== 'retry' && action !== 'resolve')
    throw new WrongArguments(`unknown action '${action}'`);
  if (action === 'list' && ids.length > 0) throw new WrongArguments('list takes no ids');
  if ((action === 'show' || action === 'resolve') && ids.length !== 1) throw new WrongArguments(`${action} takes one id`);
  if (action !== 'resolve' && values.set !== undefined) throw new WrongArguments('--set is for resolve');
  if (values.page !== undefined && (action !== 'list' || !/^[1-9]\d{0,8}$/.test(values.page)))
    throw new WrongArguments('--page is a number, and for list');
  if (action === 'retry') checkWhich(ids, values);
  return { action, ids, variables: variablesOf(values.set ?? []), options: values };
}

function checkWhich(ids: readonly string[], { process: key, instance, activity, code, all }: IncidentsRequest['options']): void {
  const isNamed = [key, instance, activity, code].some((value) => value !== undefined) || all === true;
  if (ids.length > 0 && isNamed) throw new WrongArguments('give ids or options, not both');
  if (ids.length === 0 && !isNamed) throw new WrongArguments('retry needs ids, or options that say which ones');
}

/** `amount=5`, `name="Ann"`: the value is JSON. */
function variablesOf(pairs: readonly string[]): Record<string, unknown> {
  const entries = pairs.map((pair): [string, unknown] => {
    const at = pair.indexOf('=');
    if (at < 1) throw new WrongArguments(`--set takes <name>=<json>, not '${pair}'`);
    const name = pair.slice(0, at);
    try {
      return [name, JSON.parse(pair.slice(at + 1))];
    } catch {
      throw new WrongArguments(`--set ${name}: '${pair.slice(at + 1)}' is not JSON; a text has quotes: ${name}='"text"'`);
    }
  });
  return Object.fromEntries(entries);
}
