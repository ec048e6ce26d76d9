import type { Answer } from '../../platform/answer.ts';
import type { IndexedVariable } from '../../platform/config/setting-types.ts';
import { unindexedVariable, type VariableTerm } from '../../queries/variable-terms.ts';
import { holdsUnstorableText, repeated, storableTime } from '../../requests/request-texts.ts';
import type { RequestVariables } from '../body/members.ts';
import { variablesFault } from '../body/variables.ts';
import type { Camunda7Call } from './endpoint.ts';
import { invalid } from './errors.ts';
import { readVariables } from './values.ts';

/** Rows to skip, and most rows. */
export interface Window {
  readonly skipped: number;
  readonly most: number;
}

/** `sortBy` undefined: default of the list. */
export interface Order {
  readonly sortBy: string | undefined;
  readonly isDescending: boolean;
}

/** Processes of compared indexed variables; `keys` undefined: all. */
export interface ComparedProcesses {
  readonly indexed: readonly IndexedVariable[];
  readonly keys: readonly string[] | undefined;
}

const OPERATORS: ReadonlyMap<string, VariableTerm['operator']> = new Map([
  ['eq', 'eq'],
  ['neq', 'neqOfType'],
  ['gt', 'gt'],
  ['gteq', 'gte'],
  ['lt', 'lt'],
  ['lteq', 'lte'],
  ['like', 'like'],
]);
const MOST_COMPARISONS = 20;

/** Limit of one answer. */
const MOST_ITEMS = 10_000;

/**
 * Reads fields one by one and keeps the first fault. Absent, null and faulty fields are undefined or empty. Read `refusal` last: it also refuses a
 * field that was not read, because ignoring it could change the result.
 */
export class Fields {
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #text: string;
  readonly #at: string;
  readonly #read = new Set<string>();
  readonly #inners: Fields[] = [];
  #fault: string | undefined;

  /** `text`: body, in which number literals are checked. `at`: path of the members in it, for errors. */
  constructor(members: Readonly<Record<string, unknown>>, text = '', at = '') {
    this.#members = members;
    this.#text = text;
    this.#at = at;
    if (at === '' && holdsUnstorableText(members)) this.fail('The request contains a character that cannot be stored.');
  }

  static ofBody({ body }: Camunda7Call): Fields {
    return new Fields(body.members, body.text);
  }

  /** Parameters of the query; of a POST also fields of the body. */
  static ofQuery({ queryText, body }: Camunda7Call): Fields {
    return new Fields({ ...body.members, ...Object.fromEntries(new URLSearchParams(queryText)) }, body.text);
  }

  /** The first fault counts. */
  fail(fault: string): void {
    this.#fault ??= fault;
  }

  text(name: string): string | undefined {
    const value = this.#take(name);
    if (value === undefined || typeof value === 'string') return value || undefined;
    this.fail(`${this.#at}${name} must be a text.`);
    return undefined;
  }

  /** Empty only with a fault. */
  requiredText(name: string): string {
    const value = this.text(name) ?? '';
    if (value.trim() === '') this.fail(`${this.#at}${name} is required.`);
    return value;
  }

