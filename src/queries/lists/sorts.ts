import { type RawBuilder, sql } from 'kysely';
import { accepted, type ParsedText, refused, repeated } from '../../requests/request-texts.ts';
import { trimSpaces } from './filter-grammar.ts';
import { allowedNames, fieldNamed, tooManyTerms } from './list-filters.ts';

const MAX_TERMS = 20;

/** A text column must have the collation "C", which sorts by code point (docs/contributing/spec/http/lists.md#sorts). */
export interface SortField {
  readonly name: string;
  readonly expression: RawBuilder<unknown>;
  /** rows may have no value; they are last in both directions */
  readonly hasNull?: boolean;
  /** error messages do not list the name (docs/contributing/spec/http/lists.md#later-names) */
  readonly isLater?: boolean;
}

export interface SortTerm {
  readonly field: SortField;
  readonly isDescending: boolean;
}

/** `fallback` if the text has no terms. The error is that of the first invalid term from the left (docs/contributing/spec/http/lists.md#query-errors). */
export function parseSorts(
  text: string | undefined,
  fields: readonly SortField[],
  fallback: readonly SortTerm[],
): ParsedText<readonly SortTerm[]> {
  const terms = new Map<SortField, SortTerm>();
  let count = 0;
  for (const written of (text ?? '').split(',').map(trimSpaces)) {
    if (written === '') continue;
    if (++count > MAX_TERMS) return refused(`${tooManyTerms('sorts').detail} ${allowedNames(fields)}`);
    const isDescending = written.startsWith('-');
    const name = isDescending ? trimSpaces(written.slice(1)) : written;
    const field = fieldNamed(fields, name);
    if (field === undefined) return refused(`Unknown sort name '${repeated(name)}'. ${allowedNames(fields)}`);
    if (!terms.has(field)) terms.set(field, { field, isDescending });
  }
  return accepted(terms.size === 0 ? fallback : [...terms.values()]);
}

/** The unique tie-break prevents repeated or missing rows between pages (docs/contributing/spec/http/lists.md#tie-break). */
export function orderOf(sorts: readonly SortTerm[], tieBreak: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const criteria = sorts.map(({ field, isDescending }) => {
    const direction = isDescending ? sql`desc` : sql`asc`;
    // without "nulls last" for columns that always have a value, so that their index gives the order
    return field.hasNull === true ? sql`${field.expression} ${direction} nulls last` : sql`${field.expression} ${direction}`;
  });
  return sql.join([...criteria, ...tieBreak]);
}
