import { patternsFor } from '../../requests/grants.ts';
import { needOf } from '../auth/endpoint-needs.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Middleware } from '../exchange.ts';
import { commonAnswers } from '../http-errors.ts';
import type { ApiPorts } from '../ports.ts';

/**
 * Lets only those on who have the right that an endpoint needs, before anything of the request is looked at and anything is looked for
 * (docs/spec/roles.md#no-oracle). Nobody knows who somebody without a token is: that is somebody without rights.
 */
export function requireRight(
  { method, pattern }: Pick<Endpoint, 'method' | 'pattern'>,
  { asksForRoles, log, metrics }: Pick<ApiPorts, 'asksForRoles' | 'log' | 'metrics'>,
): readonly Middleware[] {
  const endpoint = `${method} ${pattern}`;
  const need = needOf(endpoint);
  if (!asksForRoles || need === 'nothing') return [];
  return [
    (_request, response, next) => {
      const { principal, reply, target } = response.locals.exchange;
      const patterns = patternsFor(principal?.grants ?? [], need);
      if (patterns.length > 0) return next();
      metrics.requestForbidden(need);
      log.event('right-missing', {
        Endpoint: endpoint,
        Right: need,
        ...(principal?.actor !== undefined && { Actor: principal.actor }),
      });
      reply(commonAnswers.rightMissing(target.path, need));
    },
  ];
}
