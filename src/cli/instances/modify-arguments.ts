import { isGuid } from '../../platform/ids.ts';
import { readOptions } from '../read-options.ts';
import { WrongArguments } from '../wrong-arguments.ts';
import { assigned } from './assigned.ts';

const OPTIONS = {
  cancel: { type: 'string', multiple: true },
  'start-before': { type: 'string', multiple: true },
  'start-after': { type: 'string', multiple: true },
  scope: { type: 'string', multiple: true },
  set: { type: 'string', multiple: true },
  reason: { type: 'string' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
  url: { type: 'string' },
} as const;

/** One instruction as the API takes it. */
export type GivenInstruction = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What a person wants to be done with an instance. */
export interface ModifyRequest {
  readonly id: string;
  readonly instructions: readonly GivenInstruction[];
  readonly options: {
    readonly reason?: string | undefined;
    readonly isDryRun: boolean;
    readonly isJson: boolean;
    readonly url?: string | undefined;
  };
}

export const MODIFY_USAGE = `Usage: sluice modify <instance id> [--cancel <what>]… [--start-before <element> | --start-after <element> …]…

  --cancel <what>          an active activity instance by its id, or all of an element
  --start-before <element>
  --start-after <element>
      --scope <id>         of the start before it: the active sub-process that it is started in
      --set <name>=<value> of the --start-before before it: what its token brings; may be repeated
  --reason <text>          of what is cancelled
  --dry-run                only says what would happen
  --json                   for programs
  --url <url>              the API, in place of SLUICE_URL (http://localhost:8080)

All of it is done, or nothing. A token is read from SLUICE_TOKEN.
`;

/** Reads the arguments behind the verb. Throws {@link WrongArguments}. */
export function readModifyArguments(args: readonly string[]): ModifyRequest {
  const { values, positionals, tokens } = readOptions(args, { options: OPTIONS, allowPositionals: true, tokens: true });
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) throw new WrongArguments('modify takes the id of one instance');
  const given = new Given();
  for (const token of tokens) if (token.kind === 'option' && token.value !== undefined) given.take(token.name, token.value);
  const instructions = given.all();
  if (instructions.length === 0) throw new WrongArguments('nothing to --cancel or to start');
  const { reason, url } = values;
  return { id, instructions, options: { reason, url, isDryRun: values['dry-run'] === true, isJson: values.json === true } };
}

interface Start {
  readonly kind: 'startBefore' | 'startAfter';
  readonly element: string;
  scope?: string;
  readonly set: string[];
}

/** Instructions in their order; what belongs to a start stands behind it. */
class Given {
  private readonly items: (GivenInstruction | Start)[] = [];
  private last: Start | undefined;

  take(name: string, value: string): void {
    if (name === 'cancel') {
      this.last = undefined;
      this.items.push({ cancel: isGuid(value) ? { entry: value } : { element: value } });
    } else if (name === 'start-before' || name === 'start-after') {
      this.last = { kind: name === 'start-before' ? 'startBefore' : 'startAfter', element: value, set: [] };
      this.items.push(this.last);
    } else if (name === 'scope') {
      if (this.last === undefined || this.last.scope !== undefined)
        throw new WrongArguments('--scope stands behind a start, once');
      this.last.scope = value;
    } else if (name === 'set') {
      if (this.last?.kind !== 'startBefore') throw new WrongArguments('--set stands behind a --start-before');
      this.last.set.push(value);
    }
  }

  all(): GivenInstruction[] {
    return this.items.map((item) => ('kind' in item ? startOf(item as Start) : item));
  }
}

function startOf({ kind, element, scope, set }: Start): GivenInstruction {
  const variables = set.length === 0 ? {} : { variables: assigned(set) };
  return { [kind]: { element, ...(scope !== undefined && { scope }), ...variables } };
}
