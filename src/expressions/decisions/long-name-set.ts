import type { VariableReader } from '../../engine/values/evaluation.ts';
import { isLongName } from '../feel/syntax/names.ts';

/** Name of the tested value in a cell: a special character, but not a long name. */
const TESTED = '?';
const NOT_LONG = '';

/** Cache: name → name without blanks, or `NOT_LONG`. */
const squeezedNames = new Map<string, string>();
/** More names than an installation uses at a time. */
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

/** The names of a set that contain spaces or special characters. */
export class LongNameSet {
  static readonly #none = new LongNameSet([]);
  static readonly #ofReaders = new WeakMap<VariableReader, LongNameSet>();
  readonly #names: readonly string[];

  private constructor(names: readonly string[]) {
    this.#names = names;
  }

  static of(names: Iterable<string>): LongNameSet {
    let found: string[] | undefined;
    for (const name of names) {
      if (squeezed(name) === NOT_LONG) continue;
      found ??= [];
      found.push(name);
    }
    return found === undefined ? LongNameSet.#none : new LongNameSet(found);
  }

  /** Cached per reader: a process may have many variables. */
  static ofVariables(variables: VariableReader | undefined): LongNameSet {
    if (variables === undefined) return LongNameSet.#none;
    const before = LongNameSet.#ofReaders.get(variables);
    if (before !== undefined) return before;
    const found = LongNameSet.of(Object.keys(variables.all()));
    LongNameSet.#ofReaders.set(variables, found);
    return found;
  }

  get isEmpty(): boolean {
    return this.#names.length === 0;
  }

  /** Adds the names that occur in a text without blanks. */
  addMatches(text: string, found: Set<string>): void {
    for (const name of this.#names) if (text.includes(squeezed(name))) found.add(name);
  }
}
