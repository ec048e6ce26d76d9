import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express, { type Express, type Request } from 'express';
import type { HttpMessages } from '../platform/http-messages.ts';
import type { AnswerUnreadable } from '../platform/http-server.ts';
import { withTrace } from '../platform/telemetry/tracing.ts';
import type { Camunda7Endpoint } from './camunda-7/endpoint.ts';
import { CAMUNDA_7_ENDPOINTS } from './camunda-7/endpoints.ts';
import { answerCamunda7, inShapeOfCamunda7 } from './camunda-7/middleware.ts';
import type { Camunda8Endpoint, Camunda8Services } from './camunda-8/endpoint.ts';
import { CAMUNDA_8_ENDPOINTS } from './camunda-8/endpoints.ts';
import { NumericKeys } from './camunda-8/keys.ts';
import { answerCamunda8, inShapeOfCamunda8 } from './camunda-8/middleware.ts';
import { commonAnswers } from './common-answers.ts';
import type { Endpoint, Guarded } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import { type Middleware, readTarget } from './exchange.ts';
import { runInside } from './inner-call.ts';
import { requireAccess, requireToken, requireTokenOnProtectedPaths } from './middleware/access.ts';
import { auditActs } from './middleware/audit.ts';
import { faultHandler } from './middleware/faults.ts';
import { answerRead, answerWrite } from './middleware/handler.ts';
import { createExchangeOpener } from './middleware/observe.ts';
import { noEndpoint, refusalOfTarget, refuseOtherOrigins, wrongMethod } from './middleware/target.ts';
import { openServices } from './open-services.ts';
import type { ApiPorts } from './ports.ts';
import { createAllowFinder, createRouter } from './router.ts';
import { send } from './send.ts';
import type { ApiServices } from './services.ts';
import { createUnreadableAnswer } from './unreadable.ts';

/** Handlers of requests, and of bytes that are not HTTP. */
export interface App {
  readonly listener: RequestListener;
  readonly answerUnreadable: AnswerUnreadable;
}

/**
 * Order of checks: host, path, method, rate limit, token, permission, headers, body, handler (docs/contributing/spec/http/errors.md#order-of-checks).
 * Serves the Camunda APIs if `ports` enable them.
 */
export function createApp(ports: ApiPorts): App {
  const { authenticator, log } = ports;
  const app = express();
  if (ports.messages !== undefined) makeMessagesOf(app, ports.messages);
  const listener = listenerOf(app, ports);
  const services = openServices(ports, (carrier, call) => runInside(listener, carrier, call));
  const endpoints = ENDPOINTS.filter(({ isServed }) => isServed === undefined || isServed(ports));
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('strict routing');
  app.use(
    createRouter(endpoints, {
      to: (endpoint) => middlewareOf(endpoint, services),
      otherwise: (pattern, allow) => [...requireToken(pattern, ports), wrongMethod(allow)],
    }),
  );
  if (ports.servesCamunda7 === true) {
    app.use(camunda7Router(services));
    // unknown paths; `noEndpoint` answers later
    app.use('/engine-rest', inShapeOfCamunda7);
  }
  if (ports.numericKeys !== undefined) {
    app.use(camunda8Router({ ...services, keys: new NumericKeys(ports.numericKeys) }));
    app.use('/v2', inShapeOfCamunda8);
  }
  if (authenticator !== undefined) app.use(requireTokenOnProtectedPaths(authenticator));
  app.use(noEndpoint);
  app.use(faultHandler(log));
  return {
    listener,
    answerUnreadable: createUnreadableAnswer(createAllowFinder(endpoints)),
  };
}

/** Sets the prototypes as Express does for each message, so that Express need not change them. */
function makeMessagesOf(app: Express, { IncomingMessage, ServerResponse }: HttpMessages): void {
  app.request = Object.setPrototypeOf(IncomingMessage.prototype, app.request);
  app.response = Object.setPrototypeOf(ServerResponse.prototype, app.response);
}

/** Checks and handler, in order. */
function middlewareOf(endpoint: Endpoint, services: ApiServices): readonly Middleware[] {
  const entry = entryOf(endpoint, services, endpoint.method !== 'GET' && endpoint.refusesOtherOrigins === true);
  return [...entry, endpoint.method === 'GET' ? answerRead(endpoint, services) : answerWrite(endpoint, services)];
}

/** Checks before the body: origin, audit, rate limit, token and permission. */
function entryOf(endpoint: Guarded, services: ApiServices, refusesOtherOrigins: boolean): readonly Middleware[] {
  return [
    ...(refusesOtherOrigins ? [refuseOtherOrigins] : []),
    ...auditActs(endpoint, services),
    ...limitMiddleware(endpoint, services),
    ...requireAccess(endpoint, services),
  ];
}

/** Rejects writes of other origins: any web page can send a form with files. */
function camunda7Router(services: ApiServices): Middleware {
  return createRouter<Camunda7Endpoint>(CAMUNDA_7_ENDPOINTS, {
    to: (endpoint) => [
      inShapeOfCamunda7,
      ...entryOf(endpoint, services, endpoint.method !== 'GET'),
      answerCamunda7(endpoint, services),
    ],
    otherwise: (pattern, allow) => [inShapeOfCamunda7, ...requireToken(pattern, services), wrongMethod(allow)],
  });
}

/** Rejects other origins: any web page can send a form with files. */
function camunda8Router(services: Camunda8Services): Middleware {
  return createRouter<Camunda8Endpoint>(CAMUNDA_8_ENDPOINTS, {
    to: (endpoint) => [inShapeOfCamunda8, ...entryOf(endpoint, services, true), answerCamunda8(endpoint, services)],
    otherwise: (pattern, allow) => [inShapeOfCamunda8, ...requireToken(pattern, services), wrongMethod(allow)],
  });
}

function limitMiddleware({ rateLimit }: Guarded, { limiter }: ApiPorts): readonly Middleware[] {
  return limiter === undefined || rateLimit === undefined ? [] : [limiter.middlewareFor(rateLimit)];
}

/** Checks host and path, and passes the path to Express in the form for the router. */
function listenerOf(app: Express, ports: ApiPorts): RequestListener {
  const open = createExchangeOpener(ports);
  return (request: IncomingMessage, response: ServerResponse) => {
    const text = request.url ?? '/';
    if (!isReadable(text)) {
      send(response, commonAnswers.malformedPath(text.split('?', 1)[0] ?? '/'));
      return;
    }
    const target = readTarget(text);
    const { exchange, trace } = open(target, request, response);
    const refusal = refusalOfTarget(request, target, ports.hosts);
    if (refusal !== undefined) return exchange.reply(refusal);
    request.url = target.routerPath ?? '/';
    withTrace(trace, () => app(request, Object.assign(response, { locals: { exchange } })));
  };
}

/** Whether Express can parse the target. Otherwise it would answer with an HTML page. */
function isReadable(target: string): boolean {
  if (target.startsWith('/')) return true;
  try {
    const { path } = Object.create(express.request, { url: { value: target } }) as Request;
    return path !== undefined;
  } catch {
    return false;
  }
}
