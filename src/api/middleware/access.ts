import { isWithin, limitsOf } from '../../platform/access-roles.ts';
import type { Answer } from '../../platform/answer.ts';
import { patternsFor } from '../../requests/grants.ts';
import type { Authenticator } from '../auth/authenticator.ts';
import { isProtectedPath } from '../auth/protected-paths.ts';
import { type Guarded, nameOf } from '../endpoint.ts';
import { MCP_PATH, metadataUrlOf } from '../endpoints/service/mcp.ts';
import type { ApiResponse, Exchange, Middleware } from '../exchange.ts';
import { parametersOf } from '../paths.ts';
import type { ApiPorts } from '../ports.ts';
import { ofKey, refuseRight } from '../right-missing.ts';

/**
 * Passes only requests with a valid token and the permission of their endpoint, before any other check or look-up
 * (docs/contributing/spec/roles.md#no-oracle). A caller without a token has no permissions. A check that is not configured is not there.
 */
export function requireAccess(
  endpoint: Guarded,
  ports: Pick<ApiPorts, 'authenticator' | 'mcp' | 'requiresRoles' | 'log' | 'metrics'>,
): readonly Middleware[] {
  const identify = identifierFor(endpoint.pattern, ports);
  const refusalOf = permissionCheckFor(endpoint, ports);
  if (identify === undefined && refusalOf === undefined) return [];
  return [
    async (request, response, next) => {
      const { exchange } = response.locals;
      const refusal = (await identify?.(request, response)) ?? refusalOf?.(exchange);
      if (refusal === undefined) next();
      else exchange.reply(refusal);
    },
  ];
}

/** Passes only requests with a valid token, where the path has no endpoint for the method. */
export function requireToken(pattern: string, ports: Pick<ApiPorts, 'authenticator' | 'mcp'>): readonly Middleware[] {
  const identify = identifierFor(pattern, ports);
  return identify === undefined ? [] : [passing(identify)];
}

/**
 * Requires a token also for unknown paths below the protected prefixes, so that callers without a token cannot find out which paths exist
 * (docs/contributing/spec/http/errors.md#protected-paths-first).
 */
export function requireTokenOnProtectedPaths(authenticator: Authenticator): Middleware {
  const required = passing(createIdentifier(authenticator));
  return (request, response, next) =>
    isProtectedPath(response.locals.exchange.path) ? required(request, response, next) : next();
}

/** Records the user of a request. Returns the answer if its token is not valid. */
type Identifier = (request: Parameters<Middleware>[0], response: ApiResponse) => Promise<Answer | undefined>;

function identifierFor(pattern: string, { authenticator, mcp }: Pick<ApiPorts, 'authenticator' | 'mcp'>): Identifier | undefined {
  if (authenticator === undefined || !isProtectedPath(pattern)) return undefined;
  return createIdentifier(authenticator, pattern === MCP_PATH && mcp !== undefined ? metadataUrlOf(mcp) : undefined);
}

/**
 * Makes the check of tokens (docs/contributing/spec/http/errors.md#no-valid-token). `metadataUrl`: document that names the token
 * issuer.
 */
function createIdentifier(authenticator: Authenticator, metadataUrl?: string): Identifier {
  return async (request, response) => {
    const identified = await authenticator.identify(request, response);
    if (!identified.ok) return metadataUrl === undefined ? identified.answer : sayingWhere(identified.answer, metadataUrl);
    response.locals.exchange.principal = identified.principal;
    return undefined;
  };
}

function passing(identify: Identifier): Middleware {
  return async (request, response, next) => {
    const refusal = await identify(request, response);
    if (refusal === undefined) next();
    else response.locals.exchange.reply(refusal);
  };
}

/** RFC 9728, 5.1. */
function sayingWhere(answer: Answer, metadataUrl: string): Answer {
  const [name, challenge, ...others] = answer.headers ?? [];
  if (name !== 'WWW-Authenticate' || challenge === undefined) return answer;
  const separator = challenge.includes(' ') ? ', ' : ' ';
  return { ...answer, headers: [name, `${challenge}${separator}resource_metadata="${metadataUrl}"`, ...others] };
}

/** Makes the check of permissions. It returns the answer if the caller has none, else it sets the limits of the request. */
function permissionCheckFor(
  endpoint: Guarded,
  { requiresRoles, log, metrics }: Pick<ApiPorts, 'requiresRoles' | 'log' | 'metrics'>,
): ((exchange: Exchange) => Answer | undefined) | undefined {
  const { permission } = endpoint;
  const name = nameOf(endpoint);
  if (requiresRoles !== true || permission === 'nothing') return undefined;
  const scopeOf = scopeOfKeys(endpoint);
  return (exchange) => {
    const { principal, params, path } = exchange;
    const patterns = patternsFor(principal?.grants ?? [], permission);
    const scope = patterns.length === 0 ? undefined : scopeOf(patterns, params);
    if (patterns.length === 0 || scope !== undefined)
      return refuseRight({ log, metrics }, { endpoint: name, right: permission, path, principal, scope });
    exchange.limits = limitsOf(patterns);
    return undefined;
  };
}

/** The parts of the request that the key patterns do not cover, as text; undefined: none. */
function scopeOfKeys(endpoint: Guarded) {
  const at = parametersOf(endpoint.pattern).indexOf('key');
  return (patterns: readonly string[], params: readonly string[]): string | undefined => {
    const limits = limitsOf(patterns);
    if (limits === undefined) return undefined;
    if (endpoint.keepsKeys !== true) return 'for all process keys';
    const key = params[at];
    return key === undefined || isWithin(limits, key) ? undefined : ofKey(nameOf(endpoint), key);
  };
}
