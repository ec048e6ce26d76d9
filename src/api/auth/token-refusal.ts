import { type Answer, errorCodeHeader } from '../../platform/answer.ts';
import type { ErrorCode } from '../../platform/error-codes.ts';

/** Why a token is not accepted: the `error_description` of the 401 (docs/contributing/spec/http/access.md#unauthorized). */
export type TokenFault =
  | 'The token is malformed'
  | 'The signature is invalid'
  | 'The issuer is invalid'
  | 'The audience is invalid'
  | 'The token expired'
  | 'The token is not yet valid';

/** Why a request is refused. */
export type TokenRefusal = TokenFault | 'no bearer token' | 'the issuer is not reachable';

const CODES: Readonly<Partial<Record<TokenRefusal, ErrorCode>>> = {
  'no bearer token': 'missing-token',
  'the issuer is not reachable': 'issuer-unavailable',
};

/** An empty body, and a header that follows RFC 6750 (docs/contributing/spec/http/access.md#unauthorized). */
export function unauthorized(refusal: TokenRefusal): Answer {
  const challenge = challengeOf(refusal);
  const headers = errorCodeHeader(CODES[refusal] ?? 'invalid-token');
  return { status: 401, body: '', headers: challenge === undefined ? headers : ['WWW-Authenticate', challenge, ...headers] };
}

/** Without this header the client does not know whether its token is valid. */
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
