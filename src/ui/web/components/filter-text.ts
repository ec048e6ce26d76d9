/** One condition of a list filter. A condition with an empty value is omitted. */
export type FilterPart = readonly [name: string, operator: string, value: string];

/** A filter of the API (docs/contributing/spec/http/lists.md#filters), with the marks of its grammar escaped in the values. */
export function filterText(parts: readonly FilterPart[]): string {
  return parts
    .filter(([, , value]) => value.trim() !== '')
    .map(([name, operator, value]) => `${name}${operator}${escaped(value.trim())}`)
    .join(',');
}

/** The word `null` would search rows without a value. */
function escaped(value: string): string {
  return value.toLowerCase() === 'null' ? `\\${value}` : value.replaceAll(/[\\,|*]/g, '\\$&');
}

/** Returns the time for a filter of the API. `value`: of a time field in UTC, with or without seconds; '' remains ''. */
export function timeOf(value: string): string {
  return value === '' ? '' : `${value.length === 16 ? `${value}:00` : value}Z`;
}

/** Returns the value of a time field in UTC, to the minute. `ms`: since epoch. */
export function fieldTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16);
}
