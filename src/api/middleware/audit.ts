import { AuditedRequest, targetOfPath } from '../audit/audited-request.ts';
import { auditedActOf, type Guarded } from '../endpoint.ts';
import type { Middleware } from '../exchange.ts';
import type { ApiPorts } from '../ports.ts';

/** Notes the sender before any check, and records an error answer. [] if the action is not audited (docs/contributing/spec/audit.md). */
export function auditActs(endpoint: Guarded, { audit }: Pick<ApiPorts, 'audit'>): readonly Middleware[] {
  const act = audit === undefined ? undefined : auditedActOf(endpoint, audit.kinds);
  if (audit === undefined || act === undefined) return [];
  return [
    (request, response, next) => {
      const { exchange } = response.locals;
      const audited = new AuditedRequest(audit, act, request);
      const { reply, params } = exchange;
      exchange.audited = audited;
      const noted: typeof reply = (answer) => {
        audited.answered(answer, targetOfPath(endpoint.pattern, params), exchange.principal);
        reply(answer);
      };
      exchange.reply = noted;
      next();
    },
  ];
}
