/** `YYYY-MM-DDTHH:mm:ss.fff+00:00` (docs/contributing/spec/http.md#timestamp). A number is in ms since the epoch. Throws RangeError for an invalid time. */
export function formatTimestamp(time: Date | number): string {
  const text = (typeof time === 'number' ? new Date(time) : time).toISOString();
  return `${text.slice(0, -1)}+00:00`;
}
