import { randomBytes } from 'node:crypto';
import compression from 'compression';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { KeyLimits, Right } from '../../platform/access-roles.ts';
import { errorCodeHeader } from '../../platform/answer.ts';
import type { HealthAnswer } from '../../platform/health.ts';
import type { HostCheck } from '../../platform/host-check.ts';
import { shardOf } from '../../platform/ids.ts';
import { readTraceparent, withTrace } from '../../platform/telemetry/tracing.ts';
import { isKnownInstance } from '../../queries/operator/instance-header.ts';
import { dataRoutes } from './data-routes.ts';
import { sendProblem } from './http/answer.ts';
import { faultHandler } from './http/faults.ts';
import { isSafeMethod } from './http/safe-method.ts';
import { sendPage } from './page.ts';
import type { CallerRights, UiPorts } from './ports.ts';
import { refuseWrites } from './read-only.ts';
import { limitsOfUser, refusalOfRight } from './rights.ts';
import { requireAntiforgeryToken } from './sign-in/antiforgery.ts';
import { requireSignIn, type SignInServices, signInRoutes, withoutSignIn } from './sign-in/sign-in.ts';
import { openWebFiles } from './web-files.ts';

/** Group 1: instance id. */
const INSTANCE = /^\/process-instance\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;

/** See docs/contributing/spec/pages.md#routes. web/routes.tsx has the same addresses. */
export const PAGES: readonly PageAddress[] = [
  { path: '/', form: /^\/$/, need: 'see' },
  { path: '/workflows', form: /^\/workflows$/, need: 'see' },
  { path: '/processes/{key}', form: /^\/processes\/[^/]+$/, need: 'see' },
  { path: '/process-instances/{key}/{version}', form: /^\/process-instances\/[^/]+(?:\/\d{1,10})?$/, need: 'see' },
  { path: '/instances', form: /^\/instances$/, need: 'see' },
  { path: '/process-instance/{instanceId}', form: INSTANCE, need: 'see' },
  { path: '/user-tasks', form: /^\/user-tasks$/, need: 'see-tasks' },
  { path: '/admin/custom-tasks', form: /^\/admin\/custom-tasks$/, need: 'see-tasks' },
  { path: '/decisions', form: /^\/decisions$/, need: 'see' },
  { path: '/decisions/{key}', form: /^\/decisions\/[^/]+$/, need: 'see' },
  { path: '/decision-editor', form: /^\/decision-editor$/, need: 'author' },
  { path: '/events', form: /^\/events$/, need: 'see' },
  { path: '/dashboard', form: /^\/dashboard$/, need: 'see' },
  { path: '/incidents', form: /^\/incidents$/, need: 'see' },
  { path: '/timers', form: /^\/timers$/, need: 'see' },
  { path: '/dead-letters', form: /^\/dead-letters$/, need: 'see' },
  { path: '/batches', form: /^\/batches$/, need: 'see' },
  { path: '/modeler', form: /^\/modeler$/, need: 'author' },
  { path: '/settings', form: /^\/settings$/, need: 'nothing' },
];

/** `path`: as in the docs. `form`: matches addresses of the page. `need`: permission (docs/contributing/spec/roles.md#pages). */
interface PageAddress {
  readonly path: string;
  readonly form: RegExp;
  readonly need: Right | 'nothing';
  /** the permission must cover all process keys */
  readonly isForAllKeys?: true;
}

/** Ignores a trailing slash. */
export function pageAt(path: string): PageAddress | undefined {
  return PAGES.find(({ form }) => form.test(withoutEndSlash(path)));
}

/** Returns the id in lower case. Undefined: another page. */
export function instanceOfPath(path: string): string | undefined {
  return INSTANCE.exec(withoutEndSlash(path))?.[1]?.toLowerCase();
}

function withoutEndSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/**
 * See docs/contributing/spec/pages.md#security-headers. Inline styles are allowed, because components use them for their position.
 * @param formTargets returns the origins of the identity provider; the sign-out form may redirect to them
 */
function securityHeaders(formTargets: () => readonly string[]): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'", () => formTargets().join(' ')],
        'frame-ancestors': ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    // set by the proxy that terminates TLS
    strictTransportSecurity: false,
  });
}

/** Continues the trace of the caller or starts one. The error page shows the trace id, which is in the log (docs/contributing/spec/pages.md#error-page). */
const inTrace: RequestHandler = (request, _response, next) => {
  const traceId = readTraceparent(request.headers['traceparent'])?.traceId ?? randomBytes(16).toString('hex');
  withTrace({ traceId, spanId: randomBytes(8).toString('hex'), isSampled: false }, next);
};

