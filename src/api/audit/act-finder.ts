import type { AuditTarget } from '../../messages/audit.ts';
import type { AuditKind } from '../../platform/config/config-security.ts';
import { auditedActOf } from '../endpoint.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { readPath } from '../paths.ts';
import { targetOfPath } from './audited-request.ts';

/** Finds the audited action of requests that are rejected before an endpoint handles them. Undefined: not audited. */
export function createActFinder(kinds: ReadonlySet<AuditKind>) {
  const acts = ENDPOINTS.flatMap((endpoint) => {
    const act = auditedActOf(endpoint, kinds);
    return act === undefined ? [] : [{ method: endpoint.method as string, pattern: endpoint.pattern, act }];
  });
  return (method: string, path: string): { readonly act: string; readonly target: AuditTarget | null } | undefined => {
    for (const known of acts) {
      const params = known.method === method ? readPath(known.pattern, path) : undefined;
      if (params !== undefined) return { act: known.act, target: targetOfPath(known.pattern, params) };
    }
    return undefined;
  };
}
