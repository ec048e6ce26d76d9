import { enteredTime, fieldTimeIn } from '../../texts/numbers.ts';
import { texts } from '../../texts/texts.ts';

const words = texts.filters;

/** A filter of a list. `name`: address parameter with its value. The chip shows `label: value`. */
export interface ListFilter {
  readonly name: string;
  readonly label: string;
  /** default: a text. `time`: UTC in the address. `variables`: comparisons, one per line */
  readonly kind?: 'time' | 'variables';
  /** allowed values; absent: any */
  readonly choices?: readonly FilterChoice[];
  /** reads values that match a text */
  readonly suggest?: (text: string) => Promise<readonly string[]>;
}

interface FilterChoice {
  readonly value: string;
  readonly label: string;
}

/** A filter with the value that the user typed. */
export interface FilterEntry {
  readonly filter: ListFilter;
  readonly value: string;
}

/** A suggestion: a filter with a value, or only the name of a filter if `value` is absent. */
export interface FilterOption {
  readonly filter: ListFilter;
  readonly value?: string;
  readonly label: string;
  /** content of the field after the choice; default: the name of the filter */
  readonly text?: string;
}

const COMPARISON = /^([\p{L}_$][\p{L}\p{N}_$.-]*)\s*(==|!=|>=|<=|=|>|<)\s*(.*)$/u;

/** Reads a text such as `status: failed` or `customer = 42`. Returns undefined if it contains neither a filter name nor a complete comparison. */
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

/**
 * Returns the new value of the address parameter, or the reason why the text is invalid. `before`: its current value, to which a comparison
 * of variables is added.
 */
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
  if (filter.kind !== 'variables') return { value };
  const comparison = readComparison(value);
  if (comparison === undefined) return { fault: words.comparison };
  return { value: [...new Set([...before.split('\n'), comparison])].filter((line) => line !== '').join('\n') };
}

/** Converts `customer = 42` to the format of the address, `customer==42`. Returns undefined if the comparison is incomplete. */
export function readComparison(text: string): string | undefined {
  const { path, operator, value = '' } = partsOfComparison(text) ?? {};
  return value === '' ? undefined : `${path}${operator === '=' ? '==' : operator}${value}`;
}

/** Splits `customer = 42`. `value` is '' if absent. Returns undefined if there is no operator. */
export function partsOfComparison(text: string) {
  const [whole, path = '', operator = '', value = ''] = COMPARISON.exec(text.trim()) ?? [];
  return whole === undefined ? undefined : { path, operator, value: value.trim() };
}

/** Returns the text of a value for users: the label of a choice, or a time in the time zone of the user. */
export function shownValue(filter: ListFilter, value: string): string {
  const choice = filter.choices?.find((one) => one.value === value);
  if (choice !== undefined) return choice.label;
  const ms = filter.kind === 'time' ? Date.parse(`${value}Z`) : Number.NaN;
  return Number.isNaN(ms) ? value : fieldTimeIn(ms);
}

/** Converts `customer==42` to `customer = 42`. */
export function shownComparison(line: string): string {
  const [, path = line, operator = '', value = ''] = COMPARISON.exec(line) ?? [];
  return `${path} ${operator === '==' ? '=' : operator} ${value}`;
}

const HOUR_MS = 3_600_000;

/** Returns the suggestions for the typed text. `suggested`: values that `suggest` of its filter has returned. */
export function optionsFor(text: string, filters: readonly ListFilter[], suggested: readonly string[]): readonly FilterOption[] {
  const entry = readEntry(text, filters);
  if (entry === undefined) {
    const isComparison = filters.some(({ kind }) => kind === 'variables') && partsOfComparison(text) !== undefined;
    return isComparison ? comparisons(filters, suggested) : optionsOfText(text.trim(), filters, suggested);
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
  return suggested.map((one) => option(one, one));
}

/** Returns suggestions for the filter by variables. A suggestion that ends with a space has no value yet: the field gets it, so that the user can add one. */
function comparisons(filters: readonly ListFilter[], suggested: readonly string[]): readonly FilterOption[] {
  const filter = filters.find(({ kind }) => kind === 'variables');
  if (filter === undefined) return [];
  return suggested.map((line) =>
    line.endsWith(' ') ? { filter, label: `${line}…`, text: line } : { filter, value: line, label: line },
  );
}

function optionsOfText(text: string, filters: readonly ListFilter[], suggested: readonly string[]): readonly FilterOption[] {
  const wanted = text.toLowerCase();
  const names = filters
    .filter(({ label, kind }) => label.toLowerCase().includes(wanted) && !(kind === 'variables' && suggested.length > 0))
    .map((filter): FilterOption => ({ filter, label: filter.kind === 'variables' ? words.variableExample : `${filter.label}:` }));
  const known = [...names, ...comparisons(filters, suggested)];
  if (text === '') return known;
  const isText = ({ kind, choices }: ListFilter) => kind === undefined && choices === undefined;
  return [
    ...known,
    ...filters.filter(isText).map((filter): FilterOption => ({ filter, value: text, label: `${filter.label}: ${text}` })),
  ];
}
