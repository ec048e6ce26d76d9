import type { DecisionValue, DecisionValues } from '../../engine/decisions/decided.ts';
import type { NamedTypes } from '../../engine/model.ts';
import type { VariableReader } from '../../engine/values/evaluation.ts';
import {
  analyseFeel,
  CompiledCache,
  type CompiledFeel,
  compiledOnce,
  type FeelAnalysis,
  isLiteral,
  isLongName,
  mayNameMembers,
  namesIn,
} from '../feel/index.ts';
import { isForbiddenName } from '../limits.ts';
import { type FeelTypes, feelTypesOf } from './model-types.ts';

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
class LongNameSet {
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

/** A FEEL text. `types`: the types of its file that it names. */
export interface SourceText {
  readonly source: string;
  readonly types?: NamedTypes;
}

const NONE: readonly string[] = [];
const analyses = new CompiledCache<FeelAnalysis>(2000, 4 * 1024 * 1024);

/** Analysis of a text with these known names that contain spaces. Throws SyntaxProblem. */
export function analysisOf(source: string, names: readonly string[] = NONE): FeelAnalysis {
  return analyses.get(`${source}\n${names.join('\n')}`, () => analyseFeel(source, { variables: names }));
}

/** A text compiled for a set of known names that contain spaces. */
class Reading {
  readonly source: string;
  readonly analysis: FeelAnalysis;
  /** Value of a single literal; undefined for all others. */
  readonly literal: DecisionValue | undefined;
  readonly #names: readonly string[];
  readonly #types: FeelTypes | undefined;
  /** Names the text may read. */
  readonly #reads: readonly string[];
  readonly #mayNameMembers: boolean;
  readonly #compiled: CompiledFeel;

  /** Throws SyntaxProblem. */
  constructor(source: string, names: readonly string[], types: FeelTypes | undefined) {
    this.source = source;
    this.analysis = analysisOf(source, names);
    this.#names = names;
    this.#types = types;
    this.#reads = readBy(this.analysis, names);
    this.#mayNameMembers = mayNameMembers(source);
    this.#compiled = compiledOnce(source, { variables: names, members: NONE, ...types });
    this.literal = names.length === 0 && isLiteral(source) ? this.#compiled.evaluate({}, { now: 0 }) : undefined;
  }

  /** Selects the values that the text reads. Values take precedence over variables. */
  valuesOf(values: DecisionValues, variables: VariableReader | undefined): DecisionValues {
    const read: Record<string, DecisionValue> = {};
    for (const name of this.#reads) {
      const value: DecisionValue = Object.hasOwn(values, name) ? values[name] : variables?.get(name);
      if (value !== undefined) read[name] = value;
    }
    return read;
  }

  /** @param read result of {@link valuesOf}: its members may also have names with spaces */
  compiledFor(read: DecisionValues): CompiledFeel {
    if (!this.#mayNameMembers) return this.#compiled;
    const { members } = namesIn(this.source, read as Parameters<typeof namesIn>[1]);
    if (members.length === 0) return this.#compiled;
    return compiledOnce(this.source, { variables: this.#names, members, ...this.#types });
  }
}

function readBy({ names: own, unknownFunctions }: FeelAnalysis, names: readonly string[]): readonly string[] {
  const functions = unknownFunctions.flatMap(({ name, isMember }) => (isMember ? [] : [name]));
  return [...new Set([...names, ...own, ...functions])].filter((name) => !isForbiddenName(name));
}

/** Most cached readings per text: most texts have only one. */
const MAX_READINGS = 4;

/** A single name, number or string: cannot contain names with spaces. */
const ONE_WORD = /^\s*(?:[\p{L}_$][\p{L}\p{N}_$]*|\d+(?:\.\d+)?|"[^"\\]*")\s*$/u;

/** Cached readings of a text. */
class KnownText {
  readonly #source: string;
  readonly #squeezed: string;
  readonly #isOneWord: boolean;
  readonly #types: FeelTypes | undefined;
  readonly #typeNames: LongNameSet;
  #bare: Reading | undefined;
  #others: Map<string, Reading> | undefined;

  constructor({ source, types }: SourceText) {
    this.#source = source;
    this.#squeezed = source.replace(/\s+/g, '');
    this.#isOneWord = ONE_WORD.test(source);
    this.#types = types && feelTypesOf(types);
    this.#typeNames = LongNameSet.of(this.#types?.types.keys() ?? NONE);
  }

  reading(values: DecisionValues, variables: VariableReader | undefined): Reading {
    const names = this.#isOneWord ? NONE : this.#namesAmong(values, variables);
    if (names.length === 0) {
      this.#bare ??= new Reading(this.#source, NONE, this.#types);
      return this.#bare;
    }
    const key = names.join('\n');
    const others = this.#others ?? new Map<string, Reading>();
    this.#others = others;
    let found = others.get(key);
    if (found === undefined) {
      found = new Reading(this.#source, names, this.#types);
      if (others.size >= MAX_READINGS) others.clear();
      others.set(key, found);
    }
    return found;
  }

  /** Names with spaces or special characters that may occur in the text. */
  #namesAmong(values: DecisionValues, variables: VariableReader | undefined): readonly string[] {
    const all = [LongNameSet.of(Object.keys(values)), LongNameSet.ofVariables(variables), this.#typeNames];
    if (all.every(({ isEmpty }) => isEmpty)) return NONE;
    const meant = new Set<string>();
    for (const names of all) names.addMatches(this.#squeezed, meant);
    return meant.size === 0 ? NONE : [...meant].sort();
  }
}

/** Most cached texts. Weak keys release the texts of unused models. */
const MAX_KNOWN = 10_000;
let known = new WeakMap<SourceText, KnownText>();
let count = 0;

/** Compiles a text for evaluation. Values take precedence over variables. Throws SyntaxProblem. @param text must be the same object for the same text */
export function readText(text: SourceText, values: DecisionValues, variables: VariableReader | undefined): Reading {
  let found = known.get(text);
  if (found === undefined) {
    found = new KnownText(text);
    if (count >= MAX_KNOWN) {
      known = new WeakMap();
      count = 0;
    }
    known.set(text, found);
    count += 1;
  }
  return found.reading(values, variables);
}
