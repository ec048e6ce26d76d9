import type { DecisionModel, DecisionText } from '../model/model-decisions.ts';
import type { Evaluation, ExecutionInfo, VariableReader } from '../values/evaluation.ts';
import type { Json } from '../values.ts';
import type { DecidedTable, DecisionLanguage, DecisionValue, DecisionValues, Made, MadeNot } from './decided.ts';

/** Readable names. `isClosed`: no variables, as in a business knowledge model. */
export interface DecisionScope {
  readonly values: DecisionValues;
  readonly isClosed: boolean;
}

/** Dependencies and limits. */
export interface DecisionWorld {
  readonly decisions: Readonly<Record<string, DecisionModel>>;
  readonly language: DecisionLanguage;
  readonly variables: VariableReader;
  readonly execution: ExecutionInfo;
  /** text of another language, with JSON as inputs and result */
  evaluateForeign(text: DecisionText, variables: VariableReader): Evaluation;
  readonly maxTexts: number;
  /** limit exceeded; may throw to run the decision elsewhere. Absent: the decision fails */
  onTooManyTexts?(): void;
  /** DMN: failures are null and do not fail the caller, and strings do not convert to dates */
  readonly isStandard?: boolean;
  onTable?(table: DecidedTable): void;
  /** {@link onTable} gets the cells */
  readonly reportsCells?: boolean;
  /** called for each decision, after its tables */
  onMade?(decision: DecisionModel, value: Json): void;
  /** called in standard mode for each failed text and value of another type */
  onNull?(reason: string): void;
}

const MAX_CALLS = 150;

export class CallFailed extends Error {
  readonly failure: MadeNot;

  constructor(failure: MadeNot) {
    super(failure.reason);
    this.failure = failure;
  }
}

/** Evaluates the decisions of one task, with counters for the limits. */
export class Making {
  readonly world: DecisionWorld;
  readonly language: DecisionLanguage;
  #texts = 0;
  #calls = 0;
  /** cache: each text of another language gets all readable values */
  #json: WeakMap<object, Made<Json>> | undefined;

  constructor(world: DecisionWorld) {
    this.world = world;
    this.language = world.language;
  }

  /** Counts against the limit. In standard mode a failure is null. */
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

  /** Gives null in standard mode, unless a limit was exceeded. */
  orNull(failure: MadeNot): Made {
    if (this.world.isStandard !== true || failure.limitMs !== undefined || this.#texts > this.world.maxTexts) return failure;
    this.world.onNull?.(failure.reason);
    return made(null);
  }

  /** Limits the call depth. */
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
      // other languages have no functions and ranges
      if (json.ok) given[name] = json.value;
    }
    const result = this.world.evaluateForeign(text, layered(given, isClosed ? undefined : this.world.variables));
    return result.ok ? made(this.language.fromJson(result.value)) : result;
  }

  #jsonOf(value: DecisionValue): Made<Json> {
    if (typeof value !== 'object' || value === null) return this.language.toJson(value);
    this.#json ??= new WeakMap();
    const json = this.#json.get(value) ?? this.language.toJson(value);
    this.#json.set(value, json);
    return json;
  }
}

/** Values first, then variables. */
function layered(values: Readonly<Record<string, Json>>, variables: VariableReader | undefined): VariableReader {
  return {
    get: (name) => (Object.hasOwn(values, name) ? values[name] : variables?.get(name)),
    all: () => ({ ...variables?.all(), ...values }),
  };
}

export function made<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/** Failure with code 500. */
export function notMade(reason: string): MadeNot {
  return { ok: false, code: '500', reason };
}

/** Prefixes the reason with its subject. */
export function about(what: string, { reason, ...rest }: MadeNot): MadeNot {
  return { ...rest, reason: `${what}: ${reason}` };
}

/** Extends the scope; further values hide existing ones. */
export function within({ values, isClosed }: DecisionScope, more: DecisionValues): DecisionScope {
  return { values: { ...values, ...more }, isClosed };
}
