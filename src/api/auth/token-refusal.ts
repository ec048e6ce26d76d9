import type { Answer } from '../answer.ts';

/** Why a token is not accepted: the `error_description` of contract 7.2. */
export type TokenFault =
  | 'The token is malformed'
  | 'The signature is invalid'
  | 'The issuer is invalid'
  | 'The audience is invalid'
  | 'The token expired'
  | 'The token is not yet valid';

/** Why a request is not let in. */
export type Refusal = TokenFault | 'no bearer token' | 'the issuer is not reachable';

/** Row 5 of contract 1.6: an empty body, and the header of contract 7.2, which follows RFC 6750. */
export function unauthorized(refusal: Refusal): Answer {
  const challenge = challengeOf(refusal);
  return { status: 401, body: '', ...(challenge !== undefined && { headers: ['WWW-Authenticate', challenge] }) };
}

/** No header says: it is not known whether the token is good. */
function challengeOf(refusal: Refusal): string | undefined {
  switch (refusal) {
    case 'the issuer is not reachable':
      return undefined;
    case 'no bearer token':
      return 'Bearer';
    default:
      return `Bearer error="invalid_token", error_description="${refusal}"`;
  }
}
