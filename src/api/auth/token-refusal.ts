import type { Answer } from '../../platform/answer.ts';

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

/** An empty body, and a header that follows RFC 6750 (docs/contributing/spec/http/access.md#unauthorized). */
export function unauthorized(refusal: TokenRefusal): Answer {
  const challenge = challengeOf(refusal);
  return { status: 401, body: '', ...(challenge !== undefined && { headers: ['WWW-Authenticate', challenge] }) };
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
