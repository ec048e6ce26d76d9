import { compile } from './compile/compile.ts';
import { type Evaluate, FeelFrame } from './compile/frame.ts';
import { CompiledCache } from './compiled-cache.ts';
import { MAX_TEXT_LENGTH, MAX_VALUES } from './limits.ts';
import { type RandomSource, randomSourceOf } from './random-source.ts';
import type { KnownNames } from './syntax/cursor.ts';
import { FeelParser } from './syntax/parser.ts';
import type { MemoryBudget } from './values/memory-budget.ts';
import { NotAValue } from './values/not-a-value.ts';
import type { FeelRun } from './values/run.ts';
import type { FeelType } from './values/types.ts';

/** Inputs besides variables. */
export interface FeelSituation {
  /** Clock for `now()` and `today()` in UTC; ms since epoch. */
  readonly now: number;
  /** Seed from the sequence of the command, for `uuid()` and `random number()`; absent if unused. */
  readonly guid?: string;
}

/** Names with spaces must be known before parsing. */
export interface FeelNames extends KnownNames {
  /** Types for `instance of` and parameters. */
  readonly types?: ReadonlyMap<string, FeelType>;
}

/** Text for repeated evaluation. */
export interface CompiledFeel {
  /**
   * @param variables by name: JSON or FEEL values
   * @param memory absent: only the limits per value apply
   * @returns a FEEL value; throws {@link NotAValue}, and RangeError for values nested too deep
   */
  evaluate(variables: Readonly<Record<string, unknown>>, situation: FeelSituation, memory?: MemoryBudget): unknown;
  /** Inputs that several texts share. Each text has its own step limit. */
  evaluateAt(root: FeelRoot): unknown;
}

export interface FeelRoot {
  readonly frame: FeelFrame;
  /** Resets the count of steps. */
  restart(): void;
}

/** Inputs for {@link CompiledFeel.evaluateAt}. */
export function feelRoot(
  variables: Readonly<Record<string, unknown>>,
  situation: FeelSituation,
  memory?: MemoryBudget,
): FeelRoot {
  return new Evaluation(variables, situation, memory);
}

/** Loops, filters and calls per evaluation, and the interval of the check. */
const MAX_STEPS = 50_000_000;
const STEPS_BETWEEN = 1024;

/** Conversion for a {@link MemoryBudget}. */
const CHARACTERS_PER_UNIT = 8;

const NO_TYPES: ReadonlyMap<string, FeelType> = new Map();

/** Compiles a source without leading `=`. Throws SyntaxProblem. */
export function compileFeel(source: string, names: FeelNames = { variables: [] }): CompiledFeel {
  const root = { kind: 'root', outer: null, types: names.types ?? NO_TYPES } as const;
  return new CompiledText(compile(FeelParser.expression(source, names), root));
}

/** Cache by source and known names with spaces. */
const known = new CompiledCache<CompiledText>(2000, 4 * 1024 * 1024);

/** Inputs besides the source. */
export interface ReadWith extends FeelNames {
  readonly variables: readonly string[];
  readonly members: readonly string[];
  /** Identifies the types; set together with them. */
  readonly typesKey?: string;
}

/** {@link compileFeel}, cached for the same names and types. */
export function compiledOnce(source: string, names: ReadWith) {
  const { variables, members, typesKey } = names;
  const isBare = variables.length + members.length === 0 && typesKey === undefined;
  const key = isBare ? source : `${source}\n${variables.join('\n')}\n\n${members.join('\n')}\n\n${typesKey ?? ''}`;
  return known.get(key, () => compileFeel(source, names) as CompiledText);
}

class CompiledText implements CompiledFeel {
  readonly #evaluate: Evaluate;

  constructor(evaluate: Evaluate) {
    this.#evaluate = evaluate;
  }

  evaluate(variables: Readonly<Record<string, unknown>>, situation: FeelSituation, memory?: MemoryBudget): unknown {
    return this.#evaluate(new Evaluation(variables, situation, memory).frame) ?? null;
  }

  evaluateAt(root: FeelRoot): unknown {
    root.restart();
    return this.#evaluate(root.frame) ?? null;
  }
}

class Evaluation implements FeelRun, FeelRoot {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly now: number;
  readonly #guid: string | undefined;
  readonly #memory: MemoryBudget | undefined;
  #random: RandomSource | undefined;
  #steps = 0;
  readonly frame: FeelFrame;

  constructor(variables: Readonly<Record<string, unknown>>, { now, guid }: FeelSituation, memory: MemoryBudget | undefined) {
    this.variables = variables;
    this.now = now;
    this.#guid = guid;
    this.#memory = memory;
    this.frame = new FeelFrame(null, this, null);
  }

  restart(): void {
    this.#steps = 0;
  }

  get random(): RandomSource | undefined {
    if (this.#guid !== undefined) this.#random ??= randomSourceOf(this.#guid);
    return this.#random;
  }

  step(): void {
    this.#steps += 1;
    if (this.#steps % STEPS_BETWEEN === 0 && this.#steps > MAX_STEPS) throw new NotAValue(`more than ${MAX_STEPS} steps`);
  }

  list(length: number, added = length): void {
    if (length > MAX_VALUES) throw new NotAValue(`list or context has more than ${MAX_VALUES} elements`);
    this.#memory?.take(added);
  }

  text(length: number, added = length): void {
    if (length > MAX_TEXT_LENGTH) throw new NotAValue(`text is longer than ${MAX_TEXT_LENGTH} characters`);
    this.#memory?.take(added / CHARACTERS_PER_UNIT);
  }
}
