import { decodeProtectedHeader } from 'jose';
import type { TokenFault } from './token-refusal.ts';

/** The families RS, PS and ES: keys that only the issuer can sign with (docs/contributing/spec/http/access.md#token-checks). */
export const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'] as const;

/** The parts of a token's header that select the key. */
export interface TokenHeader {
  readonly alg: (typeof ALGORITHMS)[number];
  readonly kid?: string;
}

/** A key that comes with the token proves nothing, and no extension is understood here. */
const REFUSED_MEMBERS = ['jwk', 'x5c', 'crit'];

/** The header of a token, or why it is rejected before a key look-up. Links to keys (`jku`, `x5u`) are never followed. */
export function readTokenHeader(token: string): TokenHeader | TokenFault {
  if (token.split('.').length !== 3) return 'The token is malformed';
  let header: Readonly<Record<string, unknown>>;
  try {
    header = decodeProtectedHeader(token) as Readonly<Record<string, unknown>>;
  } catch {
    return 'The token is malformed';
  }
  const { alg, kid } = header;
  if (typeof alg !== 'string' || (kid !== undefined && typeof kid !== 'string')) return 'The token is malformed';
  const known = ALGORITHMS.find((name) => name === alg);
  if (known === undefined || REFUSED_MEMBERS.some((name) => Object.hasOwn(header, name))) return 'The signature is invalid';
  return { alg: known, ...(kid !== undefined && { kid }) };
}
