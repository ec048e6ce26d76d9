import { CompiledCache } from '../compiled-cache.ts';
import { MAX_TEXT_LENGTH, MAX_VALUES } from '../limits.ts';
import { type Chance, chanceOf } from './chance.ts';
import { compile } from './compile/compile.ts';
import { type Evaluate, FeelFrame } from './compile/frame.ts';
import type { KnownNames } from './syntax/cursor.ts';
import { FeelParser } from './syntax/parser.ts';
import { NotAValue } from './values/not-a-value.ts';
import type { Room } from './values/room.ts';
import type { FeelRun } from './values/run.ts';
import type { FeelType } from './values/types.ts';

/** What an evaluation knows beside its variables. */
export interface FeelSituation {
  /** clock of the command, ms since epoch, shown by `now()` and `today()` in UTC */
  readonly now: number;
  /** GUID of the command's sequence that `uuid()` and `random number()` go on from; absent when the text calls neither */
  readonly guid?: string;
}

/** Names of a model that a text may use: those of more than one word have to be known before it is read. */
export interface FeelNames extends KnownNames {
  /** types of the model by name, for `instance of` and parameters */
  readonly types?: ReadonlyMap<string, FeelType>;
}

/** A text that has been read once, to be evaluated any number of times. */
export interface CompiledFeel {
  /**
   * @param variables by name: values of JSON, or of FEEL as an earlier evaluation gave them
   * @param room where its values have to fit; absent: any number of values, each within its own limit
   * @returns a value of FEEL; throws what {@link NotAValue} says, and RangeError for what nests too deep
   */
  evaluate(variables: Readonly<Record<string, unknown>>, situation: FeelSituation, room?: Room): unknown;
}

/** Steps of all loops, filters and calls of one evaluation, and how many pass between two looks at the clock. */
const MAX_STEPS = 50_000_000;
const STEPS_BETWEEN = 1024;

/** What a text takes of a {@link Room}. */
const CHARACTERS_PER_UNIT = 8;

const NO_TYPES: ReadonlyMap<string, FeelType> = new Map();

/** Reads a text (without `=` in front). Throws SyntaxProblem when it is none. */
export function compileFeel(source: string, names: FeelNames = { variables: [] }): CompiledFeel {
  const root = { kind: 'root', outer: null, types: names.types ?? NO_TYPES } as const;
  return new CompiledText(compile(FeelParser.expression(source, names), root));
}

/** Texts that were read before, by source and the names of several words among those it was read with. */
const known = new CompiledCache<CompiledText>(2000, 4 * 1024 * 1024);

/** What the reading of a text depends on beside its source. */
export interface ReadWith extends FeelNames {
  readonly variables: readonly string[];
  readonly members: readonly string[];
  /** tells the types from those of other models; given with them */
  readonly typesKey?: string;
}

/** {@link compileFeel} of a text that may have been read before with the same names and types. */
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

  evaluate(variables: Readonly<Record<string, unknown>>, situation: FeelSituation, room?: Room): unknown {
    const run = new Evaluation(variables, situation, room);
    return this.#evaluate(new FeelFrame(null, run, null)) ?? null;
  }
}

class Evaluation implements FeelRun {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly now: number;
  readonly #guid: string | undefined;
  readonly #room: Room | undefined;
  #chance: Chance | undefined;
  #steps = 0;

  constructor(variables: Readonly<Record<string, unknown>>, { now, guid }: FeelSituation, room: Room | undefined) {
    this.variables = variables;
    this.now = now;
    this.#guid = guid;
    this.#room = room;
  }

  get chance(): Chance | undefined {
    if (this.#guid !== undefined) this.#chance ??= chanceOf(this.#guid);
    return this.#chance;
  }

  step(): void {
    this.#steps += 1;
    if (this.#steps % STEPS_BETWEEN === 0 && this.#steps > MAX_STEPS) throw new NotAValue(`more than ${MAX_STEPS} steps`);
  }

  list(length: number, added = length): void {
    if (length > MAX_VALUES) throw new NotAValue(`list or context has more than ${MAX_VALUES} elements`);
    this.#room?.take(added);
  }

  text(length: number, added = length): void {
    if (length > MAX_TEXT_LENGTH) throw new NotAValue(`text is longer than ${MAX_TEXT_LENGTH} characters`);
    this.#room?.take(added / CHARACTERS_PER_UNIT);
  }
}
