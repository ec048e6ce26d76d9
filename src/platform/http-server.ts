import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { errorCodeHeader } from './answer.ts';
import { ConfigError, type PortSetting } from './config/config.ts';
import {
  type HttpMessages,
  ownHttpMessages,
  type ParserError,
  type UnreadableRequest,
  unreadableRequest,
} from './http-messages.ts';

export interface RunningHttpServer {
  readonly server: Server;
  readonly messages: HttpMessages;
  readonly port: number;
  /** URL to show to users: `http://localhost:8080` */
  readonly url: string;
  /** Waits until running requests end, and closes all connections after `graceMs`. Safe to call twice. */
  close(graceMs: number): Promise<void>;
}

/** Answer to bytes that the HTTP parser rejects, without the headers Connection, Date and Content-Length. */
export interface RefusalOfBytes {
  readonly status: number;
  /** name, value, name, value */
  readonly headers: readonly string[];
  readonly body: string;
}

export type AnswerUnreadable = (request: UnreadableRequest) => RefusalOfBytes;

export const EMPTY_REFUSAL: RefusalOfBytes = { status: 400, headers: errorCodeHeader('unreadable-request'), body: '' };
/** Timeouts of `node:http`: of an arriving request, with its check interval, and of an idle connection. */
type NodeTimeouts = Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval' | 'keepAliveTimeout'>;
export interface RequestLimits extends NodeTimeouts {
  /** time in which a client reads nothing of its answer; then the connection is closed */
  readonly stalledMs?: number;
}

const IDLE_SWEEP_MS = 100;
/**
 * Time after which a closing server ends connections that have not sent a request. Node does not count them as idle. Browsers open them in advance; a proxy
 * sends a request immediately.
 */
const UNUSED_MS = 1000;
/** Wait for an empty accept backlog before the port closes. A busy process accepts a few hundred connections per second. */
const EMPTY_WITHIN_MS = 10_000;
/** Time without a new connection after which the backlog is probably empty. Applies only to the first REST_WITHIN_MS of the wait. */
const REST_MS = 50;
const REST_WITHIN_MS = 500;
/**
 * A longer turn of the event loop did more than accept connections. Applies only to the first QUICK_WITHIN_MS of the wait, because a busy process has no
 * shorter turns.
 */
const QUICK_TURN_MS = 0.1;
const QUICK_WITHIN_MS = 1000;
/** A slow request uses a socket and a buffer. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const TIMEOUT_CHECK_MS = 5000;
/** An unread answer stays in memory. Must be longer than the 30 s limit of an event stream, which logs the reason. */
const STALLED_MS = 60_000;
/** Longer than the 60 s of usual proxies, so that the proxy closes an idle connection first and loses no request. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const FALLBACK_STEP = 10;
const FALLBACK_TRIES = 20;

/**
 * Binds a handler to a port. If a default port is busy, uses a free one; rejects with ConfigError if an explicit one is busy. While the server closes,
 * answers contain `Connection: close`, so that clients connect to another replica. `answerUnreadable`: for bytes that are not a request; default: an empty
 * 400.
 */
export async function startHttpServer(
  handler: RequestListener,
  host: string,
  setting: PortSetting,
  answerUnreadable: AnswerUnreadable = () => EMPTY_REFUSAL,
  { stalledMs = STALLED_MS, ...limits }: RequestLimits = {},
): Promise<RunningHttpServer> {
  let isClosing = false;
  let held: (() => void)[] | undefined;
  const timeouts = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    ...limits,
  };
  const messages = ownHttpMessages();
  const server = createServer({ ...timeouts, ...messages }, (request, response) => {
    if (isClosing) response.setHeader('Connection', 'close');
    if (held === undefined) handler(request, response);
    else held.push(() => handler(request, response));
  });
  closeStalled(server, stalledMs);
  const connections = connectionsOf(server);
  const closePort = (graceMs: number) =>
    new Promise<void>((closed) => {
      held = [];
      onEmptyQueue(connections, graceMs, () => {
        server.close(() => closed());
        const waiting = held ?? [];
        held = undefined;
        for (const answer of waiting) answer();
      });
    });
  server.on('clientError', (error: ParserError, socket) => {
    // a browser opens connections in advance: it would take an answer as the one to its next request
    const isAsked = 'bytesRead' in socket && socket.bytesRead !== 0;
    if (isAsked && socket.writable) socket.end(refusalText(answerUnreadable(unreadableRequest(error))));
    else socket.destroy();
  });
  const port = await bind(server, host, setting);
  server.on('error', () => {}); // after listening: an error of one accept must not end the process
  let closed: Promise<void> | undefined;
  return {
    server,
    messages,
    port,
    url: `http://${shownHost(host)}:${port}`,
    close(graceMs) {
      isClosing = true;
      closed ??= letEnd(server, connections, closePort(graceMs), graceMs);
      return closed;
    },
  };
}

