import type { VariableReader } from '../../engine/evaluator.ts';
import { isLongName } from '../feel/syntax/names.ts';

/** The name of the value that a cell tests, which is one sign. */
const TESTED = '?';
const NOT_LONG = '';

/** Names without their blanks, as they stand in a text without its own; nothing for names of one word. */
const squeezedNames = new Map<string, string>();
/** More names than the decisions of an installation use at a time. */
const MAX_NAMES = 20_000;
const MAX_LENGTH = 200;

function squeezed(name: string): string {
  const known = squeezedNames.get(name);
  if (known !== undefined) return known;
  const found = name !== TESTED && isLongName(name) ? name.replace(/\s+/g, '') : NOT_LONG;
  if (name.length > MAX_LENGTH) return found;
  if (squeezedNames.size >= MAX_NAMES) squeezedNames.clear();
  squeezedNames.set(name, found);
  return found;
}

/** Names of several words or signs among others. */
export class NamesOfWords {
  static readonly #none = new NamesOfWords([]);
  static readonly #ofReaders = new WeakMap<VariableReader, NamesOfWords>();
  readonly #names: readonly string[];

  private constructor(names: readonly string[]) {
    this.#names = names;
  }

  static of(names: Iterable<string>): NamesOfWords {
    let found: string[] | undefined;
    for (const name of names) {
      if (squeezed(name) === NOT_LONG) continue;
      found ??= [];
      found.push(name);
    }
    return found === undefined ? NamesOfWords.#none : new NamesOfWords(found);
  }

  /** Looked for once while decisions are made: a process may have many variables. */
  static ofVariables(variables: VariableReader | undefined): NamesOfWords {
    if (variables === undefined) return NamesOfWords.#none;
    const before = NamesOfWords.#ofReaders.get(variables);
    if (before !== undefined) return before;
    const found = NamesOfWords.of(Object.keys(variables.all()));
    NamesOfWords.#ofReaders.set(variables, found);
    return found;
  }

  get isEmpty(): boolean {
    return this.#names.length === 0;
  }

  /** Adds the names that a text may hold, which is given without its blanks. */
  addThoseIn(text: string, found: Set<string>): void {
    for (const name of this.#names) if (text.includes(squeezed(name))) found.add(name);
  }
}
