import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { AuthorizationConfig } from '../../../platform/config-authorization.ts';
import type { SignInConfig } from '../../../platform/config-sign-in.ts';
import type { PendingSignIn, SessionUser } from './session.ts';
import { userFromClaims } from './user-from-claims.ts';

/** Where people prove who they are (docs/spec/sign-in.md#code-flow). Everything rejects when the provider cannot be reached or says no. */
export interface IdentityProvider {
  /** The address that asks, and what has to be kept until the answer. `base`: our own address as the browser sees it. */
  begin(base: string): Promise<{ readonly address: string; readonly pending: Omit<PendingSignIn, 'returnTo'> }>;
  /** Who it is, from the answer the browser brought to `/signin-oidc`. `queryText`: behind the question mark. */
  finish(base: string, queryText: string, pending: PendingSignIn): Promise<SessionUser>;
  /** The address that ends the provider's own session; undefined when it has none. */
  endAddress(base: string, user: SessionUser | undefined): Promise<string | undefined>;
  /** Where its pages stand, as far as that is known by now. */
  origins(): readonly string[];
}

const TIMEOUT_SECONDS = 10;

/**
 * Prepares the code flow with PKCE. The provider is asked what it offers when somebody first signs in, so that it may start later than we do,
 * and again with every answer: the library keeps keys for minutes, and forgets them together with what it knows of the provider.
 */
export function openIdentityProvider(config: SignInConfig, authorization?: AuthorizationConfig): IdentityProvider {
  let known: Configuration | undefined;
  const origins = new Set([new URL(config.authority).origin]);
  const discoverAgain = async () => {
    const provider = await discoverProvider(config);
    const end: unknown = provider.serverMetadata().end_session_endpoint;
    if (typeof end === 'string' && URL.canParse(end)) origins.add(new URL(end).origin);
    known = provider;
    return provider;
  };
  let running: Promise<Configuration> | undefined;
  // whoever comes while the provider is asked waits with the others: it may be slow, or away, and there may be many
  const discover = async () => {
    if (known !== undefined) return known;
    running ??= discoverAgain().finally(() => {
      running = undefined;
    });
    return running;
  };
  discover().catch(() => {}); // it may still be starting
  return {
    origins: () => [...origins],
    async begin(base) {
      const provider = await discover();
      const pending = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const address = buildAuthorizationUrl(provider, {
        redirect_uri: `${base}/signin-oidc`,
        scope: 'openid profile email',
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, pending };
    },
    async finish(base, queryText, { state, nonce, verifier }) {
      // without a code there is nothing to check: the library refuses it, and strangers cannot have the provider asked for nothing
      const provider = await (new URLSearchParams(queryText).has('code') ? discoverAgain() : discover());
      const tokens = await authorizationCodeGrant(provider, new URL(`${base}/signin-oidc?${queryText}`), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const idClaims = tokens.claims() as IDToken;
      const claims = { ...(await moreClaims(provider, tokens.access_token, idClaims.sub)), ...idClaims };
      return userFromClaims(claims, config, tokens.id_token ?? null, authorization);
    },
    async endAddress(base, user) {
      const provider = await discover();
      if (provider.serverMetadata().end_session_endpoint === undefined) return undefined;
      const hint = user?.idToken == null ? {} : { id_token_hint: user.idToken };
      return buildEndSessionUrl(provider, { post_logout_redirect_uri: `${base}/signout-callback-oidc`, ...hint }).href;
    },
  };
}

async function discoverProvider(config: SignInConfig): Promise<Configuration> {
  const { authority, clientId, clientSecret, requiresHttps } = config;
  // told so, the library checks who signed the id token; it trusts the connection alone otherwise
  const execute = [enableNonRepudiationChecks, ...(requiresHttps ? [] : [allowInsecureRequests])];
  const options = { timeout: TIMEOUT_SECONDS, execute };
  const issuer = new URL(authority);
  const first = await discovery(issuer, clientId, undefined, ClientSecretBasic(clientSecret), options);
  // what every provider knows comes first (RFC 8414: absent means `client_secret_basic`)
  const methods = first.serverMetadata().token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  if (methods.includes('client_secret_basic')) return first;
  return discovery(issuer, clientId, undefined, ClientSecretPost(clientSecret), options);
}

/** Many providers keep name and groups out of the id token. Without this endpoint, or when it says no, the id token has to do. */
async function moreClaims(provider: Configuration, accessToken: string, subject: string): Promise<Record<string, unknown>> {
  if (provider.serverMetadata().userinfo_endpoint === undefined) return {};
  try {
    return { ...(await fetchUserInfo(provider, accessToken, subject)) };
  } catch {
    return {};
  }
}
