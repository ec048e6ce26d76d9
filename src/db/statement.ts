/** Statement prepared once per connection. Each name has one text. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * Current time in statements that change rows, where a distributed database rejects volatile functions. It evaluates this one on one server
 * (docs/contributing/architecture.md#shards).
 */
export const NOW = 'statement_timestamp()';

/** Current time in the column `now`, for `case` and `coalesce`, where a distributed database rejects every time function. */
export const CLOCK = `(select ${NOW} as now) as clock`;

/** `seconds` may contain columns, which a distributed database does not allow in the sum of a time and an interval, because that depends on the time zone. */
export const inSeconds = (seconds: string) => `to_timestamp(extract(epoch from ${NOW})::float8 + ${seconds})`;
