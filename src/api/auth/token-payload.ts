/** A byte order mark is not JSON either (RFC 8259, 8.1). */
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Whether the payload of a token is a JSON object in UTF-8 (RFC 7519, 7.2). An issuer may sign anything, also `null`, and later
 * code reads members of it.
 */
export function holdsClaims(token: string): boolean {
  const [, payload = ''] = token.split('.');
  try {
    const value: unknown = JSON.parse(UTF_8.decode(Buffer.from(payload, 'base64url')));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