/** Closes idle connections, and those whose client reads nothing of its answer. A request without an answer has the time limits of its handler. */
function closeStalled(server: Server, stalledMs: number): void {
  const latest = new WeakMap<Socket, ServerResponse>();
  server.on('request', (request, response) => latest.set(request.socket, response));
  server.setTimeout(stalledMs, (socket) => {
    const isRunning = latest.get(socket)?.writableFinished === false;
    if (!isRunning || socket.writableLength > 0) socket.destroy();
  });
}

/** HTTP message of an answer, because an unreadable request has no response object. */
function refusalText({ status, headers, body }: RefusalOfBytes): string {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  lines.push(`Content-Length: ${Buffer.byteLength(body)}`, `Date: ${new Date().toUTCString()}`, 'Connection: close');
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

async function bind(server: Server, host: string, setting: PortSetting): Promise<number> {
  for (const port of candidates(setting)) {
    try {
      return await listen(server, host, port);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== 'EADDRINUSE' || setting.isExplicit) throw new ConfigError(setting.key, bindReason(code, port, host));
    }
  }
  return listen(server, host, 0);
}

function candidates(setting: PortSetting): readonly number[] {
  if (setting.isExplicit) return [setting.number];
  return Array.from({ length: FALLBACK_TRIES }, (_, n) => setting.number + n * FALLBACK_STEP);
}

function bindReason(code: string | undefined, port: number, host: string): string {
  if (code === 'EADDRINUSE') return `asks for port ${port}, which is already in use on ${host}`;
  if (code === 'EACCES') return `asks for port ${port}, which this user may not open`;
  return `asks for port ${port} on ${host}, which cannot be opened (${code ?? 'unknown error'})`;
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

interface Connections {
  readonly open: ReadonlySet<Socket>;
  /** last accepted connection, on the monotonic clock */
  readonly acceptedAt: () => number;
}

function connectionsOf(server: Server): Connections {
  const open = new Set<Socket>();
  let acceptedAt = Number.NEGATIVE_INFINITY;
  server.on('connection', (socket) => {
    acceptedAt = performance.now();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return { open, acceptedAt: () => acceptedAt };
}

/** Closes idle connections regularly, because `close` of Node does not end connections that become idle later. */
async function letEnd(server: Server, { open }: Connections, closed: Promise<void>, graceMs: number): Promise<void> {
  const beganAt = performance.now();
  let sweepsSinceClosed = 0;
  const sweep = setInterval(
    () => {
      if (performance.now() - beganAt >= graceMs) return server.closeAllConnections();
      server.closeIdleConnections();
      if (!server.listening) sweepsSinceClosed += 1;
      // counted in sweeps, because a busy process reads the request of a new connection only a turn later
      if (sweepsSinceClosed > UNUSED_MS / IDLE_SWEEP_MS) for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    },
    Math.min(IDLE_SWEEP_MS, graceMs),
  );
  await closed;
  clearInterval(sweep);
}

/**
 * Calls `close` when the accept backlog is probably empty: directly after a short turn of the event loop that accepted no connection, because one turn
 * accepts one. To close a port resets the connections in its backlog, and a proxy does not repeat every lost request.
 */
function onEmptyQueue({ acceptedAt }: Connections, graceMs: number, close: () => void): void {
  const beganAt = performance.now();
  const mostMs = Math.min(EMPTY_WITHIN_MS, Math.max(QUICK_WITHIN_MS, graceMs / 2));
  let turnBegan = Number.NEGATIVE_INFINITY;
  const afterTurn = () => {
    const now = performance.now();
    const tookMs = now - beganAt;
    const isEmpty = acceptedAt() < turnBegan && (now - turnBegan < QUICK_TURN_MS || tookMs >= QUICK_WITHIN_MS);
    const isRest = now - acceptedAt() >= REST_MS || tookMs >= REST_WITHIN_MS;
    if (!(isEmpty && isRest) && tookMs < mostMs) {
      turnBegan = now;
      setImmediate(afterTurn);
      return;
    }
    close();
  };
  setImmediate(afterTurn);
}

function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
