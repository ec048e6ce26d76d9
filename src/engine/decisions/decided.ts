import type { BasicType, DecisionExpression, DecisionMade, FixedValue } from '../model/model-decisions.ts';
import { cutText } from '../values/cut-text.ts';
import type { Evaluation, ExecutionInfo, VariableReader } from '../values/evaluation.ts';
import type { Json, Variables } from '../values.ts';

/** JSON, or a value of the language such as date, range or function. Read it with {@link DecisionLanguage}. */
export type DecisionValue = unknown;
export type DecisionValues = Readonly<Record<string, DecisionValue>>;

/** Includes types that DMN does not name. */
export type ValueKind = Exclude<BasicType, 'any'> | 'null' | 'list' | 'context' | 'function' | 'range';

/** Function that texts of decisions can call. */
export interface DecisionFunction {
  readonly parameters: readonly string[];
  /** @param given in order of the parameters */
  call(given: readonly DecisionValue[]): DecisionValue;
}

/** FEEL. Decisions use it only through this interface. Pure; throws only exceptions of a {@link DecisionFunction}. */
export interface DecisionLanguage {
  /** @param values override variables; `variables` absent: only `values` */
  evaluate(
    text: DecisionExpression,
    values: DecisionValues,
    variables: VariableReader | undefined,
    execution: ExecutionInfo,
  ): Made<DecisionValue>;
  kindOf(value: DecisionValue): ValueKind;
  isSame(a: DecisionValue, b: DecisionValue): boolean;
  fromJson(value: Json): DecisionValue;
  /** Parses an ISO date, time or duration; undefined if invalid. */
  read(text: string, type: BasicType): DecisionValue | undefined;
  /** Parses a date and time with offset to local time in UTC; undefined if invalid. */
  readInUtc(text: string): DecisionValue | undefined;
  toJson(value: DecisionValue): Made<Json>;
  /** Value in the form of constants of cells; undefined for other types. */
  plainOf(value: DecisionValue): FixedValue | undefined;
  /** Items of a list or a range of whole numbers; undefined for other values and too large ranges. */
  itemsOf(value: DecisionValue): readonly DecisionValue[] | undefined;
  /** Returns undefined if not a context. */
  membersOf(value: DecisionValue): DecisionValues | undefined;
  context(members: DecisionValues): DecisionValue;
  functionOf(made: DecisionFunction): DecisionValue;
  /** Returns undefined if the names do not match the parameters. */
  call(called: DecisionValue, given: DecisionValues): Made<DecisionValue> | undefined;
  /** Returns null if not defined for these values. */
  aggregate(aggregation: 'SUM' | 'MIN' | 'MAX', values: readonly DecisionValue[]): DecisionValue;
}

/** Decisions of a completed activity; absent: none, or an event history before 0.3. `decision`: if deployed separately. */
export interface WithDecided {
  decision?: DecisionMade;
  decided?: Decided;
}

/** Trace in the event history (docs/contributing/spec/decisions.md#what-was-decided). `keys`: requested decisions. */
export interface Decided {
  readonly keys: readonly string[];
  /** absent: deployed with the process */
  readonly version?: number;
  /** evaluation order */
  readonly decisions: readonly DecidedDecision[];
  readonly more?: number;
}

/** `value` absent: too long. `name` absent: the key. `more`: omitted tables. */
export interface DecidedDecision {
  readonly key: string;
  readonly name?: string;
  readonly value?: Json;
  readonly tables: readonly KeptTable[];
  readonly more?: number;
}

/** `value`, `outputs` absent: too long. `more`: omitted matched rules. */
export interface KeptTable {
  readonly inputs: readonly { readonly name: string; readonly value?: Json }[];
  readonly rules: readonly { readonly number: number; readonly id?: string; readonly outputs?: Variables }[];
  readonly more?: number;
}

/** Limits per task, in characters of JSON. */
const MAX_VALUE = 1000;
const MAX_RULES = 100;
const MAX_DECISIONS = 100;
const MAX_CHARACTERS = 16 * 1024;

/** Trace cut to the limits. */
export interface KeptTrace {
  readonly decisions: readonly DecidedDecision[];
  readonly more?: number;
  /** matched rules of the requested decisions, at most 100 */
  readonly rules: Readonly<Record<string, readonly number[]>>;
}

/** Limits the trace, however often tables are evaluated. Requested decisions are always kept, without a long value. */
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

  /** Records a table of the next {@link addDecision}. */
  addTable(table: DecidedTable): void {
    for (const { number } of table.rules) if (this.#numbers.length < MAX_RULES) this.#numbers.push(number);
    // without room, skip building the record of a frequent table
    const kept = this.#room > 0 ? keptTable(table) : undefined;
    if (kept !== undefined && this.#takes(kept)) this.#tables.push(kept);
    else this.#moreTables += 1;
  }

  /** Records it with all tables since the previous decision. */
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

/** Result, or the reason of a failure. */
export type Made<Value = DecisionValue> = { readonly ok: true; readonly value: Value } | MadeNot;

/** Input values of an evaluated table, and matched rules with outputs. `cells`: of the first rules; null: failed or omitted; absent: not requested. */
export interface DecidedTable {
  readonly cells?: readonly (readonly (boolean | null)[])[];
  readonly inputs: readonly { readonly name: string; readonly value: Json }[];
  readonly rules: readonly { readonly number: number; readonly id?: string; readonly outputs: Variables }[];
}

/** `reason`: without the decision; `code`, `limitMs`: see {@link Evaluation}. */
export type MadeNot = Pick<Extract<Evaluation, { ok: false }>, 'ok' | 'code' | 'reason' | 'limitMs'>;
