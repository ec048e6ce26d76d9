import { isWithin, limitsOf } from '../../platform/access-roles.ts';
import { patternsFor } from '../../requests/grants.ts';
import { type Endpoint, nameOf } from '../endpoint.ts';
import type { Middleware } from '../exchange.ts';
import { parametersOf } from '../paths.ts';
import type { ApiPorts } from '../ports.ts';
import { ofKey, refuseRight } from '../right-missing.ts';

/**
 * Passes only callers with the permission of an endpoint, before any other check or look-up (docs/contributing/spec/roles.md#no-oracle). A
 * caller without a token has no permissions.
 */
export function requireRight(
  endpoint: Endpoint,
  { requiresRoles, log, metrics }: Pick<ApiPorts, 'requiresRoles' | 'log' | 'metrics'>,
): readonly Middleware[] {
  const { permission } = endpoint;
  const name = nameOf(endpoint);
  if (requiresRoles !== true || permission === 'nothing') return [];
  const scopeOf = scopeOfKeys(endpoint);
  return [
    (_request, response, next) => {
      const { exchange } = response.locals;
      const { principal, params, path } = exchange;
      const patterns = patternsFor(principal?.grants ?? [], permission);
      const scope = patterns.length === 0 ? undefined : scopeOf(patterns, params);
      if (patterns.length === 0 || scope !== undefined) {
        return exchange.reply(refuseRight({ log, metrics }, { endpoint: name, right: permission, path, principal, scope }));
      }
      exchange.limits = limitsOf(patterns);
      next();
    },
  ];
}

/** The parts of the request that the key patterns do not cover, as text; undefined: none. */
function scopeOfKeys(endpoint: Endpoint) {
  const at = parametersOf(endpoint.pattern).indexOf('key');
  return (patterns: readonly string[], params: readonly string[]): string | undefined => {
    const limits = limitsOf(patterns);
    if (limits === undefined) return undefined;
    if (endpoint.keepsKeys !== true) return 'for all process keys';
    const key = params[at];
    return key === undefined || isWithin(limits, key) ? undefined : ofKey(nameOf(endpoint), key);
  };
}
