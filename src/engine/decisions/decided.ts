import type { BasicType, DecisionExpression, DecisionMade, FixedValue } from '../model/model-decisions.ts';
import { cutText } from '../values/cut-text.ts';
import type { Evaluation, ExecutionInfo, VariableReader } from '../values/evaluation.ts';
import type { Json, Variables } from '../values.ts';

/** A value during evaluation of a decision: JSON, or a type only of the language such as date, range or function. Use {@link DecisionLanguage} to read it. */
export type DecisionValue = unknown;
/** Values by name. */
export type DecisionValues = Readonly<Record<string, DecisionValue>>;

/** Type of a value, including types without a name in DMN. */
export type ValueKind = Exclude<BasicType, 'any'> | 'null' | 'list' | 'context' | 'function' | 'range';

/** A function that texts of decisions can call. */
export interface DecisionFunction {
  readonly parameters: readonly string[];
  /** @param given one value per parameter, in order */
  call(given: readonly DecisionValue[]): DecisionValue;
}

/** The language of decision values: FEEL. Decisions use it only through this interface. Pure; throws only exceptions of a {@link DecisionFunction}. */
export interface DecisionLanguage {
  /** @param values override variables; `variables` absent: only `values` are readable */
  evaluate(
    text: DecisionExpression,
    values: DecisionValues,
    variables: VariableReader | undefined,
    execution: ExecutionInfo,
  ): Made<DecisionValue>;
  kindOf(value: DecisionValue): ValueKind;
  isSame(a: DecisionValue, b: DecisionValue): boolean;
  fromJson(value: Json): DecisionValue;
  /** Parses the ISO text of a date, time or duration; undefined if invalid. */
  read(text: string, type: BasicType): DecisionValue | undefined;
  /** Parses a date and time with offset and returns local time in UTC without offset; undefined if invalid. */
  readInUtc(text: string): DecisionValue | undefined;
  toJson(value: DecisionValue): Made<Json>;
  /** Returns a string, number, boolean or null in the form that constants of cells have; undefined for other types. */
  plainOf(value: DecisionValue): FixedValue | undefined;
  /** Returns the items of a list or of a range of whole numbers; undefined for other values and for too large ranges. */
  itemsOf(value: DecisionValue): readonly DecisionValue[] | undefined;
  /** Returns the members of a context; undefined for other values. */
  membersOf(value: DecisionValue): DecisionValues | undefined;
  context(members: DecisionValues): DecisionValue;
  functionOf(made: DecisionFunction): DecisionValue;
  /** Calls a function with named arguments; undefined if the names do not match its parameters. */
  call(called: DecisionValue, given: DecisionValues): Made<DecisionValue> | undefined;
  /** Returns SUM, MIN or MAX; null if not defined for these values. */
  aggregate(aggregation: 'SUM' | 'MIN' | 'MAX', values: readonly DecisionValue[]): DecisionValue;
}

/** Decisions in the completion event of an activity; absent: none, or an event history before 0.3. `decision`: the separately deployed one, if it was that. */
export interface WithDecided {
  decision?: DecisionMade;
  decided?: Decided;
}

/** Trace of the decisions of a task in the event history (docs/contributing/spec/decisions.md#what-was-decided). `keys`: requested decisions. */
export interface Decided {
  readonly keys: readonly string[];
  /** version of the requested decisions; absent: deployed with the process */
  readonly version?: number;
  /** in evaluation order */
  readonly decisions: readonly DecidedDecision[];
  readonly more?: number;
}

/** `value` absent: too long. `name` absent: equal to the key. `more`: number of omitted tables. */
export interface DecidedDecision {
  readonly key: string;
  readonly name?: string;
  readonly value?: Json;
  readonly tables: readonly KeptTable[];
  readonly more?: number;
}

/** `value`, `outputs` absent: too long. `more`: number of omitted matched rules. */
export interface KeptTable {
  readonly inputs: readonly { readonly name: string; readonly value?: Json }[];
  readonly rules: readonly { readonly number: number; readonly id?: string; readonly outputs?: Variables }[];
  readonly more?: number;
}

