import type { DecisionValue, DecisionValues } from '../../engine/decisions/decided.ts';
import type { NamedTypes } from '../../engine/model.ts';
import {
  analyseFeel,
  CompiledCache,
  type CompiledFeel,
  compiledOnce,
  type FeelAnalysis,
  type FeelSituation,
  isLiteral,
  type MemoryBudget,
  mayNameMembers,
  namesIn,
} from '../feel/index.ts';
import { isForbiddenName } from '../limits.ts';
import { type FeelTypes, feelTypesOf } from './model-types.ts';
import { LongNameSet, type TextScope } from './text-scope.ts';

/** `types`: of its file, named in the text. */
export interface SourceText {
  readonly source: string;
  readonly types?: NamedTypes;
}

const NONE: readonly string[] = [];
const analyses = new CompiledCache<FeelAnalysis>(2000, 4 * 1024 * 1024);

/** Throws SyntaxProblem. @param names known names with spaces */
export function analysisOf(source: string, names: readonly string[] = NONE): FeelAnalysis {
  return analyses.get(`${source}\n${names.join('\n')}`, () => analyseFeel(source, { variables: names }));
}

/** Text compiled for a set of known names with spaces. */
class Reading {
  readonly source: string;
  readonly analysis: FeelAnalysis;
  /** Single literal; undefined for all others. */
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

  /** See {@link TextScope.sizeOf}. */
  sizeIn(scope: TextScope): number {
    return scope.sizeOf(this.#reads);
  }

  /** Throws like {@link CompiledFeel}. */
  evaluate(scope: TextScope, situation: FeelSituation, memory: MemoryBudget | undefined): DecisionValue {
    if (this.#mayNameMembers) {
      const own = this.#ownValues(scope);
      return this.#compiledFor(own).evaluate(own, situation, memory);
    }
    const read = scope.valuesOf(this.#reads);
    if (situation.guid !== undefined) return this.#compiled.evaluate(read, situation, memory);
    return this.#compiled.evaluateAt(scope.root({ now: situation.now, memory }));
  }

  #ownValues(scope: TextScope): DecisionValues {
    const own: Record<string, DecisionValue> = {};
    for (const name of this.#reads) {
      const value = scope.valueOf(name);
      if (value !== undefined) own[name] = value;
    }
    return own;
  }

  /** @param own values that the text reads: their members may also have names with spaces */
  #compiledFor(own: DecisionValues): CompiledFeel {
    const { members } = namesIn(this.source, own as Parameters<typeof namesIn>[1]);
    if (members.length === 0) return this.#compiled;
    return compiledOnce(this.source, { variables: this.#names, members, ...this.#types });
  }
}

/** Shares one object among equal lists. */
const nameLists = new CompiledCache<readonly string[]>(2000, 1024 * 1024);

function readBy({ names: own, unknownFunctions }: FeelAnalysis, names: readonly string[]): readonly string[] {
  const functions = unknownFunctions.flatMap(({ name, isMember }) => (isMember ? [] : [name]));
  const read = [...new Set([...names, ...own, ...functions])].filter((name) => !isForbiddenName(name));
  return nameLists.get(read.join('\n'), () => read);
}

/** Limit per text: most have only one. */
const MAX_READINGS = 4;

/** Single name, number or string: without names with spaces. */
const ONE_WORD = /^\s*(?:[\p{L}_$][\p{L}\p{N}_$]*|\d+(?:\.\d+)?|"[^"\\]*")\s*$/u;

/** Caches the readings of a text. */
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

  /** Value of a single literal; undefined for all others. */
  get literal(): DecisionValue | undefined {
    return this.#isOneWord ? this.#withoutNames.literal : undefined;
  }

  get #withoutNames(): Reading {
    this.#bare ??= new Reading(this.#source, NONE, this.#types);
    return this.#bare;
  }

  /** Returns the compiled text for the names of a scope. */
  reading(scope: TextScope): Reading {
    const names = this.#isOneWord ? NONE : this.#namesIn(scope);
    if (names.length === 0) return this.#withoutNames;
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

  /** Names with spaces or special characters in the text. */
  #namesIn({ longNames }: TextScope): readonly string[] {
    if (longNames.length === 0 && this.#typeNames.isEmpty) return NONE;
    const meant = new Set<string>();
    for (const names of longNames) names.addMatches(this.#squeezed, meant);
    this.#typeNames.addMatches(this.#squeezed, meant);
    return meant.size === 0 ? NONE : [...meant].sort();
  }
}

/** Weak keys release the texts of unused models. */
const MAX_KNOWN = 10_000;
let known = new WeakMap<SourceText, KnownText>();
let count = 0;

/** Cached. Its methods throw SyntaxProblem. @param text must be the same object for the same text */
export function knownText(text: SourceText): KnownText {
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
  return found;
}
