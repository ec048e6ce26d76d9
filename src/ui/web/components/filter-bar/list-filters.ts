import { enteredTime, fieldTimeIn } from '../../texts/numbers.ts';
import { texts } from '../../texts/texts.ts';
import { textsOf, textsValue } from '../filter-text.ts';

const words = texts.filters;

/** Limit of the API (docs/contributing/spec/http/lists.md#query-errors). */
export const MOST_FILTERS = 20;

/** `name`: address parameter. The chip shows `label: value`. */
export interface ListFilter {
  readonly name: string;
  readonly label: string;
  /** default: text. `time`: UTC in the address. `variables`: comparisons, one per line. `texts`: several, as JSON array */
  readonly kind?: 'time' | 'variables' | 'texts';
  /** absent: any value */
  readonly choices?: readonly FilterChoice[];
  /** returns values that match a text */
  readonly suggest?: (text: string) => Promise<readonly string[]>;
  /** further value that the suggestions depend on */
  readonly suggestsFor?: string;
  /** shown text by value, for values that are ids */
  readonly names?: ReadonlyMap<string, string> | undefined;
  /** a text without a name is first suggested for this filter */
  readonly isForBareText?: boolean;
  /** a text without a name is also completed to values from `suggest` of this filter */
  readonly completesBareText?: boolean;
}

interface FilterChoice {
  readonly value: string;
  readonly label: string;
}

export interface FilterEntry {
  readonly filter: ListFilter;
  readonly value: string;
}

/** `value` absent: only the name of the filter. */
export interface FilterOption {
  readonly filter: ListFilter;
  readonly value?: string;
  readonly label: string;
  /** text of the field after the choice; default: name of the filter */
  readonly text?: string;
}

const COMPARISON = /^([\p{L}_$][\p{L}\p{N}_$.-]*)\s*(==|!=|>=|<=|=|>|<)\s*(.*)$/u;

/** Reads a text such as `status: failed` or `customer = 42`. Undefined without filter name or complete comparison. */
export function readEntry(text: string, filters: readonly ListFilter[]): FilterEntry | undefined {
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(0, colon)).trim().toLowerCase();
  const filter = filters.find((one) => name !== '' && [one.label.toLowerCase(), one.name.toLowerCase()].includes(name));
  if (filter !== undefined) return { filter, value: text.slice(colon + 1).trim() };
  const variables = filters.find(({ kind }) => kind === 'variables');
  const [, path = '', operator = '', value = ''] = COMPARISON.exec(text.trim()) ?? [];
  if (variables === undefined || value === '') return undefined;
  return { filter: variables, value: `${path}${operator}${value}` };
}

/** Address parameter, or why the text is invalid. `before`: its current value, to which comparisons of variables are added. */
export function addressValue(
  { filter, value }: FilterEntry,
  before: string,
): { readonly value?: string; readonly fault?: string } {
  if (value === '') return { fault: words.empty(filter.label) };
  if (filter.choices !== undefined) {
    const wanted = value.toLowerCase();
    const found = filter.choices.find((choice) => [choice.label.toLowerCase(), choice.value.toLowerCase()].includes(wanted));
    return found === undefined
      ? { fault: words.oneOf(filter.choices.map(({ label }) => label).join(', ')) }
      : { value: found.value };
  }
  if (filter.kind === 'time') {
    const time = enteredTime(value);
    return time === undefined ? { fault: words.time } : { value: time };
  }
  if (filter.kind === 'texts') return { value: textsValue([...textsOf(before), value]) };
  if (filter.names !== undefined) return { value: idOfName(filter.names, value) };
  if (filter.kind !== 'variables') return { value };
  const comparison = readComparison(value);
  if (comparison === undefined) return { fault: words.comparison };
  return { value: [...new Set([...before.split('\n'), comparison])].filter((line) => line !== '').join('\n') };
}

/** The entered text if no value has this name. */
function idOfName(names: ReadonlyMap<string, string>, entered: string): string {
  const wanted = entered.toLowerCase();
  return names.has(entered) ? entered : ([...names].find(([, name]) => name.toLowerCase() === wanted)?.[0] ?? entered);
}

/** Converts `customer = 42` to `customer==42` for the address. Undefined: incomplete. */
export function readComparison(text: string): string | undefined {
  const { path, operator, value = '' } = partsOfComparison(text) ?? {};
  return value === '' ? undefined : `${path}${operator === '=' ? '==' : operator}${value}`;
}

/** Splits `customer = 42`. `value` is '' if absent. Undefined without operator. */
export function partsOfComparison(text: string) {
  const [whole, path = '', operator = '', value = ''] = COMPARISON.exec(text.trim()) ?? [];
  return whole === undefined ? undefined : { path, operator, value: value.trim() };
}

/** Text for users: label of a choice, name of an id, or time in the chosen zone. */
export function shownValue(filter: ListFilter, value: string): string {
  const choice = filter.choices?.find((one) => one.value === value);
  if (choice !== undefined) return choice.label;
  const name = filter.names?.get(value);
  if (name !== undefined) return name;
  const ms = filter.kind === 'time' ? Date.parse(`${value}Z`) : Number.NaN;
  return Number.isNaN(ms) ? value : fieldTimeIn(ms);
}

