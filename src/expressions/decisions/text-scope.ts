import type { DecisionValue, DecisionValues } from '../../engine/decisions/decided.ts';
import type { VariableReader } from '../../engine/values/evaluation.ts';
import { type FeelRoot, feelRoot, isContext, isLongName, type MemoryBudget } from '../feel/index.ts';
import { isForbiddenName } from '../limits.ts';

/** Tested value in a cell: a special character, but not a long name. */
const TESTED = '?';
const NOT_LONG = '';

/** Cache: name without blanks, or `NOT_LONG`. */
const squeezedNames = new Map<string, string>();

/** More than an installation uses at a time. */
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

/** Names with spaces or special characters. */
export class LongNameSet {
  static readonly #none = new LongNameSet([]);
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

  get isEmpty(): boolean {
    return this.#names.length === 0;
  }

  /** Adds those in a text without blanks. */
  addMatches(text: string, found: Set<string>): void {
    for (const name of this.#names) if (text.includes(squeezed(name))) found.add(name);
  }
}

/** Long names are found when first needed: a process may have many variables. */
export class ReadVariables {
  readonly reader: VariableReader | undefined;
  #longNames: LongNameSet | undefined;

  constructor(reader: VariableReader | undefined) {
    this.reader = reader;
  }

  get longNames(): LongNameSet {
    this.#longNames ??= LongNameSet.of(this.reader === undefined ? [] : Object.keys(this.reader.all()));
    return this.#longNames;
  }
}

const NO_SETS: readonly LongNameSet[] = [];

function nonEmpty(own: LongNameSet, ofVariables: LongNameSet): readonly LongNameSet[] {
  if (own.isEmpty && ofVariables.isEmpty) return NO_SETS;
  return [own, ofVariables];
}

/** Bytes of values read by cheap texts. */
export const MAX_MEASURED = 64 * 1024;

/** Approximate bytes; values other than strings, lists and contexts count like numbers. Stops above `limit`. */
function sizeOfValues(value: DecisionValue, limit: number, depth = 0): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null || depth > 100) return 8;
  if (!Array.isArray(value) && !isContext(value)) return 8;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      size += 4 + sizeOfValues(item, limit - size, depth + 1);
      if (size > limit) return size;
    }
    return size;
  }
  for (const name of Object.keys(value)) {
    const item = (value as Readonly<Record<string, DecisionValue>>)[name];
    size += 4 + name.length + sizeOfValues(item, limit - size, depth + 1);
    if (size > limit) return size;
  }
  return size;
}

/** Inputs besides the values of the scope. */
export interface TextSituation {
  readonly now: number;
  readonly memory: MemoryBudget | undefined;
}

/** Readable names, for example of all cells of a column. A value is looked up and measured once, not per text. Values take precedence over variables. */
export class TextScope {
  readonly values: DecisionValues;
  readonly variables: ReadVariables;
  #longNames: readonly LongNameSet[] | undefined;
  readonly #read: Record<string, DecisionValue> = {};
  /** Cells of a column often read the same names. */
  #last: readonly string[] | undefined;
  #size: number | undefined;
  #root: { readonly now: number; readonly root: FeelRoot } | undefined;

  constructor(values: DecisionValues, variables: ReadVariables) {
    this.values = values;
    this.variables = variables;
  }

  /** Names with spaces or special characters; most scopes have none. */
  get longNames(): readonly LongNameSet[] {
    this.#longNames ??= nonEmpty(LongNameSet.of(Object.keys(this.values)), this.variables.longNames);
    return this.#longNames;
  }

  /** Returns undefined if neither values nor variables have it. */
  valueOf(name: string): DecisionValue {
    return Object.hasOwn(this.values, name) ? this.values[name] : this.variables.reader?.get(name);
  }

  /**
   * The object is shared by all calls and may have names of earlier ones.
   * @param names must be the same object for the same names
   */
  valuesOf(names: readonly string[]): DecisionValues {
    if (names !== this.#last) {
      for (const name of names) {
        if (isForbiddenName(name)) continue;
        const value = this.valueOf(name);
        if (value !== undefined) this.#read[name] = value;
      }
      this.#last = names;
      this.#size = undefined;
    }
    return this.#read;
  }

  /** Size; exact only up to {@link MAX_MEASURED}. */
  sizeOf(names: readonly string[]): number {
    if (names === this.#last && this.#size !== undefined) return this.#size;
    const read = this.valuesOf(names);
    let size = 2;
    for (const name of names) {
      if (!Object.hasOwn(read, name)) continue;
      size += 4 + name.length + sizeOfValues(read[name], MAX_MEASURED - size);
      if (size > MAX_MEASURED) break;
    }
    this.#size = size;
    return size;
  }

  /** Root for texts that read the values of {@link valuesOf} and draw nothing at random. */
  root({ now, memory }: TextSituation): FeelRoot {
    if (this.#root?.now !== now) this.#root = { now, root: feelRoot(this.#read, { now }, memory) };
    return this.#root.root;
  }
}
