import { isGuid } from '../../platform/ids.ts';
import { WrongArguments } from '../wrong-arguments.ts';
import { assigned } from './assigned.ts';

/** One instruction as the API takes it. */
export type GivenInstruction = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Instructions out of options, in the order in which they were typed. Throws {@link WrongArguments}. */
export function readInstructions(
  order: readonly { readonly name: string; readonly value: string }[],
): readonly GivenInstruction[] {
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
