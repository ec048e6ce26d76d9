/** A mark of the order of bytes is no JSON either (RFC 8259, 8.1). */
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Whether what a token says is a set of claims: a JSON object in UTF-8 (RFC 7519, 7.2). An issuer may sign anything, also `null`, and
 * what comes after this reads members of it.
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
