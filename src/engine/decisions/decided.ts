import type { DecisionMade } from '../model-decisions.ts';
import type { Json, Variables } from '../values.ts';
import type { DecidedTable } from './making.ts';

/**
 * What the end of an activity says of the decisions that it has made; absent: it made none, or journals of before 0.3. `decision`: the one of another deploy,
 * in short.
 */
export interface WithDecided {
  decision?: DecisionMade;
  decided?: Decided;
}

/** What a task has decided by, as the journal keeps it (docs/contributing/spec/decisions.md#what-was-decided). `keys`: the decisions that it asked for. */
export interface Decided {
  readonly keys: readonly string[];
  /** of the decisions asked for; absent: they were deployed with the process */
  readonly version?: number;
  /** in the order in which they were made */
  readonly decisions: readonly DecidedDecision[];
  /** decisions that are left out; absent: none */
  readonly more?: number;
}

/** `value` absent: it is too long to be kept. `name` absent: it is the key. `more`: tables that are left out. */
export interface DecidedDecision {
  readonly key: string;
  readonly name?: string;
  readonly value?: Json;
  readonly tables: readonly KeptTable[];
  readonly more?: number;
}

/** `value`, `outputs` absent: too long to be kept. `more`: rules that match too and are left out. */
export interface KeptTable {
  readonly inputs: readonly { readonly name: string; readonly value?: Json }[];
  readonly rules: readonly { readonly number: number; readonly id?: string; readonly outputs?: Variables }[];
  readonly more?: number;
}

/** What is kept of the decisions of one task; characters as JSON. */
const MAX_VALUE = 1000;
const MAX_RULES = 100;
const MAX_DECISIONS = 100;
const MAX_CHARACTERS = 16 * 1024;

/** What is kept of all that decisions of a task were decided by. */
export interface KeptTrace {
  readonly decisions: readonly DecidedDecision[];
  readonly more?: number;
  /** numbers of the rules that matched in the tables of the decisions asked for, at most 100 */
  readonly rules: Readonly<Record<string, readonly number[]>>;
}

/** Gathers what decisions are made by, and no more of it than is kept, however often tables are decided. */
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

  addTable(table: DecidedTable): void {
    for (const { number } of table.rules) if (this.#numbers.length < MAX_RULES) this.#numbers.push(number);
    // a table that is decided often is not even written down when there is no room
    const kept = this.#room > 0 ? keptTable(table) : undefined;
    if (kept !== undefined && this.#takes(kept)) this.#tables.push(kept);
    else this.#moreTables += 1;
  }

  /** A decision is made, by the tables since the one before. */
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
    const named = name === key ? {} : { name: name.slice(0, MAX_VALUE) };
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
