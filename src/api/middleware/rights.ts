import { isWithin, limitsOf } from '../../platform/key-patterns.ts';
import { patternsFor } from '../../requests/grants.ts';
import { keepsWithinKeys, needOf } from '../auth/endpoint-needs.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Middleware } from '../exchange.ts';
import { parametersOf } from '../paths.ts';
import type { ApiPorts } from '../ports.ts';
import { ofKey, refuseRight } from '../right-missing.ts';

/**
 * Passes only callers with the permission of an endpoint, before any other check or look-up (docs/contributing/spec/roles.md#no-oracle). A
 * caller without a token has no permissions.
 */
export function requireRight(
  { method, pattern }: Pick<Endpoint, 'method' | 'pattern'>,
  { requiresRoles, log, metrics }: Pick<ApiPorts, 'requiresRoles' | 'log' | 'metrics'>,
): readonly Middleware[] {
  const endpoint = `${method} ${pattern}`;
  const need = needOf(endpoint);
  if (requiresRoles !== true || need === 'nothing') return [];
  const scopeOf = scopeOfKeys(endpoint, parametersOf(pattern).indexOf('key'));
  return [
    (_request, response, next) => {
      const { exchange } = response.locals;
      const { principal, params, target } = exchange;
      const patterns = patternsFor(principal?.grants ?? [], need);
      const scope = patterns.length === 0 ? undefined : scopeOf(patterns, params);
      if (patterns.length === 0 || scope !== undefined) {
        return exchange.reply(refuseRight({ log, metrics }, { endpoint, right: need, path: target.path, principal, scope }));
      }
      exchange.limits = limitsOf(patterns);
      next();
    },
  ];
}

/** The parts of the request that the key patterns do not cover, as text; undefined: none. `at`: index of the process key in the path, or -1. */
function scopeOfKeys(endpoint: string, at: number) {
  return (patterns: readonly string[], params: readonly string[]): string | undefined => {
    const limits = limitsOf(patterns);
    if (limits === undefined) return undefined;
    if (!keepsWithinKeys(endpoint)) return 'for all process keys';
    const key = params[at];
    return key === undefined || isWithin(limits, key) ? undefined : ofKey(endpoint, key);
  };
}
