/** A term of `filters` as a list: empty when there is no value. */
export function filterTerm(name: string, operator: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`${name}${operator}${filterValue(value)}`];
}

/** Escapes a value of a filter (docs/contributing/spec/http/lists.md#escapes). */
export function filterValue(value: string): string {
  return value.replaceAll(/[\\,|*]/g, '\\$&');
}