  /** A whole number, possibly as text. */
  whole(name: string, least: number, most: number): number | undefined {
    const given = this.#take(name);
    if (given === undefined) return undefined;
    const value = typeof given === 'string' && /^-?\d+$/.test(given) ? Number(given) : given;
    if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) return value as number;
    this.fail(`${this.#at}${name} must be a whole number from ${least} to ${most}.`);
    return undefined;
  }

  /** `least` with a fault. */
  requiredWhole(name: string, least: number, most: number): number {
    const value = this.whole(name, least, most);
    if (value === undefined) this.fail(`${this.#at}${name} is required.`);
    return value ?? least;
  }

  flag(name: string): boolean | undefined {
    const value = this.#take(name);
    if (value === undefined || typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
    this.fail(`${this.#at}${name} must be true or false.`);
    return undefined;
  }

  date(name: string): Date | undefined {
    const text = this.text(name)?.replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
    const date = text === undefined ? undefined : storableTime(text.replace(' ', '+'));
    if (text !== undefined && date === undefined) this.fail(`${name} must be a date such as 2015-10-06T16:34:42.000+0200.`);
    return date;
  }

  /** A list, or a text with commas. */
  texts(name: string): readonly string[] | undefined {
    const value = this.#take(name);
    if (value === undefined) return undefined;
    if (typeof value === 'string') return value.split(',').map((part) => part.trim());
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    this.fail(`${this.#at}${name} must be a list of texts.`);
    return undefined;
  }

  /** A text field and a list field. With both, the texts that match both. Undefined: both absent. */
  oneOrMany(name: string, list = `${name}In`): readonly string[] | undefined {
    const one = this.text(name);
    const many = this.texts(list);
    if (one === undefined) return many;
    return many === undefined || many.includes(one) ? [one] : [];
  }

  /** Variables with types. */
  variables(name = 'variables'): RequestVariables {
    const value = this.#take(name);
    if (value === undefined) return {};
    if (typeof value !== 'object' || Array.isArray(value)) {
      this.fail(`${this.#at}${name} must be an object.`);
      return {};
    }
    const read = readVariables(value as Record<string, unknown>);
    const found = read.ok ? variablesFault(read.value, name, this.#text) : read.detail;
    if (found !== undefined) this.fail(found);
    return read.ok ? read.value : {};
  }

  /** JSON texts by name, without objects and lists. */
  jsonTexts(name: string): Readonly<Record<string, string>> | undefined {
    const value = this.#take(name);
    if (value === undefined) return undefined;
    const members = typeof value === 'object' && !Array.isArray(value) ? Object.entries(value as object) : undefined;
    if (members === undefined || members.some(([, one]) => typeof one === 'object' && one !== null))
      this.fail(`${this.#at}${name} must be an object of texts, numbers, true, false and null.`);
    if (members === undefined || members.length === 0) return undefined;
    return Object.fromEntries(members.map(([one, content]) => [one, JSON.stringify(content)]));
  }

  /** `refusal` includes the faults of their fields. */
  objects(name: string): readonly Fields[] {
    const value = this.#take(name);
    if (value === undefined) return [];
    if (!Array.isArray(value) || value.some((item) => typeof item !== 'object' || item === null)) {
      this.fail(`${this.#at}${name} must be a list of objects.`);
      return [];
    }
    const inners = value.map((item, index) => new Fields(item, this.#text, `${this.#at}${name}[${index}].`));
    this.#inners.push(...inners);
    return inners;
  }

  /** Objects with name, operator and value, or in a query texts such as `amount_gteq_5`, whose values are texts. */
  comparisons(name: string, { indexed, keys = [] }: ComparedProcesses): readonly VariableTerm[] {
    const given = this.#take(name);
    const inners = typeof given === 'string' ? given.split(',').map(comparisonOf) : this.objects(name);
    if (inners.length > MOST_COMPARISONS) this.fail(`${name} must have at most ${MOST_COMPARISONS} entries.`);
    return inners.flatMap((inner) => {
      if (inner === undefined) {
        this.fail(`${name} must have the form name_operator_value, with commas between several.`);
        return [];
      }
      const path = inner.requiredText('name');
      const word = inner.requiredText('operator');
      const operator = OPERATORS.get(word);
      const value = inner.#take('value');
      if (operator === undefined) this.fail(`${name}: operator '${repeated(word)}' is not supported by Sluice.`);
      const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
      if (!isScalar) this.fail(`${name}: value must be a text, a number, true or false.`);
      if (operator === 'like' && typeof value !== 'string') this.fail(`${name}: like needs a text as value.`);
      const fault = path === '' ? undefined : unindexedVariable(indexed, path, keys);
      if (fault !== undefined) this.fail(fault);
      return operator !== undefined && isScalar ? [{ path, operator, values: [value] }] : [];
    });
  }

  /** Accepts any value. */
  ignore(...names: readonly string[]): void {
    for (const name of names) this.#read.add(name);
  }

  /** Default and maximum: the first 10,000 rows. */
  window(): Window {
    const skipped = this.whole('firstResult', 0, Number.MAX_SAFE_INTEGER) ?? 0;
    return { skipped, most: this.whole('maxResults', 0, MOST_ITEMS) ?? MOST_ITEMS };
  }

  /** `names`: allowed for `sortBy`. */
  order(names: readonly string[]): Order {
    const [inner, second] = this.objects('sorting');
    if (second !== undefined) this.fail('sorting: only one entry is supported by Sluice.');
    const source = inner ?? this;
    const name = source.text('sortBy');
    const direction = source.text('sortOrder');
    if ((name === undefined) !== (direction === undefined))
      this.fail('Only a single sorting parameter specified. sortBy and sortOrder required');
    if (name === undefined) return { sortBy: undefined, isDescending: false };
    if (!names.includes(name)) this.fail(`sortBy '${repeated(name)}' is not supported by Sluice.`);
    if (direction !== 'asc' && direction !== 'desc') this.fail("sortOrder must be 'asc' or 'desc'.");
    return { sortBy: name, isDescending: direction === 'desc' };
  }

  /** Error answer for a faulty field, or one that was not read and is neither empty nor false. */
  get refusal(): Answer | undefined {
    const found = this.#firstFault();
    return found === undefined ? undefined : invalid(found);
  }

  #firstFault(): string | undefined {
    const unread = Object.keys(this.#members).find((name) => !this.#read.has(name) && !isEmpty(this.#members[name]));
    if (unread !== undefined) this.fail(`${this.#at}${repeated(unread)} is not supported by Sluice.`);
    for (const inner of this.#inners) this.#fault ??= inner.#firstFault();
    return this.#fault;
  }

  #take(name: string): unknown {
    this.#read.add(name);
    const value = Object.hasOwn(this.#members, name) ? this.#members[name] : undefined;
    return value === null ? undefined : value;
  }
}

/** Fields of a comparison in a query. Undefined: another form. */
function comparisonOf(text: string): Fields | undefined {
  const [, name, operator, value] = /^([^_]+)_([a-zA-Z]+)_(.*)$/.exec(text) ?? [];
  return name === undefined ? undefined : new Fields({ name, operator, value });
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === undefined || value === '' || value === false;
}
