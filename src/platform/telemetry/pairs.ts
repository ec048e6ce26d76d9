/** Format of `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_RESOURCE_ATTRIBUTES`: comma-separated `name=value` with percent-encoded values. Skips invalid pairs. */
export function readPairs(text: string | undefined): Readonly<Record<string, string>> {
  const pairs: [name: string, value: string][] = [];
  for (const pair of (text ?? '').split(',')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, at)).trim();
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(name)) pairs.push([name, decoded(pair.slice(at + 1).trim())]);
  }
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
