/** Value of rows without a value: the text `null` would be escaped. */
export const WITHOUT_VALUE = '\0';

/** An empty value omits the condition. */
export type FilterPart = readonly [name: string, operator: string, value: string];

/** Filter of the API (docs/contributing/spec/http/lists.md#filters), with escaped values. */
export function filterText(parts: readonly FilterPart[]): string {
  return parts
    .filter(([, , value]) => value.trim() !== '')
    .map(([name, operator, value]) => `${name}${operator}${escaped(value.trim())}`)
    .join(',');
}

/** Number of conditions of a {@link filterText}. */
export function conditionsIn(filters: string): number {
  if (filters === '') return 0;
  return (filters.match(/\\.|,/gs) ?? []).filter((found) => found === ',').length + 1;
}

function escaped(value: string): string {
  if (value === WITHOUT_VALUE) return 'null';
  return value.toLowerCase() === 'null' ? `\\${value}` : value.replaceAll(/[\\,|*]/g, '\\$&');
}

/** Texts of an address parameter that is a JSON array; [] if it is not. */
export function textsOf(value: string): readonly string[] {
  try {
    const texts: unknown = JSON.parse(value);
    return Array.isArray(texts) ? texts.filter((text) => typeof text === 'string') : [];
  } catch {
    return [];
  }
}

/** Address parameter for {@link textsOf}; '' for no text. */
export function textsValue(texts: readonly string[]): string {
  return texts.length === 0 ? '' : JSON.stringify([...new Set(texts)]);
}

/** Time for a filter of the API. `value`: of a time field in UTC, with or without seconds; '' remains ''. */
export function timeOf(value: string): string {
  return value === '' ? '' : `${value.length === 16 ? `${value}:00` : value}Z`;
}

/** Value of a time field in UTC, to the minute. `ms`: since epoch. */
export function fieldTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16);
}
