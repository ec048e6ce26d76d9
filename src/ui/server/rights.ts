import { type Request, type RequestHandler, Router } from 'express';
import { isWithin, type KeyLimits, limitsOf, type Right, rightIsMissing } from '../../platform/access-roles.ts';
import type { AuthorizationConfig } from '../../platform/config/config-security.ts';
import { grantsOf, patternsFor } from '../../requests/grants.ts';
import { repeated } from '../../requests/request-texts.ts';
import { RequestRefusal, sendProblem } from './http/answer.ts';
import type { RightsReader, UiPorts } from './ports.ts';
import { userOf } from './sign-in/session.ts';

/** Permission of each view below `/ui/api` (docs/contributing/spec/roles.md#views). A test compares the page with this table, and the table with the routes. */
export const VIEW_NEEDS: Readonly<Record<string, Right | 'nothing'>> = {
  'GET /session': 'nothing',
  'GET /workflows': 'see',
  'GET /workflows/versions': 'see',
  'GET /workflows/next-version': 'see',
  'GET /workflows/xml': 'see',
  'GET /workflows/start-form': 'see',
  'GET /workflows/elements': 'see',
  'GET /decisions': 'see',
  'GET /decisions/versions': 'see',
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
  'GET /task-types': 'see-tasks',
  'GET /task-types/tasks': 'see-tasks',
  'GET /search': 'see',
  'GET /variables': 'see',
  // filters its content by permissions
  'GET /live': 'nothing',
};

/** Views that respect the process keys of the user's permission; the others need it for all keys. */
export const LIMITED_VIEWS: ReadonlySet<string> = new Set([
  'GET /workflows',
  'GET /workflows/versions',
  'GET /workflows/next-version',
  'GET /workflows/xml',
  'GET /workflows/start-form',
  'GET /workflows/elements',
  'GET /decisions',
  'GET /decisions/versions',
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
  'GET /task-types',
  'GET /task-types/tasks',
  'GET /search',
  'GET /variables',
]);

/**
 * Computes permissions from the session with the current rules. `doesApiRequireRoles`: if the pages have no rules but the API
 * has, no user has permissions (docs/contributing/spec/roles.md#pages-without-rules).
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

/** Permission of a view or page. `place`: its name in the tables; `isForAllKeys`: a permission for some process keys is not enough. */
interface Needed {
  readonly need: Right | 'nothing';
  readonly place: string;
  readonly isForAllKeys: boolean;
}

/** Why a request is refused; undefined: it may continue. Counts and logs a refusal; records limits for {@link limitsOfUser}. */
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

/** The process keys that the user's permission covers. */
export function limitsOfUser(request: Request): KeyLimits {
  return (request as { readonly [LIMITS]?: NotedLimits })[LIMITS]?.limits;
}

/** @throws RequestRefusal when a process key that a request names is outside of the limits of its user */
export function requireKey(request: Request, key: string): void {
  const noted = (request as { readonly [LIMITS]?: NotedLimits })[LIMITS];
  if (noted === undefined || isWithin(noted.limits, key)) return;
  throw new RequestRefusal('missing-permission', rightIsMissing(noted.need, `for the process '${repeated(key)}'`));
}

/**
 * Answers 403 without the permission of a view, before any other check. An undeclared path needs the admin role. The API
 * endpoints below `/service` check permissions themselves. If these pages have no rules, they cannot, so they are closed.
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
