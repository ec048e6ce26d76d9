import type { Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';
import { currentTrace, writeTraceparent } from '../../../platform/telemetry/trace-context.ts';
import { inSpan, type Tracing } from '../../../platform/telemetry/tracing.ts';
import type { AddressFilter } from './address-filter.ts';
import { tooManyRedirects } from './call-failure.ts';
import { checkLiteralHost, filteredLookup, type Resolve } from './filtered-lookup.ts';
import { type Headers, headersForAnotherOrigin } from './headers.ts';
import { ACCEPTED_ENCODINGS } from './read-body.ts';
import { type RestCall, readUrl } from './read-call.ts';

/** Where calls may go and how names are resolved. */
export interface CallContext {
  readonly filter: AddressFilter;
  readonly resolve: Resolve;
  readonly tracing: Tracing;
}

/** The answer of the last hop; its body is not read yet. */
export interface CallAnswer {
  /** address of the hop that answered, as the input spelled it when there was no redirect */
  readonly from: string;
  readonly status: number;
  /** values by lower-case name; a header that was sent more than once is joined by commas */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/** One request on the way; redirects change it. */
interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  /** whether the trace goes along: not once a redirect has left the origin the process named (ADR 0023) */
  readonly isTraced: boolean;
}

const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_HEADER_BYTES = 16_384;

/**
 * The connections of one call. Nothing is kept for the next one: every call resolves its name and has its address judged, and no request
 * meets a connection the other side has just given up, which a plugin without retries could not repair.
 */
export function openConnections({ filter, resolve }: CallContext, timeoutMs: number): Agent {
  return new Agent({
    pipelining: 0,
    // the time limit of the call holds for all of it, body included
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    connect: { lookup: filteredLookup(filter, resolve), timeout: timeoutMs, autoSelectFamily: true },
  });
}

/** Sends a call and follows its redirects, each of them checked like the first address. A status the model counts as success is never followed. */
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

/** A span of its own for each request of the call (docs/contributing/spec/observability.md#spans). It names the host, never path or query: these may hold values. */
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

function sendHop(hop: Hop, dispatcher: Agent, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
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

/**
 * What a redirect asks for (RFC 9110, 15.4): 303 always and 301, 302 after a POST turn into a GET without body. The body was meant for the
 * origin that the process named: no other one gets it, also when the method stays.
 */
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
