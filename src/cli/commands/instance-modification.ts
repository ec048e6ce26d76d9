import { isGuid } from '../../platform/ids.ts';
import { visibleText } from '../../platform/log-text.ts';
import { WrongArguments } from '../arguments.ts';
import type { AnswerOf } from '../connection/api-client.ts';
import { printJson } from '../output/terminal.ts';
import { assigned } from './instance-changes.ts';
import type { ModifyCall } from './instance-declarations.ts';

/** One instruction as the API takes it. */
type GivenInstruction = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Instructions out of options, in the order in which they were typed. Throws {@link WrongArguments}. */
function readInstructions(order: readonly { readonly name: string; readonly value: string }[]): readonly GivenInstruction[] {
  const given = new Given();
  for (const { name, value } of order) given.take(name, value);
  const instructions = given.all();
  if (instructions.length === 0) throw new WrongArguments('nothing to --cancel or to start');
  return instructions;
}

interface Start {
  readonly kind: 'startBefore' | 'startAfter';
  readonly element: string;
  scope?: string;
  readonly set: string[];
}

/** Instructions in their order; the members of a start follow it. */
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
      if (this.last === undefined || this.last.scope !== undefined) throw new WrongArguments('--scope must follow a start, once');
      this.last.scope = value;
    } else if (name === 'set') {
      if (this.last?.kind !== 'startBefore') throw new WrongArguments('--set must follow a --start-before');
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

type Modified = AnswerOf<'modifyInstance'>;

/** `sluice modify`: cancels and starts elements of a running instance (docs/contributing/spec/http/instances.md#modify-an-instance). */
export async function runModify({ operands: [id = ''], options, order, isJson, openApi }: ModifyCall): Promise<true> {
  const { reason } = options;
  const body = {
    instructions: readInstructions(order),
    dryRun: options['dry-run'] === true,
    ...(reason !== undefined && { reason }),
  };
  const modified = await openApi().call('modifyInstance', [id], body);
  if (isJson) return printJson(modified);
  process.stdout.write(linesOf(modified));
  return true;
}

function linesOf({ isDryRun, cancelledCount, started, after }: Modified): string {
  const [cancelled, begun] = isDryRun ? ['would be cancelled', 'would be started'] : ['cancelled', 'started'];
  const lines = [
    ...(cancelledCount === 0 ? [] : [`${cancelledCount} ${cancelledCount === 1 ? 'entry' : 'entries'} ${cancelled}`]),
    ...started.map(
      ({ activityId, position, scope, openedActivityIds }) =>
        `${begun} ${position} ${activityId}, in ${[scope ?? 'the instance', ...openedActivityIds].join(' > ')}`,
    ),
    ...(after === null ? [] : [`afterwards: ${endOf(after)}`]),
  ];
  return `${lines.map(visibleText).join('\n')}\n`;
}

function endOf({
  isCompleted,
  isCancelled,
  isFailed,
  activeActivityIds,
  errorState,
  isCut,
}: NonNullable<Modified['after']>): string {
  const rest = isCut ? ', and so on' : '';
  if (isFailed) return `failed, ${errorState?.code}: ${errorState?.message}`;
  if (isCancelled) return 'cancelled';
  return isCompleted ? 'completed' : `active: ${activeActivityIds.join(', ') || 'nothing'}${rest}`;
}
