import type { IncomingMessage } from 'node:http';
import { decodeProtectedHeader } from 'jose';
import { type Answer, errorCodeHeader } from '../../platform/answer.ts';
import type { ErrorCode } from '../../platform/error-codes.ts';

/** Token of `Authorization: Bearer <token>`; may be ''. Undefined: no header, or another scheme (RFC 6750, 2.1). */
export function bearerToken(request: IncomingMessage): string | undefined {
  const [scheme = '', ...token] = (request.headers.authorization ?? '').split(' ');
  return scheme.toLowerCase() === 'bearer' ? token.join(' ').trim() : undefined;
}

/** The `error_description` of 401 (docs/contributing/spec/http/access.md#unauthorized). */
export type TokenFault =
  | 'The token is malformed'
  | 'The signature is invalid'
  | 'The issuer is invalid'
  | 'The audience is invalid'
  | 'The token expired'
  | 'The token is not yet valid';

/** Reasons for 401. */
export type TokenRefusal = TokenFault | 'no bearer token' | 'the issuer is not reachable';

const CODES: Readonly<Partial<Record<TokenRefusal, ErrorCode>>> = {
  'no bearer token': 'missing-token',
  'the issuer is not reachable': 'issuer-unavailable',
};

/** 401 with an empty body and the headers of RFC 6750 (docs/contributing/spec/http/access.md#unauthorized). */
export function unauthorized(refusal: TokenRefusal): Answer {
  const challenge = challengeOf(refusal);
  const headers = errorCodeHeader(CODES[refusal] ?? 'invalid-token');
  return { status: 401, body: '', headers: challenge === undefined ? headers : ['WWW-Authenticate', challenge, ...headers] };
}

/** `WWW-Authenticate`. Undefined: the token could not be checked, so the client must not treat it as invalid. */
function challengeOf(refusal: TokenRefusal): string | undefined {
  switch (refusal) {
    case 'the issuer is not reachable':
      return undefined;
    case 'no bearer token':
      return 'Bearer';
    default:
      return `Bearer error="invalid_token", error_description="${refusal}"`;
  }
}

/** RS, PS and ES: only the issuer has the private key (docs/contributing/spec/http/access.md#token-checks). */
export const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'] as const;

/** They select the key. */
export interface TokenHeader {
  readonly alg: (typeof ALGORITHMS)[number];
  readonly kid?: string;
}

/** Reject a token: a key in the token proves nothing, and extensions (`crit`) are not supported. */
const REFUSED_MEMBERS = ['jwk', 'x5c', 'crit'];

/** Ignores links to keys (`jku`, `x5u`). */
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

/** Keeps a byte order mark, so that `JSON.parse` rejects it (RFC 8259, 8.1). */
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The payload is a JSON object in UTF-8 (RFC 7519, 7.2). An issuer can sign any text, also `null`, but later code reads members. */
export function holdsClaims(token: string): boolean {
  const [, payload = ''] = token.split('.');
  try {
    const value: unknown = JSON.parse(UTF_8.decode(Buffer.from(payload, 'base64url')));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
