import { LoopTurn } from './loop-turn.ts';

/** Characters of one part, about. */
const PART_LENGTH = 65_536;

type Portions<T> = () => AsyncIterable<readonly T[]> | Iterable<readonly T[]>;

/** A JSON array whose items come in portions, when they are asked for. */
export class JsonList {
  readonly portions: Portions<unknown>;
  /** JSON text of an item of the portions */
  readonly textOf: (item: unknown) => string;

  private constructor(portions: Portions<unknown>, textOf: (item: unknown) => string) {
    this.portions = portions;
    this.textOf = textOf;
  }

  static of<T>(portions: Portions<T>, textOf: (item: T) => string): JsonList {
    return new JsonList(portions, textOf as (item: unknown) => string);
  }
}

/**
 * The text of a JSON object in parts of bounded length. A member is a list that is written item by item, or any small value. It takes turns with the
 * other work of this process, holds one portion at a time, and asks for the next only when the parts before are taken.
 */
export async function* jsonParts(members: object): AsyncGenerator<string> {
  let begun = '{';
  for (const [name, member] of Object.entries(members)) {
    begun += `${begun === '{' ? '' : ','}${JSON.stringify(name)}:`;
    if (member instanceof JsonList) {
      yield begun;
      yield* listParts(member);
      begun = '';
    } else begun += JSON.stringify(member);
  }
  yield `${begun}}`;
}

async function* listParts({ portions, textOf }: JsonList): AsyncGenerator<string> {
  const turn = new LoopTurn();
  let text = '[';
  let separator = '';
  for await (const portion of portions()) {
    for (const item of portion) {
      if (turn.isOver) await turn.begin();
      text += separator + textOf(item);
      separator = ',';
      if (text.length < PART_LENGTH) continue;
      yield text;
      text = '';
    }
    turn.end();
  }
  yield `${text}]`;
}
