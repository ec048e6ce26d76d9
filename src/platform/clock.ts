/**
 * A time as the service prints it: `YYYY-MM-DDTHH:mm:ss.fff+00:00` (docs/contributing/spec/http.md#timestamp).
 * Takes a Date or milliseconds since the epoch; an invalid time throws RangeError.
 */
export function formatTimestamp(time: Date | number): string {
  const text = (typeof time === 'number' ? new Date(time) : time).toISOString();
  return `${text.slice(0, -1)}+00:00`;
}
