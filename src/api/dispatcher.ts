import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorMessage, errorStack } from '../platform/redact.ts';
import { isDatabaseUnreachable } from '../queries/database-unreachable.ts';
import type { Answer } from './answer.ts';
import { NO_BODY } from './body/parse-json.ts';
import { readJsonBody, skipBody } from './body/read-json-body.ts';
import type { Endpoint, WriteRequest } from './endpoint.ts';
import { commonAnswers } from './http-errors.ts';
import { isIdempotencyKey } from './idempotency.ts';
import { createPathFinder, type PathFinder } from './paths.ts';
import type { ApiPorts } from './ports.ts';
import { send } from './send.ts';

/** Answers one HTTP request; never throws and never leaves a request without an answer. */
export type Dispatcher = (request: IncomingMessage, response: ServerResponse) => void;

/** The answer and the path pattern it was found under, for the request metric. */
interface Routed {
  readonly route: string;
  readonly answer: Answer | Promise<Answer>;
}

const NO_ROUTE = 'none';

/**
 * The one way of every request: rows 1 to 7a of contract 1.6 are decided here, the rest by the handler of the endpoint.
 * Rows 4 and 5 (rate limit, authentication) stand between the path and the header checks; see `routed` and `answerWrite`.
 */
export function createDispatcher(
  endpoints: readonly Endpoint[],
  ports: Pick<ApiPorts, 'log' | 'metrics' | 'health'>,
): Dispatcher {
  const findPath = createPathFinder(endpoints);
  return (request, response) => void serve(request, response);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const method = request.method ?? 'GET';
    const { path, queryText } = splitTarget(request.url ?? '/');
    const { route, answer } = routed(request, method, path, queryText, findPath);
    let sent: Answer;
    try {
      sent = await answer;
    } catch (error) {
      sent = faultAnswer(error, `${method} ${route}`, path);
    }
    // asked when the answer is ready, not when the request came: kept connections must not outlive the stop
    if (ports.health.isShuttingDown) response.shouldKeepAlive = false;
    send(response, sent);
    ports.metrics.httpRequest(method, route, sent.status, (performance.now() - startedAt) / 1000);
  }

  function faultAnswer(error: unknown, endpoint: string, path: string): Answer {
    if (isDatabaseUnreachable(error)) {
      ports.log.event(7044, 'the database is not reachable', { ErrorMessage: errorMessage(error) });
      return commonAnswers.row12cNoDatabase(path);
    }
    ports.log.event(7030, 'unforeseen exception', {
      Endpoint: endpoint,
      ErrorMessage: errorMessage(error),
      Stack: errorStack(error),
    });
    return commonAnswers.row13Unforeseen(path);
  }
}

/** Rows 1 to 3. */
function routed(request: IncomingMessage, method: string, path: string, queryText: string, findPath: PathFinder): Routed {
  const match = findPath(path);
  if (match.kind === 'malformed' || queryText.includes('%00')) {
    return { route: NO_ROUTE, answer: commonAnswers.row1MalformedPath(path) };
  }
  if (match.kind === 'unknown') return { route: NO_ROUTE, answer: commonAnswers.row2NoEndpoint(path) };
  const { target, params, canonicalPath } = match;
  const endpoint = target.endpoints[method === 'HEAD' ? 'GET' : (method as 'GET')];
  if (endpoint === undefined) {
    return { route: target.pattern, answer: commonAnswers.row3WrongMethod(path, method, target.allow) };
  }
  const read = { path, queryText, params };
  if (endpoint.method === 'GET') return { route: target.pattern, answer: answerRead(endpoint, read) };
  const hasLeft = () => request.socket.destroyed;
  const written = { ...read, endpoint: `POST ${target.pattern}`, canonicalPath, hasLeft };
  return { route: target.pattern, answer: answerWrite(request, endpoint, written) };
}

type EndpointOf<M extends Endpoint['method']> = Extract<Endpoint, { readonly method: M }>;

/** A function of its own so that what a handler throws at once becomes a rejected promise. */
async function answerRead(endpoint: EndpointOf<'GET'>, request: Parameters<typeof endpoint.handle>[0]): Promise<Answer> {
  return endpoint.handle(request);
}

/** Rows 6a to 7a. */
async function answerWrite(
  request: IncomingMessage,
  endpoint: EndpointOf<'POST'>,
  written: Omit<WriteRequest, 'body' | 'idempotencyKey'>,
): Promise<Answer> {
  const idempotencyKey = request.headers['idempotency-key'] as string | undefined;
  if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey)) return commonAnswers.row6aMalformedKey(written.path);
  if (endpoint.bodyUse === 'ignored') {
    const refusal = await skipBody(request, endpoint.bodyLimit, written.path);
    return refusal ?? endpoint.handle({ ...written, idempotencyKey, body: NO_BODY });
  }
  const outcome = await readJsonBody(request, endpoint.bodyLimit, written.path);
  if (!outcome.ok) return outcome.answer;
  return endpoint.handle({ ...written, idempotencyKey, body: outcome.body });
}

/** Path and query of a request target; a target in absolute form (RFC 9112, 3.2.2) loses its scheme and authority. */
function splitTarget(target: string): { readonly path: string; readonly queryText: string } {
  const local = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '');
  const mark = local.indexOf('?');
  if (mark < 0) return { path: local === '' ? '/' : local, queryText: '' };
  return { path: mark === 0 ? '/' : local.slice(0, mark), queryText: local.slice(mark + 1) };
}
