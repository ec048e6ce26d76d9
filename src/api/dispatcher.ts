import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorMessage, errorStack } from '../platform/redact.ts';
import { isDatabaseUnreachable } from '../queries/database-unreachable.ts';
import type { Answer } from './answer.ts';
import type { Caller } from './auth/caller.ts';
import { NO_BODY } from './body/parse-json.ts';
import { readJsonBody, skipBody } from './body/read-json-body.ts';
import type { AddressedRequest, Endpoint, WriteRequest } from './endpoint.ts';
import { createEntryChecks, type EntryChecks, type Exchange } from './entry-checks.ts';
import { commonAnswers } from './http-errors.ts';
import { isIdempotencyKey } from './idempotency.ts';
import { readMinPositions } from './min-position.ts';
import type { PathFinder } from './paths.ts';
import type { ApiPorts } from './ports.ts';
import { type Answered, traced } from './request-trace.ts';
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
 * The one way of every request, up to its body as a JSON object; what the members hold is for the handler of the endpoint
 * (docs/spec/http/errors.md#order-of-checks).
 */
export function createDispatcher(
  findPath: PathFinder,
  ports: Pick<ApiPorts, 'log' | 'metrics' | 'health' | 'hosts' | 'limiter' | 'authenticator' | 'tracing'>,
): Dispatcher {
  const entryChecks = createEntryChecks(ports);
  return (request, response) => void traced(ports.tracing, request, (answered) => serve(request, response, answered));

  async function serve(request: IncomingMessage, response: ServerResponse, answered: Answered): Promise<void> {
    const startedAt = performance.now();
    const method = request.method ?? 'GET';
    const { path, queryText } = splitTarget(request.url ?? '/');
    const { route, answer } = routed({ request, response, path }, queryText, findPath, entryChecks);
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
    answered(route, sent.status);
  }

  function faultAnswer(error: unknown, endpoint: string, path: string): Answer {
    if (isDatabaseUnreachable(error)) {
      ports.log.event(7044, 'the database is not reachable', { ErrorMessage: errorMessage(error) });
      return commonAnswers.databaseUnreachable(path);
    }
    ports.log.event(7030, 'unforeseen exception', {
      Endpoint: endpoint,
      ErrorMessage: errorMessage(error),
      Stack: errorStack(error),
    });
    return commonAnswers.unforeseen(path);
  }
}

/**
 * Host, path and verb; limit and token are the entry checks'. Below the protected prefixes it is a secret that a path or a verb is not there
 * (docs/spec/http/errors.md#protected-paths-first).
 */
function routed(exchange: Exchange, queryText: string, findPath: PathFinder, entryChecks: EntryChecks): Routed {
  const { request, path } = exchange;
  const method = request.method ?? 'GET';
  const match = findPath(path);
  const refusal = entryChecks.addressed(exchange, match.kind === 'found' ? match.target.pattern : undefined);
  if (refusal !== undefined) return { route: NO_ROUTE, answer: refusal };
  if (match.kind === 'malformed' || queryText.includes('%00')) {
    return { route: NO_ROUTE, answer: commonAnswers.malformedPath(path) };
  }
  if (match.kind === 'unknown') {
    return { route: NO_ROUTE, answer: entryChecks.identified(exchange, path, () => commonAnswers.noEndpoint(path)) };
  }
  const { target, params, canonicalPath } = match;
  const route = target.pattern;
  const endpoint = target.endpoints[method === 'HEAD' ? 'GET' : (method as 'GET')];
  if (endpoint === undefined) {
    return {
      route,
      answer: entryChecks.identified(exchange, route, () => commonAnswers.wrongMethod(path, method, target.allow)),
    };
  }
  const addressed = { path, queryText, params };
  const name = `${endpoint.method} ${route}`;
  const hasLeft = () => request.socket.destroyed;
  const handle = (caller: Caller | undefined) =>
    endpoint.method === 'GET'
      ? answerRead(request, endpoint, addressed)
      : answerWrite(request, endpoint, { ...addressed, endpoint: name, canonicalPath, caller, hasLeft });
  return { route, answer: entryChecks.limited(exchange, name, () => entryChecks.identified(exchange, route, handle)) };
}

type EndpointOf<M extends Endpoint['method']> = Extract<Endpoint, { readonly method: M }>;

/** The header is looked at before the query, the waiting for it comes after (docs/spec/http/errors.md#order-of-reads). */
async function answerRead(request: IncomingMessage, endpoint: EndpointOf<'GET'>, addressed: AddressedRequest): Promise<Answer> {
  const header = endpoint.readsProjection === true ? (request.headers['service-min-position'] as string | undefined) : undefined;
  const minPositions = readMinPositions(header);
  if (minPositions === undefined) return commonAnswers.malformedMinPosition(addressed.path);
  return endpoint.handle({ ...addressed, minPositions });
}

/** The key, then the body. */
async function answerWrite(
  request: IncomingMessage,
  endpoint: EndpointOf<'POST'>,
  written: Omit<WriteRequest, 'body' | 'idempotencyKey'>,
): Promise<Answer> {
  const idempotencyKey = request.headers['idempotency-key'] as string | undefined;
  if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey)) return commonAnswers.malformedKey(written.path);
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
