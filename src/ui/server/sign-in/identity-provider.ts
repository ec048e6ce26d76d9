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
import type { AuthorizationConfig, SignInConfig } from '../../../platform/config/config-security.ts';
import { grantValuesOf } from '../../../requests/grants.ts';
import { holdsUnstorableText, isBlank } from '../../../requests/request-texts.ts';
import type { PendingSignIn, SessionUser } from './session.ts';

type Claims = Readonly<Record<string, unknown>>;

/** See docs/contributing/spec/http/access.md#shown-name. Ignores inherited properties of `claims`. `authorization` undefined: no `grantValues`. */
export function userFromClaims(
  claims: Claims,
  { userIdClaim, groupsClaim }: Pick<SignInConfig, 'userIdClaim' | 'groupsClaim'>,
  idToken: string | null,
  authorization?: AuthorizationConfig | undefined,
): SessionUser {
  const subject = textClaim(claims, 'sub') ?? '';
  const name = textClaim(claims, 'preferred_username') ?? textClaim(claims, 'name') ?? subject;
  const grantValues = authorization && grantValuesOf(claims, authorization);
  const groups = groupsOf(claims, groupsClaim);
  return { name, subject, userId: textClaim(claims, userIdClaim) ?? null, groups, ...(grantValues && { grantValues }), idToken };
}

function textClaim(claims: Claims, name: string): string | undefined {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return typeof value === 'string' && !isBlank(value) && !holdsUnstorableText(value) ? value : undefined;
}

/** The claim is a list or a single text. Omits other values, and texts that Postgres cannot store. */
function groupsOf(claims: Claims, name: string): readonly string[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  return entries.filter((entry): entry is string => typeof entry === 'string' && !holdsUnstorableText(entry));
}

/** See docs/contributing/spec/http/access.md#code-flow. Methods reject if the provider is unreachable or returns an error. */
export interface IdentityProvider {
  /** Returns the address to redirect to, and the state to store until the browser returns. `base`: public URL of the pages. */
  begin(base: string): Promise<{ readonly address: string; readonly pending: Omit<PendingSignIn, 'returnTo'> }>;
  /** Exchanges the code for the user. `queryText`: query of the request to `/signin-oidc`. */
  finish(base: string, queryText: string, pending: PendingSignIn): Promise<SessionUser>;
  /** Returns undefined if the provider has no sign-out address. */
  endAddress(base: string, user: SessionUser | undefined): Promise<string | undefined>;
  /** Origins of the configured address and, after a discovery, of the sign-out address. */
  origins(): readonly string[];
}

const TIMEOUT_SECONDS = 10;

/**
 * Code flow with PKCE. Does not wait for the first discovery: the next sign-in repeats a failed one, so the provider can start later. Every code
 * needs a new discovery, because the library caches keys for minutes.
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
  // concurrent requests share a discovery, to protect a slow provider
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
      // the library refuses a request without code, so it needs no new discovery
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
  // enables the signature check of the id token; the default is to trust the connection
  const execute = [enableNonRepudiationChecks, ...(requiresHttps ? [] : [allowInsecureRequests])];
  const options = { timeout: TIMEOUT_SECONDS, execute };
  const issuer = new URL(authority);
  const first = await discovery(issuer, clientId, undefined, ClientSecretBasic(clientSecret), options);
  // prefers the method that every provider supports (RFC 8414: absent means `client_secret_basic`)
  const methods = first.serverMetadata().token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  if (methods.includes('client_secret_basic')) return first;
  return discovery(issuer, clientId, undefined, ClientSecretPost(clientSecret), options);
}

/** Many providers omit name and groups in the id token. Returns {} without this endpoint, or after an error. */
async function moreClaims(provider: Configuration, accessToken: string, subject: string): Promise<Record<string, unknown>> {
  if (provider.serverMetadata().userinfo_endpoint === undefined) return {};
  try {
    return { ...(await fetchUserInfo(provider, accessToken, subject)) };
  } catch {
    return {};
  }
}
