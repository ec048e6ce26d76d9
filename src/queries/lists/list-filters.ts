import type { RawBuilder, SqlBool } from 'kysely';
import { accepted, type ParsedText, refused, repeated } from '../../requests/request-texts.ts';
import { readTerms, type WrittenTerm, type WrittenValue } from './filter-grammar.ts';
import { type FilterOperator, type FilterType, isUsable } from './filter-operators.ts';
import { type FilterValue, readFilterValue } from './filter-values.ts';

const MAX_TERMS = 20;
const NULL_WORD = /^null$/i;
const ESCAPED_NULL_WORD = /^\\null$/i;

/** `hasNull`: rows may have no value, and the filter value `null` matches them (docs/contributing/spec/http/lists.md#null-in-filters). */
export interface FilterField {
  readonly name: string;
  readonly type: FilterType;
  readonly expression: RawBuilder<unknown>;
  readonly hasNull?: boolean;
  /** error messages do not list the name, because their texts were fixed before it was added (docs/contributing/spec/http/lists.md#later-names) */
  readonly isLater?: boolean;
  /** variable whose condition is a list of instances */
  readonly isRead?: boolean;
  /** custom comparison; `expression` is then the first column of its index */
  readonly condition?: (operator: FilterOperator, value: FilterValue) => RawBuilder<SqlBool>;
}

/** Resolves names outside of the fixed list. Undefined: unknown; a text: why the name cannot be used. */
export type ResolveName = (name: string) => FilterField | string | undefined;

/** Term of a filter. The value null matches rows without a value. */
export interface FilterTerm {
  readonly operator: FilterOperator;
  /** one of the values of one of the fields must match */
  readonly alternatives: readonly { readonly field: FilterField; readonly values: readonly (FilterValue | null)[] }[];
}

/** All terms must match (docs/contributing/spec/http/lists.md#filters). The error is that of the first invalid term from the left. */
export function parseFilters(
  text: string | undefined,
  fields: readonly FilterField[],
  others: ResolveName = () => undefined,
): ParsedText<readonly FilterTerm[]> {
  const terms: FilterTerm[] = [];
  for (const written of readTerms(text ?? '')) {
    const term = terms.length === MAX_TERMS ? tooManyTerms('filters') : checkTerm(written, fields, others);
    if (!term.ok) return refused(`${term.detail} ${allowedNames(fields)}`);
    terms.push(term.value);
  }
  return accepted(terms);
}

/** Error for a list with more than 20 terms, without the allowed names. */
export function tooManyTerms(list: 'filters' | 'sorts'): { readonly ok: false; readonly detail: string } {
  return refused(`Too many terms in ${list}. At most ${MAX_TERMS} are allowed.`);
}

/** Sentence at the end of every error of a term (docs/contributing/spec/http/lists.md#query-errors). */
export function allowedNames(fields: readonly { readonly name: string; readonly isLater?: boolean }[]): string {
  const named = fields.filter(({ isLater }) => isLater !== true);
  return `Allowed names: ${named.map((field) => field.name).join(', ')}.`;
}

/** Finds a field, ignoring case. */
export function fieldNamed<F extends { readonly name: string }>(fields: readonly F[], name: string): F | undefined {
  const wanted = name.toLowerCase();
  return fields.find((field) => field.name.toLowerCase() === wanted);
}

function checkTerm(written: WrittenTerm, fields: readonly FilterField[], others: ResolveName): ParsedText<FilterTerm> {
  if (!written.isWellFormed) return malformed(written);
  const { names, operator, values } = written;
  const found: FilterField[] = [];
  for (const name of names) {
    const field = fieldNamed(fields, name) ?? others(name);
    if (typeof field === 'string') return refused(field);
    if (field === undefined) return refused(`Unknown filter name '${repeated(name)}'.`);
    found.push(field);
  }
  const unfit = found.find((field) => !isUsable(operator, field.type));
  if (unfit !== undefined) return refused(`Operator '${operator.text}' cannot be used with '${unfit.name}'.`);
  if (found.some((field) => field.type !== 'text') && values.some((value) => value.text === '')) return malformed(written);
  const alternatives: { field: FilterField; values: (FilterValue | null)[] }[] = [];
  for (const field of found) {
    const read = readValues(values, field, operator);
    if (!read.ok) return read;
    alternatives.push({ field, values: read.value });
  }
  return accepted({ operator, alternatives });
}

function readValues(
  values: readonly WrittenValue[],
  field: FilterField,
  operator: FilterOperator,
): ParsedText<(FilterValue | null)[]> {
  const canBeNull = field.hasNull === true && (operator.text === '==' || operator.text === '!=');
  const read: (FilterValue | null)[] = [];
  for (const { raw, text } of values) {
    if (canBeNull && NULL_WORD.test(raw)) {
      read.push(null);
      continue;
    }
    const value = readFilterValue(canBeNull && ESCAPED_NULL_WORD.test(raw) ? raw.slice(1) : text, field.type);
    if (value === undefined) return refused(`Value '${repeated(text)}' is not valid for '${field.name}'.`);
    read.push(value);
  }
  return accepted(read);
}

function malformed(term: WrittenTerm): { readonly ok: false; readonly detail: string } {
  return refused(`Malformed filter term '${repeated(term.text)}'.`);
}
