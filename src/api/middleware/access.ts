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
 * Valid token and permission of the endpoint, before any other check or look-up (docs/contributing/spec/roles.md#no-oracle). Without token no
 * permissions. [] if neither tokens nor roles are required.
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

/** Middleware for a path without endpoint for the method. [] if tokens are not required. */
export function requireToken(pattern: string, ports: Pick<ApiPorts, 'authenticator' | 'mcp'>): readonly Middleware[] {
  const identify = identifierFor(pattern, ports);
  return identify === undefined ? [] : [passing(identify)];
}

/**
 * Requires a token also for unknown paths, so that callers without token cannot find out which exist
 * (docs/contributing/spec/http/errors.md#protected-paths-first).
 */
export function requireTokenOnProtectedPaths(authenticator: Authenticator): Middleware {
  const required = passing(createIdentifier(authenticator));
  return (request, response, next) =>
    isProtectedPath(response.locals.exchange.path) ? required(request, response, next) : next();
}

/** Stores the user in the exchange. Undefined, or the answer 401. */
type Identifier = (request: Parameters<Middleware>[0], response: ApiResponse) => Promise<Answer | undefined>;

function identifierFor(pattern: string, { authenticator, mcp }: Pick<ApiPorts, 'authenticator' | 'mcp'>): Identifier | undefined {
  if (authenticator === undefined || !isProtectedPath(pattern)) return undefined;
  return createIdentifier(authenticator, pattern === MCP_PATH && mcp !== undefined ? metadataUrlOf(mcp) : undefined);
}

/** See docs/contributing/spec/http/errors.md#no-valid-token. `metadataUrl`: added to 401; its document names the token issuer. */
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

/** Adds the metadata URL to `WWW-Authenticate` (RFC 9728, 5.1). */
function sayingWhere(answer: Answer, metadataUrl: string): Answer {
  const [name, challenge, ...others] = answer.headers ?? [];
  if (name !== 'WWW-Authenticate' || challenge === undefined) return answer;
  const separator = challenge.includes(' ') ? ', ' : ' ';
  return { ...answer, headers: [name, `${challenge}${separator}resource_metadata="${metadataUrl}"`, ...others] };
}

/** Returns 403, or sets the key limits of the request. */
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
    exchange.seenKeys = limitsOf(patternsFor(principal?.grants ?? [], 'see'));
    return undefined;
  };
}

/** Returns, as text, the process keys without permission; undefined: the patterns cover the request. */
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
