import type { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { cutText } from '../../../platform/cut-text.ts';
import { errorMessage } from '../../../platform/redact.ts';
import { currentTrace, inSpan, type Tracing, writeTraceparent } from '../../../platform/telemetry/tracing.ts';
import { isTaskFailure, TaskFailure } from '../../plugin.ts';
import { type AddressFilter, checkLiteralHost, filteredLookup, type Resolve } from './address-filter.ts';
import { ACCEPTED_ENCODINGS, type Headers, headersForAnotherOrigin, type RestCall, readUrl } from './read-call.ts';

/** Characters of the response in the error message (docs/contributing/spec/http/custom-tasks.md#rest-call-failures). */
const SHOWN_CHARACTERS = 1024;

/** U+0000 and unpaired surrogates, which the cut may create. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;
const MAX_RETRY_AFTER_SECONDS = 86_400;
const TIMEOUT_CODES: ReadonlySet<unknown> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

/** The code is the status. A `Retry-After` in seconds, up to one day, delays the next run. */
export function statusFailure(status: number, from: string, text: string, retryAfter: string | undefined): TaskFailure {
  const shown = cutText(text, SHOWN_CHARACTERS).replaceAll(UNSTORABLE, '\ufffd');
  const seconds = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  const message = `HTTP ${status} from ${from}: ${shown}`;
  if (seconds === undefined || seconds > MAX_RETRY_AFTER_SECONDS) return new TaskFailure(String(status), message);
  return new TaskFailure(String(status), message, { retryAfterMs: seconds * 1000 });
}

function tooManyRedirects(from: string, most: number): TaskFailure {
  return new TaskFailure('502', `${from} led to more than ${most} redirects.`);
}

export function tooLarge(from: string, limit: number): TaskFailure {
  return new TaskFailure('502', `The response from ${from} is larger than ${limit} bytes.`, { isRetryable: false });
}

/** `504` on timeout, `502` for errors of the network or the server. Returns a TaskFailure unchanged, also as a cause. */
export function callFailure(thrown: unknown, from: string, timeoutMs: number, isTimeUp: boolean): TaskFailure {
  for (let error = thrown, depth = 0; depth < 5 && error instanceof Error; error = error.cause, depth += 1) {
    if (isTaskFailure(error)) return error;
  }
  const code = (thrown as { code?: unknown } | null)?.code;
  if (isTimeUp || TIMEOUT_CODES.has(code)) {
    return new TaskFailure('504', `No complete response from ${from} within ${timeoutMs / 1000} seconds.`, { cause: thrown });
  }
  return new TaskFailure('502', `The call of ${from} failed: ${reasonOf(thrown)}`, { cause: thrown });
}

/** The message of a TLS error has source locations of its library, so its reason is used. */
function reasonOf(thrown: unknown): string {
  const { reason } = (thrown ?? {}) as { reason?: unknown };
  return typeof reason === 'string' ? `TLS: ${reason}` : errorMessage(thrown);
}

export interface CallContext {
  readonly filter: AddressFilter;
  readonly resolve: Resolve;
  readonly tracing: Tracing;
}

/** Response after redirects; the body is not read yet. */
export interface CallAnswer {
  /** URL of the responding server; without redirects as written in the input. */
  readonly from: string;
  readonly status: number;
  /** Lower-case names; repeated headers are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/** A request; redirects change it. */
interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  /** The trace header is sent: only while redirects stay at the original origin (ADR 0023). */
  readonly isTraced: boolean;
}

const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_HEADER_BYTES = 16_384;

/**
 * Opens connections that are never reused: each call resolves its name and filters the address. Also, the server may close a reused connection, which fails a
 * plugin without retries.
 */
export async function openConnections({ filter, resolve }: CallContext, timeoutMs: number): Promise<Agent> {
  const undici = await import('undici'); // only workers that send calls load it
  return new undici.Agent({
    pipelining: 0,
    // the timeout of the call covers everything, including the body
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    connect: { lookup: filteredLookup(filter, resolve), timeout: timeoutMs, autoSelectFamily: true },
  });
}

/** Checks each address. Does not follow a status that the model defines as success. */
export async function sendCall(call: RestCall, agent: Agent, context: CallContext, signal: AbortSignal): Promise<CallAnswer> {
  let hop: Hop = { ...call, isTraced: true };
  for (let redirects = 0; ; redirects += 1) {
    checkLiteralHost(hop.url, context.filter);
    const answer = await tracedHop(hop, agent, context.tracing, signal);
    const headers = joined(answer.headers);
    const location = REDIRECTS.has(answer.statusCode) ? headers['location'] : undefined;
    if (location === undefined || call.successCodes.has(answer.statusCode)) {
      const from = redirects === 0 ? call.urlText : hop.url.href;
      return { from, status: answer.statusCode, headers, body: answer.body };
    }
    answer.body.on('error', ignore).destroy();
    if (redirects === MAX_REDIRECTS) throw tooManyRedirects(call.urlText, MAX_REDIRECTS);
    hop = nextHop(hop, answer.statusCode, readUrl(location, 'The redirect', hop.url));
  }
}

/** The span has the host, but no path or query, which may contain secrets (docs/contributing/spec/observability.md#spans). */
function tracedHop(hop: Hop, agent: Agent, tracing: Tracing, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  const { method, url } = hop;
  const attributes = {
    'http.request.method': method,
    'url.scheme': url.protocol.slice(0, -1),
    'server.address': url.hostname,
    'server.port': portOf(url),
  };
  return inSpan(tracing, method, { kind: 'client', parent: currentTrace(), attributes }, async (span) => {
    const answer = await sendHop(hop, agent, signal);
    span?.set('http.response.status_code', answer.statusCode);
    if (answer.statusCode >= 400) span?.fail(String(answer.statusCode));
    return answer;
  });
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

async function sendHop(hop: Hop, dispatcher: Agent, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  const { request } = await import('undici');
  const trace = hop.isTraced ? currentTrace() : undefined;
  const headers = {
    ...(trace === undefined ? {} : { traceparent: writeTraceparent(trace) }),
    'user-agent': 'sluice',
    accept: '*/*',
    'accept-encoding': ACCEPTED_ENCODINGS,
    ...Object.fromEntries(hop.headers),
  };
  return request(hop.url, { dispatcher, method: hop.method as Dispatcher.HttpMethod, headers, body: hop.body ?? null, signal });
}

/** RFC 9110, 15.4: 303 always, and 301, 302 after a POST become a GET without body. Never sends the body to another origin, even if the method stays. */
function nextHop(hop: Hop, status: number, url: URL): Hop {
  const becomesGet = (status === 303 && hop.method !== 'HEAD') || ((status === 301 || status === 302) && hop.method === 'POST');
  const isSameOrigin = url.origin === hop.url.origin;
  const isTraced = hop.isTraced && isSameOrigin;
  const method = becomesGet ? 'GET' : hop.method;
  const headers = isSameOrigin ? hop.headers : headersForAnotherOrigin(hop.headers);
  if (isSameOrigin && !becomesGet) return { url, method, headers, body: hop.body, isTraced };
  return { url, method, headers: withoutContentHeaders(headers), body: undefined, isTraced };
}

function withoutContentHeaders(headers: Headers): Headers {
  return new Map([...headers].filter(([name]) => !name.startsWith('content-')));
}

function joined(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const values = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]);
  return Object.fromEntries(values);
}

function ignore(): void {}
