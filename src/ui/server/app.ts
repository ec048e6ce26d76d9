import compression from 'compression';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { errorCodeHeader } from '../../platform/answer.ts';
import type { HealthAnswer } from '../../platform/health.ts';
import type { KeyLimits } from '../../platform/key-patterns.ts';
import { isKnownInstance } from '../../queries/operator/instance-header.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { dataRoutes } from './data-routes.ts';
import { faultHandler } from './http/faults.ts';
import { requireKnownHost } from './http/known-host.ts';
import { inTrace } from './http/trace.ts';
import { instanceOfPath, pageAt } from './page-paths.ts';
import type { UiPorts } from './ports.ts';
import { refuseWrites } from './read-only.ts';
import { type CallerRights, limitsOfUser, refusalOfRight } from './rights.ts';
import { securityHeaders } from './security-headers.ts';
import { requireAntiforgeryToken } from './sign-in/antiforgery.ts';
import { requireSignIn, type SignInServices, signInRoutes, withoutSignIn } from './sign-in/sign-in.ts';
import { openWebFiles } from './web-files.ts';

/**
 * The web application at UI_PORT. The order matters: health for everyone; then only allowed hosts; then the session; then, with
 * sign-in, nothing without a user; then no writes while the API requires tokens and sign-in is off; then data, parts of pages,
 * pages.
 */
export function createUiApp(ports: UiPorts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(securityHeaders(() => ports.provider?.origins() ?? []));
  app.get(['/health', '/alive'], (_request, response) => plain(response, ports.health.alive()));
  app.get('/ready', async (_request, response) => plain(response, await ports.health.ready()));
  app.use(requireKnownHost(ports.hosts));
  app.use(inTrace, withScheme(ports), compression({ filter: mayCompress }), ports.sessions);
  if (ports.audit !== undefined) app.use('/ui/api/service', ports.audit.refusedActs);
  addSignIn(app, ports);
  app.use(refuseWrites(ports));
  app.use('/ui/api', requireAntiforgeryToken(ports.log), dataRoutes(ports));
  app.use(requireAntiforgeryToken(ports.log));
  servePages(app, ports);
  app.use(faultHandler(ports.log));
  return app;
}

/** The dashboard has its own check before everything of it (docs/contributing/spec/sign-in.md#dashboard-check). */
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
  };
  app.use(signInRoutes(services));
  app.use('/dashboard', requireSignIn(services));
  app.use(requireSignIn(services));
}

function servePages(app: Express, ports: UiPorts): void {
  const { webFolder, db, rightsOf } = ports;
  const files = openWebFiles(webFolder);
  app.use(files.parts);
  app.get('/', async (request, response) => response.redirect(302, homeOf(await rightsOf(request).catch(() => undefined))));
  app.get('/{*path}', async (request, response) => {
    const { path: place = 'none', need = 'nothing', isForAllKeys = false } = pageAt(request.path) ?? {};
    // without a database the page itself shows the error
    const refusal = await refusalOfRight(ports, request, { need, place, isForAllKeys }).catch(() => undefined);
    if (refusal !== undefined) files.sendApp(response, 'missing-permission');
    else files.sendApp(response, (await isThere(db, request.path, limitsOfUser(request))) ? undefined : 'unknown-endpoint');
  });
  app.use((_request, response) => files.sendApp(response, 'unknown-endpoint'));
}

/** Users with task permissions only start there. */
function homeOf(rights: CallerRights | undefined): string {
  const seesTasksOnly = rights !== undefined && rights('see').length === 0 && rights('see-tasks').length > 0;
  return seesTasksOnly ? '/user-tasks' : '/workflows';
}

/**
 * Whether a page exists at this path. An unknown instance has none (docs/contributing/spec/pages.md#unknown-instance-page). Without a
 * database the page itself shows the error.
 */
async function isThere(db: ReadDatabase, path: string, limits: KeyLimits): Promise<boolean> {
  const instanceId = instanceOfPath(path);
  if (instanceId === undefined) return pageAt(path) !== undefined;
  return isKnownInstance(db, instanceId, limits).catch(() => true);
}

/** Event streams are not compressed, because compression would delay events. */
function mayCompress(request: Request, response: Response): boolean {
  return !String(response.getHeader('Content-Type')).startsWith('text/event-stream') && compression.filter(request, response);
}

/** From here on the framework takes for the protocol what the client sees (docs/contributing/spec/http/access.md#client-address). */
function withScheme({ schemeOf }: UiPorts): RequestHandler {
  return (request, _response, next) => {
    Object.defineProperty(request, 'protocol', { value: schemeOf(request), configurable: true });
    next();
  };
}

function baseOf({ publicUrl }: UiPorts, request: Request): string {
  return (publicUrl ?? `${request.protocol}://${request.headers.host ?? 'localhost'}`).replace(/\/+$/, '');
}

function plain(response: Response, answer: HealthAnswer): void {
  if (answer.status !== 200) response.set(...errorCodeHeader('not-ready'));
  response.status(answer.status).set('Cache-Control', 'no-store').type('text/plain').send(answer.body);
}
