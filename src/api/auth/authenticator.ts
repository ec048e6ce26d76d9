import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from '../../platform/answer.ts';
import type { OriginReader } from '../../platform/client-address.ts';
import type { AuthenticationConfig, AuthorizationConfig } from '../../platform/config/config-security.ts';
import type { Logger } from '../../platform/log.ts';
import { type IssuerOptions, openIssuer } from './issuer.ts';
import { type Principal, principalOf } from './principal.ts';
import { bearerToken, type TokenRefusal, unauthorized } from './token.ts';
import { createTokenCheck } from './token-check.ts';

/** `answer`: status 401. */
export type Identified = { readonly ok: true; readonly principal: Principal } | { readonly ok: false; readonly answer: Answer };

/** Checks tokens (docs/contributing/spec/http/errors.md#no-valid-token). */
export interface Authenticator {
  /** Starts to fetch the keys of the issuer. Does not wait or throw. */
  begin(): void;
  identify(request: IncomingMessage, response: ServerResponse): Promise<Identified>;
}

/** Bearer authentication (docs/contributing/spec/http/access.md#authentication). */
export function createAuthenticator(
  config: AuthenticationConfig,
  originOf: OriginReader,
  log: Logger,
  { authorization, ...options }: IssuerOptions & { readonly authorization?: AuthorizationConfig | undefined } = {},
): Authenticator {
  const issuer = openIssuer(config, log, options);
  const check = createTokenCheck(issuer, config.audience);

  function refuse(request: IncomingMessage, refusal: TokenRefusal): Identified {
    if (refusal !== 'no bearer token') {
      log.event('token-refused', { Reason: refusal, ClientAddress: originOf(request).address ?? 'unknown' });
    }
    return { ok: false, answer: unauthorized(refusal) };
  }
  return {
    begin: () => issuer.begin(),
    async identify(request, response) {
      if (bearerToken(request) === undefined) return refuse(request, 'no bearer token');
      const checked = await check(request, response);
      return checked.ok
        ? { ok: true, principal: principalOf(checked.claims, config, authorization) }
        : refuse(request, checked.refusal);
    },
  };
}
