import { type Request, type RequestHandler, Router } from 'express';
import { type Right, rightIsMissing } from '../../platform/access-roles.ts';
import type { AuthorizationConfig } from '../../platform/config-authorization.ts';
import { grantsOf, patternsFor } from '../../requests/grants.ts';
import { sendProblem } from './http/answer.ts';
import type { UiPorts } from './ports.ts';
import { userOf } from './sign-in/session.ts';
import { VIEW_NEEDS } from './view-needs.ts';

/** The key patterns for which somebody has a right; none: not at all. */
export type CallerRights = (right: Right) => readonly string[];

/** The rights of whoever sent a request; undefined: nobody asks for any. */
export type RightsReader = (request: Request) => Promise<CallerRights | undefined>;

/**
 * Rights follow from the session with the rules of today. `doesApiAskForRoles`: where these pages have no rules, nobody has rights beside an API that has some
 * (docs/spec/roles.md#pages-without-rules).
 */
export function createRightsReader(
  authorization: AuthorizationConfig | undefined,
  doesApiAskForRoles: () => Promise<boolean>,
): RightsReader {
  return async (request) => {
    if (authorization === undefined) return (await doesApiAskForRoles()) ? () => [] : undefined;
    const user = userOf(request);
    const grants = user === undefined ? [] : grantsOf(user.grantValues ?? [], authorization);
    return (right) => patternsFor(grants, right);
  };
}

/** Whether a request may go on; a refusal is counted and leaves a line. `place`: what was asked for, as a table names it. */
export async function mayPass(ports: UiPorts, request: Request, need: Right | 'nothing', place: string): Promise<boolean> {
  const rights = need === 'nothing' ? undefined : await ports.rightsOf(request);
  if (need === 'nothing' || rights === undefined || rights(need).length > 0) return true;
  const Actor = userOf(request)?.subject;
  ports.metrics.requestForbidden(need);
  ports.log.event('right-missing', { Endpoint: `ui ${place}`, Right: need, ...(Actor && { Actor }) });
  return false;
}

/**
 * Answers 403 to whoever lacks the right that a view needs, before anything of the request is looked at. A path without a declaration is for the admin alone. The
 * endpoints of the API below `/service` check for themselves; where these pages have no rules they cannot, and nobody gets there.
 */
export function requireRights(ports: UiPorts): Router {
  const routes = Router();
  for (const [view, need] of Object.entries(VIEW_NEEDS)) {
    const path = view.slice('GET '.length).replace(/\{(\w+)\}/g, ':$1');
    routes.get(path, requireRight(ports, need, view));
  }
  if (ports.hasRules) routes.use('/service', declared);
  routes.use((request, response, next) =>
    response.locals['isDeclared'] === true ? next() : requireRight(ports, 'administer', 'undeclared')(request, response, next),
  );
  return routes;
}

const declared: RequestHandler = (_request, response, next) => {
  response.locals['isDeclared'] = true;
  next();
};

function requireRight(ports: UiPorts, need: Right | 'nothing', place: string): RequestHandler {
  return async (request, response, next) => {
    if (await mayPass(ports, request, need, place)) declared(request, response, next);
    else sendProblem(response, 403, rightIsMissing(need as Right));
  };
}
