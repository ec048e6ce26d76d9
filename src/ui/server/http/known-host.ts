import type { RequestHandler } from 'express';
import type { HostCheck } from '../../../platform/host-check.ts';
import { sendPage } from '../page.ts';
import { sendProblem } from './answer.ts';
import { isSafeMethod } from './safe-method.ts';

/** Passes only requests for an allowed host, before the session and before all content. */
export function requireKnownHost(hosts: HostCheck): RequestHandler {
  return (request, response, next) => {
    const refusal = hosts(request);
    if (refusal === undefined) next();
    else if (!isSafeMethod(request.method) || request.path.toLowerCase().startsWith('/ui/api')) {
      sendProblem(response, refusal.code, refusal.detail);
    } else {
      sendPage(response, { code: refusal.code, title: 'Not this host', text: refusal.detail });
    }
  };
}
