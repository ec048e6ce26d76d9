import type { Evaluation, ExecutionInfo, VariableReader } from '../evaluator.ts';
import type { DecisionModel, DecisionText } from '../model-decisions.ts';
import type { Json, Variables } from '../values.ts';
import type { DecisionLanguage, DecisionValue, DecisionValues } from './language.ts';

/** What a text of a decision can read. `isClosed`: nothing but `values`, as inside a business knowledge model. */
export interface DecisionScope {
  readonly values: DecisionValues;
  readonly isClosed: boolean;
}

/** The value of a part of a decision, or why it has none. */
export type Made<Value = DecisionValue> = { readonly ok: true; readonly value: Value } | MadeNot;
/** `reason` without the name of the decision in front; `code`, `limitMs`: as in an evaluation. */
export type MadeNot = Pick<Extract<Evaluation, { ok: false }>, 'ok' | 'code' | 'reason' | 'limitMs'>;

/** What making decisions needs of the world around it. */
export interface DecisionWorld {
  readonly decisions: Readonly<Record<string, DecisionModel>>;
  readonly language: DecisionLanguage;
  readonly variables: VariableReader;
  readonly execution: ExecutionInfo;
  /** evaluates a text of another language, which reads and gives JSON */
  evaluateForeign(text: DecisionText, variables: VariableReader): Evaluation;
  /** texts that may be evaluated */
  readonly maxTexts: number;
  /** called before the first text beyond that; may throw to leave the decision to somebody else. Absent: it cannot be made */
  onTooManyTexts?(): void;
  /** as the standard has it: what cannot be made is null and fails nothing that reads it, and texts are no dates */
  readonly isStandard?: boolean;
  /** told of every table that is decided; absent: nobody asks */
  onTable?(table: DecidedTable): void;
  /** the same of every decision, behind its tables */
  onMade?(decision: DecisionModel, value: Json): void;
  /** told of each text that could not be evaluated, and each value that was of another type, where these are null */
  onNull?(reason: string): void;
}

/** What a table was decided by: the values of its inputs, and the rules that match with their outputs. */
export interface DecidedTable {
  readonly inputs: readonly { readonly name: string; readonly value: Json }[];
  readonly rules: readonly { readonly number: number; readonly id?: string; readonly outputs: Variables }[];
}

/** How deep functions may call each other. */
const MAX_CALLS = 150;

/** A failure on its way through a function that the language has called. */
export class CallFailed extends Error {
  readonly failure: MadeNot;

  constructor(failure: MadeNot) {
    super(failure.reason);
    this.failure = failure;
  }
}

/** The making of the decisions of one task: counts what it takes. */
export class Making {
  readonly world: DecisionWorld;
  readonly language: DecisionLanguage;
  #texts = 0;
  #calls = 0;
  /** values as JSON: every text of another language gets all that it could read */
  readonly #json = new WeakMap<object, Made<Json>>();

  constructor(world: DecisionWorld) {
    this.world = world;
    this.language = world.language;
  }

  evaluate(text: DecisionText, { values, isClosed }: DecisionScope): Made {
    this.#texts += 1;
    if (this.#texts > this.world.maxTexts) {
      this.world.onTooManyTexts?.();
      return notMade(`more than ${this.world.maxTexts} texts would have to be evaluated`);
    }
    const { language, variables, execution } = this.world;
    const isOwn = text.kind === 'expression' && (text.dialect === 'feel' || text.dialect === 'literal');
    const result = isOwn
      ? language.evaluate(text, values, isClosed ? undefined : variables, execution)
      : this.#foreign(text, values, isClosed);
    if (result.ok) return result;
    if (text.kind === 'script') return this.orNull(result);
    return this.orNull({ ...result, reason: `${text.slot} '${text.text}': ${result.reason}` });
  }

  /** Where failures are null, null in place of one. What went over a limit fails in any case. */
  orNull(failure: MadeNot): Made {
    if (this.world.isStandard !== true || failure.limitMs !== undefined || this.#texts > this.world.maxTexts) return failure;
    this.world.onNull?.(failure.reason);
    return made(null);
  }

  /** Carries out the body of a function, unless functions call each other too deep. */
  calling<Value>(call: () => Made<Value>): Made<Value> {
    if (this.#calls >= MAX_CALLS) return notMade(`functions call each other more than ${MAX_CALLS} deep`);
    this.#calls += 1;
    try {
      return call();
    } finally {
      this.#calls -= 1;
    }
  }

  #foreign(text: DecisionText, values: DecisionValues, isClosed: boolean): Made {
    const given: Record<string, Json> = Object.create(null);
    for (const [name, value] of Object.entries(values)) {
      const json = this.#jsonOf(value);
      // functions and ranges are no values of other languages
      if (json.ok) given[name] = json.value;
    }
    const result = this.world.evaluateForeign(text, layered(given, isClosed ? undefined : this.world.variables));
    return result.ok ? made(this.language.fromJson(result.value)) : result;
  }

  #jsonOf(value: DecisionValue): Made<Json> {
    if (typeof value !== 'object' || value === null) return this.language.toJson(value);
    const json = this.#json.get(value) ?? this.language.toJson(value);
    this.#json.set(value, json);
    return json;
  }
}

/** Values laid over variables. */
function layered(values: Readonly<Record<string, Json>>, variables: VariableReader | undefined): VariableReader {
  return {
    get: (name) => (Object.hasOwn(values, name) ? values[name] : variables?.get(name)),
    all: () => ({ ...variables?.all(), ...values }),
  };
}

export function made<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function notMade(reason: string): MadeNot {
  return { ok: false, code: '500', reason };
}

/** The same with what it is about in front. */
export function about(what: string, { reason, ...rest }: MadeNot): MadeNot {
  return { ...rest, reason: `${what}: ${reason}` };
}

/** Values laid over those of a scope. */
export function within({ values, isClosed }: DecisionScope, more: DecisionValues): DecisionScope {
  return { values: { ...values, ...more }, isClosed };
}
