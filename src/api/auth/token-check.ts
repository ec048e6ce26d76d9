import type { KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { compactVerify } from 'jose';
import passport from 'passport';
import { Strategy } from 'passport-jwt';
import type { Issuer } from './issuer.ts';
import type { Claims } from './principal.ts';
import { ALGORITHMS, bearerToken, holdsClaims, readTokenHeader, type TokenFault, type TokenRefusal } from './token.ts';

/** Claims, or why the token is rejected. */
export type CheckedToken =
  | { readonly ok: true; readonly claims: Claims }
  | { readonly ok: false; readonly refusal: TokenRefusal };

export type TokenCheck = (request: IncomingMessage, response: ServerResponse) => Promise<CheckedToken>;

/** Tolerance between clocks (docs/contributing/spec/http/access.md#token-checks). */
const CLOCK_TOLERANCE_SECONDS = 60;
const STRATEGY = 'bearer';

/** `issuer`: owner of the key. */
interface FoundKey {
  readonly key: KeyObject;
  readonly issuer: string;
}

/**
 * The JWT strategy of Passport checks signature, `nbf`, `exp` and audience. Also checks that `exp` exists and that `iss` equals the issuer of the
 * discovery document. Looks up the key before, so that the check is synchronous and an exception fails only this request.
 */
export function createTokenCheck(issuer: Issuer, audience: string): TokenCheck {
  const authenticators = new passport.Passport();
  const keys = new WeakMap<object, FoundKey>();
  const strategy = new Strategy(
    {
      jwtFromRequest: tokenOf,
      // the types allow only texts, but key objects are passed on
      secretOrKeyProvider: (request, _token, done) => done(null, keys.get(request)?.key as never),
      algorithms: [...ALGORITHMS],
      audience,
      jsonWebTokenOptions: { clockTolerance: CLOCK_TOLERANCE_SECONDS },
      passReqToCallback: true,
    },
    (request: object, claims: Claims, done: (error: null, claims: Claims | false, fault?: TokenFault) => void) => {
      const fault = claimsFault(claims, keys.get(request)?.issuer);
      done(null, fault === undefined && claims, fault);
    },
  );
  authenticators.use(STRATEGY, strategy);
  return async (request, response) => {
    const found = await keyFor(issuer, tokenOf(request));
    if (typeof found === 'string') return { ok: false, refusal: found };
    keys.set(request, found);
    return new Promise((resolve, reject) => {
      const decide = (error: unknown, claims: Claims | false | undefined, info: unknown) => {
        if (error) reject(error);
        else if (claims) resolve({ ok: true, claims });
        else resolve({ ok: false, refusal: refusalOf(info) });
      };
      authenticators.authenticate(STRATEGY, { session: false }, decide)(request, response, reject);
    });
  };
}

/** Returns the bearer token, never '', which the strategy treats as a missing header. */
function tokenOf(request: IncomingMessage): string {
  return bearerToken(request) || 'no token';
}

/** The signing key, or why it was not found. */
async function keyFor(issuer: Issuer, token: string): Promise<FoundKey | TokenRefusal> {
  const header = readTokenHeader(token);
  if (typeof header === 'string') return header;
  if (!holdsClaims(token)) return 'The token is malformed';
  const found = await issuer.keysFor(header);
  if (found === undefined) return 'the issuer is not reachable';
  const [first, ...others] = found.keys;
  if (first !== undefined && others.length === 0) return { key: first, issuer: found.issuer };
  for (const key of found.keys) if (await isSignedWith(key, token)) return { key, issuer: found.issuer };
  return 'The signature is invalid';
}

async function isSignedWith(key: KeyObject, token: string): Promise<boolean> {
  try {
    await compactVerify(token, key, { algorithms: [...ALGORITHMS] });
    return true;
  } catch {
    return false;
  }
}

/** Claims that the strategy does not check. Undefined: valid. */
function claimsFault(claims: Claims, issuer: string | undefined): TokenFault | undefined {
  const own = (name: string) => (Object.hasOwn(claims, name) ? claims[name] : undefined);
  if (typeof own('exp') !== 'number') return 'The token is malformed';
  return own('iss') === issuer && issuer !== undefined ? undefined : 'The issuer is invalid';
}

/** A text of this module, or derived from an error of the strategy. */
function refusalOf(info: unknown): TokenRefusal {
  if (typeof info === 'string') return info as TokenRefusal;
  const { name, message } = info as Error;
  if (name === 'TokenExpiredError') return 'The token expired';
  if (name === 'NotBeforeError') return 'The token is not yet valid';
  if (message.startsWith('jwt audience invalid')) return 'The audience is invalid';
  const isMalformed = ['jwt malformed', 'invalid token', 'invalid nbf value', 'invalid exp value'].includes(message);
  return isMalformed || info instanceof SyntaxError ? 'The token is malformed' : 'The signature is invalid';
}
