/** A statement that the server prepares once per connection. Each name has one text. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/**
 * SQL of the clock in statements that change rows. A distributed database rejects volatile functions in them, and evaluates this one on one server
 * (docs/contributing/architecture.md#shards).
 */
export const NOW = 'statement_timestamp()';

/** The clock as a row, for `case` and `coalesce`: there a distributed database rejects every function of the time. */
export const CLOCK = `(select ${NOW} as now) as clock`;

/** A time in some seconds, in SQL. `seconds` may contain columns: the sum of a time and an interval may not, because it depends on the time zone. */
export const inSeconds = (seconds: string) => `to_timestamp(extract(epoch from ${NOW})::float8 + ${seconds})`;