/** Refuses with JSON for the UI API and for writes, else with a page. */
function requireKnownHost(hosts: HostCheck): RequestHandler {
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

/**
 * The order of the handlers is important:
 * 1. Health endpoints, for everyone.
 * 2. Host.
 * 3. Session; audit of writes that a later handler refuses.
 * 4. Sign-in, if it is on.
 * 5. Refusal of writes, if the pages are read-only.
 * 6. Antiforgery token of writes.
 * 7. UI API (checks permissions), files, pages.
 */
export function createUiApp(ports: UiPorts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(securityHeaders(() => ports.provider?.origins() ?? []));
  app.get(['/health', '/alive'], (_request, response) => plain(response, ports.health.alive()));
  app.get('/ready', async (_request, response) => plain(response, await ports.health.ready()));
  app.use(requireKnownHost(ports.hosts));
  app.use(inTrace, withScheme(ports), compression({ filter: mayCompress }), ports.sessions.handler);
  if (ports.audit !== undefined) app.use('/ui/api/service', ports.audit.refusedActs);
  addSignIn(app, ports);
  app.use(refuseWrites(ports));
  app.use('/ui/api', requireAntiforgeryToken(ports.log), dataRoutes(ports));
  app.use(requireAntiforgeryToken(ports.log));
  servePages(app, ports);
  app.use(faultHandler(ports.log));
  return app;
}

/** The dashboard has a second check, as specified, although the check of all paths includes it (docs/contributing/spec/http/access.md#dashboard-check). */
function addSignIn(app: Express, ports: UiPorts): void {
  if (ports.provider === undefined) {
    app.use(withoutSignIn());
    return;
  }
  const services: SignInServices = {
    provider: ports.provider,
    log: ports.log,
    baseOf: (request) => baseOf(ports, request),
    audit: ports.audit,
    endAllOf: ports.sessions.endAllOf,
  };
  app.use(signInRoutes(services));
  app.use('/dashboard', requireSignIn(services));
  app.use(requireSignIn(services));
}

function servePages(app: Express, ports: UiPorts): void {
  const { webFolder, rightsOf } = ports;
  const files = openWebFiles(webFolder);
  app.use(files.parts);
  app.get('/', async (request, response, next) => {
    const seesTasksOnly = await startsWithTasks(rightsOf(request)).catch(() => false);
    if (seesTasksOnly) response.redirect(302, '/user-tasks');
    else next();
  });
  app.get('/{*path}', async (request, response) => {
    const { path: place = 'none', need = 'nothing', isForAllKeys = false } = pageAt(request.path) ?? {};
    // without a database the page shows the error
    const refusal = await refusalOfRight(ports, request, { need, place, isForAllKeys }).catch(() => undefined);
    if (refusal !== undefined) files.sendApp(response, 'missing-permission');
    else files.sendApp(response, (await isThere(ports, request.path, limitsOfUser(request))) ? undefined : 'unknown-endpoint');
  });
  app.use((_request, response) => files.sendApp(response, 'unknown-endpoint'));
}

/** Returns whether the user may see tasks but no instances. */
async function startsWithTasks(asked: Promise<CallerRights | undefined>): Promise<boolean> {
  const rights = await asked;
  return rights !== undefined && rights('see').length === 0 && rights('see-tasks').length > 0;
}

/**
 * False for an instance that is unknown or hidden from the user (docs/contributing/spec/pages.md#unknown-instance-page). True if the read fails,
 * because the page shows the error.
 */
async function isThere({ db, shards }: UiPorts, path: string, limits: KeyLimits): Promise<boolean> {
  const instanceId = instanceOfPath(path);
  if (instanceId === undefined) return pageAt(path) !== undefined;
  return isKnownInstance(shards?.[shardOf(instanceId)]?.db ?? db, instanceId, limits).catch(() => true);
}

/** Excludes event streams, because compression would delay events. */
function mayCompress(request: Request, response: Response): boolean {
  return !String(response.getHeader('Content-Type')).startsWith('text/event-stream') && compression.filter(request, response);
}

/** Sets `request.protocol` (docs/contributing/spec/http/access.md#client-address). */
function withScheme({ schemeOf }: UiPorts): RequestHandler {
  return (request, _response, next) => {
    Object.defineProperty(request, 'protocol', { value: schemeOf(request), configurable: true });
    next();
  };
}

function baseOf({ publicUrl }: UiPorts, request: Request): string {
  return publicUrl?.replace(/\/+$/, '') ?? `${request.protocol}://${request.headers.host ?? 'localhost'}`;
}

function plain(response: Response, answer: HealthAnswer): void {
  if (answer.status !== 200) response.set(...errorCodeHeader('not-ready'));
  response.status(answer.status).set('Cache-Control', 'no-store').type('text/plain').send(answer.body);
}
