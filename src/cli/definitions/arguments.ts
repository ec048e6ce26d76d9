import { readOptions } from '../read-options.ts';
import { WrongArguments } from '../wrong-arguments.ts';

const OPTIONS = {
  url: { type: 'string' },
  process: { type: 'string' },
  page: { type: 'string' },
  reason: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** What a person wants with deployed versions. */
export interface DefinitionsRequest {
  readonly action:
    | { readonly kind: 'list' }
    | { readonly kind: 'delete'; readonly key: string; readonly versions: readonly string[] }
    | { readonly kind: 'suspend' | 'resume'; readonly key: string; readonly reason: string | undefined };
  readonly options: { readonly url: string | undefined };
  readonly process: string | undefined;
  readonly page: string;
  readonly isJson: boolean;
}

export const DEFINITIONS_USAGE = `Usage: sluice definitions [list | delete <key> <version>… | suspend <key> | resume <key>]

  --process <key>   of list: only the versions of this key
  --page <n>        of list: 100 versions each
  --reason <text>   of suspend and resume: stands in the journal of the key
  --json            for programs
  --url <url>       the API, in place of SLUICE_URL (http://localhost:8080)

delete refuses a version that has instances, running or finished. suspend lets all instances of a key stand still, and starts nothing, until resume. A token is read from SLUICE_TOKEN.
Ends with 0 when it is done, with 1 when it is refused, with 2 on wrong arguments.
`;

/** Reads the arguments behind the verb. Throws {@link WrongArguments}. */
export function readDefinitionsArguments(args: readonly string[]): DefinitionsRequest {
  const { values, positionals } = readOptions(args, { options: OPTIONS, allowPositionals: true });
  const { url, process, page = '1', json, reason } = values;
  const action = actionOf(positionals, reason);
  if (action.kind !== 'list' && process !== undefined)
    throw new WrongArguments(`--process belongs to list; ${action.kind} takes the key itself`);
  if ((action.kind === 'list' || action.kind === 'delete') && reason !== undefined)
    throw new WrongArguments('--reason belongs to suspend and resume');
  return { action, options: { url }, process, page, isJson: json === true };
}

function actionOf([name = 'list', ...operands]: readonly string[], reason: string | undefined): DefinitionsRequest['action'] {
  if (name === 'list') {
    if (operands.length > 0) throw new WrongArguments('list takes no operands; --process names a key');
    return { kind: 'list' };
  }
  if (name === 'suspend' || name === 'resume') {
    const [key = '', ...others] = operands;
    if (key === '' || others.length > 0) throw new WrongArguments(`${name} takes one key`);
    return { kind: name, key, reason };
  }
  if (name !== 'delete') throw new WrongArguments(`unknown action '${name}'`);
  const [key = '', ...versions] = operands;
  if (key === '' || versions.length === 0) throw new WrongArguments('delete takes a key and at least one version');
  const wrong = versions.find((version) => !/^\d{1,10}$/.test(version));
  if (wrong !== undefined) throw new WrongArguments(`'${wrong}' is no version`);
  return { kind: 'delete', key, versions };
}
