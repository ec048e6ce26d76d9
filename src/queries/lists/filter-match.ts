import type { FilterOperator } from './filter-operators.ts';
import type { FilterValue } from './filter-values.ts';
import type { FilterTerm } from './list-filters.ts';

/** A state or GUID is a text; a time is in seconds since the epoch; null: no value. */
export type RowValue = string | number | boolean | null;

/** Compares as filter-sql.ts does in the database (docs/contributing/spec/http/lists.md#filters). */
export function matchesAll(terms: readonly FilterTerm[], valueOfName: (name: string) => RowValue): boolean {
  return terms.every(({ operator, alternatives }) =>
    alternatives.some(({ field, values }) => values.some((value) => matches(valueOfName(field.name), operator, value))),
  );
}

/** A row without a value matches only the filter value `null`, also no negated comparison. */
function matches(row: RowValue, operator: FilterOperator, wanted: FilterValue | null): boolean {
  if (wanted === null) return operator.isNegated ? row !== null : row === null;
  if (row === null) return false;
  if (wanted.type === 'text') return textMatches(String(row), wanted.value, operator);
  const value = wanted.type === 'integer' ? Number(wanted.value) : wanted.value;
  switch (operator.comparison) {
    case '>':
      return row > value;
    case '<':
      return row < value;
    case '>=':
      return row >= value;
    case '<=':
      return row <= value;
    default:
      return (row === value) !== operator.isNegated;
  }
}

function textMatches(row: string, wanted: string, { comparison, ignoresCase, isNegated }: FilterOperator): boolean {
  const left = ignoresCase ? row.toLowerCase() : row;
  const right = ignoresCase ? wanted.toLowerCase() : wanted;
  switch (comparison) {
    case 'contains':
      return left.includes(right) !== isNegated;
    case 'startsWith':
      return left.startsWith(right) !== isNegated;
    case 'endsWith':
      return left.endsWith(right) !== isNegated;
    default:
      return (left === right) !== isNegated;
  }
}