/** Limits of the trace of one task. Unit of sizes: characters of JSON. */
const MAX_VALUE = 1000;
const MAX_RULES = 100;
const MAX_DECISIONS = 100;
const MAX_CHARACTERS = 16 * 1024;

/** Trace of a task, cut to the limits. */
export interface KeptTrace {
  readonly decisions: readonly DecidedDecision[];
  readonly more?: number;
  /** numbers of the matched rules of the requested decisions, at most 100 */
  readonly rules: Readonly<Record<string, readonly number[]>>;
}

/** Collects the trace of decisions up to the limits, however often tables are evaluated. Requested decisions are kept in any case, without a long value. */
export class TraceKeeper {
  readonly #asked: ReadonlySet<string>;
  readonly #decisions: DecidedDecision[] = [];
  readonly #rules = new Map<string, readonly number[]>();
  #room = MAX_CHARACTERS;
  #more = 0;
  #tables: KeptTable[] = [];
  #moreTables = 0;
  #numbers: number[] = [];

  constructor(asked: readonly string[]) {
    this.#asked = new Set(asked);
  }

  /** Records a table of the decision that {@link addDecision} records next. */
  addTable(table: DecidedTable): void {
    for (const { number } of table.rules) if (this.#numbers.length < MAX_RULES) this.#numbers.push(number);
    // without room left, the record of a frequently evaluated table is not built
    const kept = this.#room > 0 ? keptTable(table) : undefined;
    if (kept !== undefined && this.#takes(kept)) this.#tables.push(kept);
    else this.#moreTables += 1;
  }

  /** Records a decision with all tables since the previous one. */
  addDecision(key: string, name: string, value: Json): void {
    const isAsked = this.#asked.has(key);
    if (isAsked) this.#rules.set(key, this.#numbers);
    const tables = this.#tables;
    const more = this.#moreTables === 0 ? {} : { more: this.#moreTables };
    this.#tables = [];
    this.#moreTables = 0;
    this.#numbers = [];
    if (!isAsked && (this.#decisions.length >= MAX_DECISIONS || this.#room <= 0)) {
      this.#more += 1;
      return;
    }
    const named = name === key ? {} : { name: cutText(name, MAX_VALUE) };
    const known = isShort(value) && this.#takes(value) ? { value } : {};
    this.#room -= key.length;
    this.#decisions.push({ key, ...named, ...known, tables, ...more });
  }

  get kept(): KeptTrace {
    const more = this.#more === 0 ? {} : { more: this.#more };
    return { decisions: this.#decisions, ...more, rules: Object.fromEntries(this.#rules) };
  }

  #takes(part: unknown): boolean {
    const length = JSON.stringify(part).length;
    if (length > this.#room) return false;
    this.#room -= length;
    return true;
  }
}

function isShort(value: unknown): boolean {
  return JSON.stringify(value).length <= MAX_VALUE;
}

function keptTable({ inputs, rules }: DecidedTable): KeptTable {
  const more = rules.length > MAX_RULES ? { more: rules.length - MAX_RULES } : {};
  return {
    inputs: inputs.map(({ name, value }) => ({ name, ...(isShort(value) && { value }) })),
    rules: rules.slice(0, MAX_RULES).map(({ number, id, outputs }) => ({
      number,
      ...(id !== undefined && { id }),
      ...(isShort(outputs) && { outputs }),
    })),
    ...more,
  };
}

/** Result of an evaluation, or the reason of its failure. */
export type Made<Value = DecisionValue> = { readonly ok: true; readonly value: Value } | MadeNot;

/**
 * Input values of an evaluated table, and matched rules with their outputs. `cells`: of the first rules, true for a cell that holds, null if its
 * evaluation failed or was omitted; absent: not requested.
 */
export interface DecidedTable {
  readonly cells?: readonly (readonly (boolean | null)[])[];
  readonly inputs: readonly { readonly name: string; readonly value: Json }[];
  readonly rules: readonly { readonly number: number; readonly id?: string; readonly outputs: Variables }[];
}

/** `reason` is without the name of the decision; `code`, `limitMs`: see {@link Evaluation}. */
export type MadeNot = Pick<Extract<Evaluation, { ok: false }>, 'ok' | 'code' | 'reason' | 'limitMs'>;