/** Converts `customer==42` to `customer = 42`. */
export function shownComparison(line: string): string {
  const [, path = line, operator = '', value = ''] = COMPARISON.exec(line) ?? [];
  return `${path} ${operator === '==' ? '=' : operator} ${value}`;
}

const HOUR_MS = 3_600_000;
/** Suggested names. */
const MOST_NAMES = 20;

/** `suggested`: values from `suggest` of the filter. `completed`: the same of the filters that complete a text without a name. */
export function optionsFor(
  text: string,
  filters: readonly ListFilter[],
  suggested: readonly string[],
  completed: readonly FilterEntry[] = [],
): readonly FilterOption[] {
  const entry = readEntry(text, filters);
  if (entry === undefined) {
    const isComparison = filters.some(({ kind }) => kind === 'variables') && partsOfComparison(text) !== undefined;
    return isComparison ? comparisons(filters, suggested) : optionsOfText(text.trim(), filters, suggested, completed);
  }
  const { filter, value } = entry;
  const option = (to: string, shown: string): FilterOption => ({ filter, value: to, label: `${filter.label}: ${shown}` });
  if (filter.kind === 'variables') return comparisons(filters, suggested);
  if (filter.kind === 'time' && value === '') {
    return ([1, 24, 168] as const).map((hours) => option(fieldTimeIn(Date.now() - hours * HOUR_MS), words.ago[hours]));
  }
  const wanted = value.toLowerCase();
  const choices = filter.choices?.filter(({ label }) => label.toLowerCase().includes(wanted));
  if (choices !== undefined) return choices.map((choice) => option(choice.value, choice.label));
  if (filter.names !== undefined) {
    const found = [...filter.names].filter(([id, name]) => id.includes(value) || name.toLowerCase().includes(wanted));
    return found.slice(0, MOST_NAMES).map(([id, name]) => option(id, name));
  }
  return suggested.map((one) => option(one, one));
}

/** Variables. A suggestion that ends with a space has no value yet: the user adds it in the field. */
function comparisons(filters: readonly ListFilter[], suggested: readonly string[]): readonly FilterOption[] {
  const filter = filters.find(({ kind }) => kind === 'variables');
  if (filter === undefined) return [];
  return suggested.map((line) =>
    line.endsWith(' ') ? { filter, label: `${line}…`, text: line } : { filter, value: line, label: line },
  );
}

/** A value of a choice comes first: `failed` is a state rather than a part of a business id. */
function optionsOfText(
  text: string,
  filters: readonly ListFilter[],
  suggested: readonly string[],
  completed: readonly FilterEntry[],
): readonly FilterOption[] {
  const wanted = text.toLowerCase();
  const names = filters
    .filter(({ label, kind }) => label.toLowerCase().includes(wanted) && !(kind === 'variables' && suggested.length > 0))
    .map((filter): FilterOption => ({ filter, label: filter.kind === 'variables' ? words.variableExample : `${filter.label}:` }));
  const known = [...names, ...comparisons(filters, suggested)];
  if (text === '') return known;
  const option = (filter: ListFilter, value: string, label: string): FilterOption => ({
    filter,
    value,
    label: `${filter.label}: ${label}`,
  });
  const choices = filters.flatMap((filter) =>
    (filter.choices ?? [])
      .filter(({ label }) => label.toLowerCase().startsWith(wanted))
      .map(({ value, label }) => option(filter, value, label)),
  );
  const isText = ({ kind, choices: all }: ListFilter) => kind === undefined && all === undefined;
  const texts = [...filters.filter(isText)].sort((a, b) => Number(b.isForBareText === true) - Number(a.isForBareText === true));
  const given = texts.map((filter) => option(filter, text, text));
  const further = completed.map(({ filter, value }) => option(filter, value, value));
  return [
    ...choices,
    ...known,
    ...given.slice(0, 1),
    ...further,
    ...given.slice(1).filter(({ label }) => !labelsOf(further).has(label)),
  ];
}

const labelsOf = (options: readonly FilterOption[]) => new Set(options.map(({ label }) => label));

/** The suggestion whose name of a variable is the whole text. */
export function optionOfVariable(
  text: string,
  filters: readonly ListFilter[],
  suggested: readonly string[],
): FilterOption | undefined {
  const wanted = `${text.trim().toLowerCase()} = `;
  return comparisons(filters, suggested).find((option) => option.text?.toLowerCase() === wanted);
}

/** Filter that Enter adds for a text without a name: a whole value of a choice, otherwise the first text filter. */
export function optionOfBareText(text: string, filters: readonly ListFilter[]): FilterOption | undefined {
  const wanted = text.trim().toLowerCase();
  const isWhole = ({ filter: { choices }, value }: FilterOption) =>
    choices?.find((choice) => choice.value === value)?.label.toLowerCase() === wanted;
  return optionsFor(text, filters, []).find(
    (option) => option.value !== undefined && (option.filter.choices === undefined || isWhole(option)),
  );
}
