import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { createOriginReader, createProxyTest } from './client-address.ts';
import type { TrustedProxies } from './config/config-security.ts';
import type { Logger } from './log.ts';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** True for a loopback address (also in brackets), `localhost`, or a name below it (RFC 6761, 6.3). */
export function isLoopback(host: string): boolean {
  const plain = /^\[(.*)\]$/.exec(host)?.[1] ?? host;
  const family = isIP(plain);
  if (family !== 0) return LOOPBACK.check(plain, family === 4 ? 'ipv4' : 'ipv6');
  return /^(?:.*\.)?localhost\.?$/i.test(plain);
}

/** Hosts accepted in addition to addresses and loopback names. */
export interface HostRules {
  /** bound address or name */
  readonly bound: string;
  /** names, `*.name` for all names below one, or `*` for every host */
  readonly allowed: readonly string[];
  /** their `X-Forwarded-Host` is checked too */
  readonly proxies: TrustedProxies;
}

/** Reason of a rejection (RFC 9110, 7.4; RFC 9112, 3.2). */
export interface HostRefusal {
  readonly code: 'invalid-host' | 'unknown-host';
  readonly detail: string;
}

/** Undefined: all hosts are allowed. `target`: of the request line, if a framework has changed `request.url`. */
export type HostCheck = (request: IncomingMessage, target?: string) => HostRefusal | undefined;

const UNREADABLE: HostRefusal = {
  code: 'invalid-host',
  detail: 'The request must name its host once, as a name or an address, with or without a port.',
};
const ABSOLUTE_TARGET = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;
const HOST = /^(?:\[([0-9a-f:.]+)\]|(?=[^:]{1,255}(?::|$))([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?)(?::\d{0,5})?$/i;
/** Usually every request of a client has the wrong host. */
const LOG_PAUSE_MS = 60_000;

/**
 * Protects against DNS rebinding: a website points its own host name to the address of this machine, so that a script in the browser of a visitor can send
 * requests to it. Such a request contains the host name of the website. An address as host passes, because it contains no name. Every host of the request must
 * be allowed.
 */
export function createHostCheck(rules: HostRules, log: Logger): HostCheck {
  const isAllowed = allowedBy(rules);
  const isProxy = createProxyTest(rules.proxies);
  const originOf = createOriginReader(rules.proxies);
  let silentUntil = Number.NEGATIVE_INFINITY;

  function refuse(request: IncomingMessage, host: string, refusal: HostRefusal): HostRefusal {
    if (performance.now() >= silentUntil) {
      silentUntil = performance.now() + LOG_PAUSE_MS;
      log.event('host-refused', { Host: host, ClientAddress: originOf(request).address ?? 'unknown' });
    }
    return refusal;
  }
  return (request, target = request.url) => {
    const headers = hostHeaders(request);
    if (headers.length > 1) return refuse(request, 'unreadable', UNREADABLE);
    for (const text of [...headers, ...furtherHosts(request, target, isProxy)]) {
      const host = readHost(text);
      if (host === undefined) return refuse(request, 'unreadable', UNREADABLE);
      if (!isAllowed(host)) return refuse(request, host, foreign(host));
    }
    return undefined;
  };
}

/**
 * Host headers as sent. The parser of Node keeps only the first one, but a proxy may have used the last one. [] for HTTP/1.0 without a host, which no browser
 * sends; Node rejects HTTP/1.1 without a host.
 */
function hostHeaders({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host');
}

/** Yields the host of a target in absolute form, and forwarded hosts if a known proxy sent the request. */
function* furtherHosts(
  request: IncomingMessage,
  target: string | undefined,
  isProxy: (request: IncomingMessage) => boolean,
): Iterable<string> {
  const { headers } = request;
  const authority = target === undefined || target.startsWith('/') ? undefined : ABSOLUTE_TARGET.exec(target)?.[1];
  if (authority !== undefined) yield authority;
  const forwarded = headers['x-forwarded-host'];
  if (forwarded !== undefined && isProxy(request)) yield* String(forwarded).split(',');
}

/** Host without its port, in lower case. Undefined if the text is not a host. */
function readHost(text: string): string | undefined {
  const [, bracketed, name] = HOST.exec(text.trim()) ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? bracketed.toLowerCase() : undefined;
  return name?.toLowerCase();
}

function allowedBy({ bound, allowed }: HostRules): (host: string) => boolean {
  const entries = [bound, ...allowed].map((entry) => withoutEndDot(entry.toLowerCase()));
  if (entries.includes('*')) return () => true;
  const names = new Set(entries);
  const endings = entries.filter((entry) => entry.startsWith('*.')).map((entry) => entry.slice(1));
  return (host) =>
    isIP(host) !== 0 ||
    isLoopback(host) ||
    names.has(host) ||
    endings.some((ending) => host.length > ending.length && host.endsWith(ending));
}

function withoutEndDot(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name;
}

function foreign(host: string): HostRefusal {
  return {
    code: 'unknown-host',
    detail: `This service does not answer to the host '${host}'. Its hosts are named in ALLOWED_HOSTS.`,
  };
}
