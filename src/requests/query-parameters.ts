/** Query parameters by lower-case name; of a repeated one the first counts (docs/contributing/spec/http.md#query-names). */
export type QueryParameters = ReadonlyMap<string, string>;

const NONE: QueryParameters = new Map();

/** Reads the part of a request target behind the question mark. Bytes that are not UTF-8 become U+FFFD; nothing is refused here. */
export function readQueryParameters(queryText: string): QueryParameters {
  if (queryText === '') return NONE;
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(queryText)) {
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, value);
  }
  return parameters;
}

/** The value of a parameter; an empty one counts as absent. `name` in lower case. */
export function parameterOf(parameters: QueryParameters, name: string): string | undefined {
  const value = parameters.get(name);
  return value === '' ? undefined : value;
}
