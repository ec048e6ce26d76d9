/** A term of `filters` as part of a list of terms: none when there is no value. */
export function filterTerm(name: string, operator: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`${name}${operator}${filterValue(value)}`];
}

/** A value of a filter that stands for itself (docs/spec/http/lists.md#escapes). */
export function filterValue(value: string): string {
  return value.replaceAll(/[\\,|*]/g, '\\$&');
}
