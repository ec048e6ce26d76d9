import { type Request, type RequestHandler, Router } from 'express';
import { isWithin, type KeyLimits, limitsOf, type Right, rightIsMissing } from '../../platform/access-roles.ts';
import type { AuthorizationConfig } from '../../platform/config/config-security.ts';
import { grantsOf, patternsFor } from '../../requests/grants.ts';
import { repeated } from '../../requests/request-texts.ts';
import { RequestRefusal, sendProblem } from './http/answer.ts';
import type { RightsReader, UiPorts } from './ports.ts';
import { userOf } from './sign-in/session.ts';

/** See docs/contributing/spec/roles.md#views. A test compares it with the docs and the routes. */
export const VIEW_NEEDS: Readonly<Record<string, Right | 'nothing'>> = {
  'GET /session': 'nothing',
  'GET /workflows': 'see',
  'GET /workflows/versions': 'see',
  'GET /workflows/next-version': 'see',
  'GET /workflows/xml': 'see',
  'GET /workflows/start-form': 'see',
  'GET /workflows/read-variables': 'see',
  'GET /workflows/names': 'see',
  'GET /workflows/elements': 'see',
  'GET /decisions': 'see',
  'GET /decisions/versions': 'see',
  'GET /decisions/uses': 'see',
  'GET /workflows/statistics': 'see',
  'GET /instances': 'see',
  'GET /instances/{instanceId}': 'see',
  'GET /instances/{instanceId}/waiting': 'see',
  'GET /instances/{instanceId}/journal': 'see',
  'GET /instances/{instanceId}/journal/file': 'see',
  'GET /user-tasks': 'see-tasks',
  'GET /events': 'see',
  'GET /dashboard': 'see',
  'GET /home': 'see',
  'GET /timers': 'see',
  'GET /batches/now': 'see',
  'GET /batches/failed-again': 'see',
  'GET /task-types': 'see-tasks',
  'GET /task-types/tasks': 'see-tasks',
  'GET /search': 'see',
  'GET /variables': 'see',
  'GET /variables/values': 'see',
  'GET /variables/names': 'see',
  'GET /variables/matches': 'see',
  'GET /variables/known': 'see',
  // filters its events by permissions
  'GET /live': 'nothing',
};

/** Routes that return only data of permitted process keys. Others need the permission for all keys. */
export const LIMITED_VIEWS: ReadonlySet<string> = new Set([
  'GET /workflows',
  'GET /workflows/versions',
  'GET /workflows/next-version',
  'GET /workflows/xml',
  'GET /workflows/start-form',
  'GET /workflows/read-variables',
  'GET /workflows/names',
  'GET /workflows/elements',
  'GET /decisions',
  'GET /decisions/versions',
  'GET /decisions/uses',
  'GET /workflows/statistics',
  'GET /instances',
  'GET /instances/{instanceId}',
  'GET /instances/{instanceId}/waiting',
  'GET /instances/{instanceId}/journal',
  'GET /instances/{instanceId}/journal/file',
  'GET /user-tasks',
  'GET /events',
  'GET /home',
  'GET /timers',
  'GET /batches/now',
  'GET /batches/failed-again',
  'GET /task-types',
  'GET /task-types/tasks',
  'GET /search',
  'GET /variables',
  'GET /variables/values',
  'GET /variables/names',
  'GET /variables/matches',
  'GET /variables/known',
]);

/**
 * Undefined permissions: neither the pages nor the API have rules. If only the API has rules, no user has permissions
 * (docs/contributing/spec/roles.md#pages-without-rules).
 */
export function createRightsReader(
  authorization: AuthorizationConfig | undefined,
  doesApiRequireRoles: () => Promise<boolean>,
): RightsReader {
  return async (request) => {
    if (authorization === undefined) return (await doesApiRequireRoles()) ? () => [] : undefined;
    const user = userOf(request);
    const grants = user === undefined ? [] : grantsOf(user.grantValues ?? [], authorization);
    return (right) => patternsFor(grants, right);
  };
}

/** `place`: name in the docs. `isForAllKeys`: the permission must cover all process keys. */
interface Needed {
  readonly need: Right | 'nothing';
  readonly place: string;
  readonly isForAllKeys: boolean;
}

/** Returns undefined if permitted. Counts and logs a refusal. Stores the limits of the checked permission for {@link limitsOfUser}. */
export async function refusalOfRight(
  ports: Pick<UiPorts, 'rightsOf' | 'metrics' | 'log'>,
  request: Request,
  { need, place, isForAllKeys }: Needed,
): Promise<string | undefined> {
  const rights = need === 'nothing' ? undefined : await ports.rightsOf(request);
  if (need === 'nothing' || rights === undefined) return undefined;
  const limits = limitsOf(rights(need));
  if (limits === undefined || (limits.length > 0 && !isForAllKeys)) {
    Object.assign(request, { [LIMITS]: { limits, need } satisfies NotedLimits });
    return undefined;
  }
  const Actor = userOf(request)?.subject;
  ports.metrics.requestForbidden(need);
  ports.log.event('right-missing', { Endpoint: `ui ${place}`, Right: need, ...(Actor && { Actor }) });
  return rightIsMissing(need, limits.length > 0 ? 'for all process keys' : undefined);
}

const LIMITS = Symbol('limits');

interface NotedLimits {
  readonly limits: KeyLimits;
  readonly need: Right;
}

/** The process keys that {@link refusalOfRight} has stored. Undefined: all keys, also if no permission was checked. */
export function limitsOfUser(request: Request): KeyLimits {
  return (request as { readonly [LIMITS]?: NotedLimits })[LIMITS]?.limits;
}

/** Throws RequestRefusal if the permission of the user does not cover the process key. */
export function requireKey(request: Request, key: string): void {
  const noted = (request as { readonly [LIMITS]?: NotedLimits })[LIMITS];
  if (noted === undefined || isWithin(noted.limits, key)) return;
  throw new RequestRefusal('missing-permission', rightIsMissing(noted.need, `for the process '${repeated(key)}'`));
}

/**
 * Answers 403 before the parameters are checked. A path that is not in VIEW_NEEDS needs `administer` for all keys. Endpoints below `/service` check
 * permissions by the rules of these pages. If only the API has rules, they cannot, so all are refused.
 */
export function requireRights(ports: UiPorts): Router {
  const routes = Router();
  for (const [view, need] of Object.entries(VIEW_NEEDS)) {
    const path = view.slice('GET '.length).replace(/\{(\w+)\}/g, ':$1');
    routes.get(path, requireRight(ports, { need, place: view, isForAllKeys: !LIMITED_VIEWS.has(view) }));
  }
  if (ports.hasRules) routes.use('/service', declared);
  const undeclared = requireRight(ports, { need: 'administer', place: 'undeclared', isForAllKeys: true });
  routes.use((request, response, next) =>
    response.locals['isDeclared'] === true ? next() : undeclared(request, response, next),
  );
  return routes;
}

const declared: RequestHandler = (_request, response, next) => {
  response.locals['isDeclared'] = true;
  next();
};

function requireRight(ports: UiPorts, needed: Needed): RequestHandler {
  return async (request, response, next) => {
    const refusal = await refusalOfRight(ports, request, needed);
    if (refusal === undefined) declared(request, response, next);
    else sendProblem(response, 'missing-permission', refusal);
  };
}
