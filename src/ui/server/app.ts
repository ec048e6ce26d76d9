import express, { type ErrorRequestHandler, type Express, type Response } from 'express';
import type { Health, HealthAnswer } from '../../platform/health.ts';
import type { Logger } from '../../platform/log.ts';
import { errorMessage, errorStack } from '../../platform/redact.ts';
import { apiUrlFor } from './api-url.ts';
import { docsPage } from './docs-page.ts';
import { page } from './page.ts';
import { type Counts, statusPage } from './status-page.ts';
import { ICON, STYLE } from './style.ts';

/** What the pages show and where they get it. */
export interface UiServices {
  readonly health: Health;
  readonly log: Logger;
  readonly apiUrl: string | undefined;
  /** undefined when the counts cannot be had in time */
  readCounts(): Promise<Counts | undefined>;
}

/** Headers of every answer (contract 10.1 point 2); pages change at every look, so nothing is kept. */
const HEADERS = {
  'Content-Security-Policy': "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};
const NOT_FOUND = '<h1>Not Found</h1><p>Sorry, the content you are looking for does not exist.</p>';
const FAULT = '<h1>Error</h1><p>Something went wrong here. The log of the UI says more.</p>';

/** The web application behind UI_PORT: a status page, first steps, and the health addresses. */
export function createUiApp(services: UiServices): Express {
  const { health } = services;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((_request, response, next) => {
    response.set(HEADERS);
    next();
  });
  app.get(['/health', '/alive'], (_request, response) => plain(response, health.alive()));
  app.get('/ready', async (_request, response) => plain(response, await health.ready()));
  app.get('/style.css', (_request, response) => void response.type('text/css').send(STYLE));
  app.get('/icon.svg', (_request, response) => void response.type('image/svg+xml').send(ICON));
  app.get('/', async (request, response) => {
    const [ready, counts] = await Promise.all([health.ready(), services.readCounts()]);
    html(response, 200, page('Status', statusPage({ ready, counts, apiUrl: apiUrlFor(services.apiUrl, request.hostname) })));
  });
  app.get('/docs', (request, response) => {
    html(response, 200, page('First steps', docsPage(apiUrlFor(services.apiUrl, request.hostname))));
  });
  app.use((_request, response) => html(response, 404, page('Not Found', NOT_FOUND)));
  app.use(faultHandler(services.log));
  return app;
}

function faultHandler(log: Logger): ErrorRequestHandler {
  return (error, request, response, next) => {
    const status = (error as { status?: unknown }).status;
    if (typeof status === 'number' && status >= 400 && status < 500) {
      html(response, 404, page('Not Found', NOT_FOUND)); // an address that cannot be decoded names nothing
      return;
    }
    const fault = { ErrorMessage: errorMessage(error), Stack: errorStack(error) };
    log.event(7030, 'a page could not be made', { Endpoint: `ui ${request.path}`, ...fault });
    if (response.headersSent) next(error);
    else html(response, 500, page('Error', FAULT));
  };
}

function plain(response: Response, answer: HealthAnswer): void {
  response.status(answer.status).type('text/plain').send(answer.body);
}

function html(response: Response, status: number, body: string): void {
  response.status(status).type('text/html').send(body);
}
