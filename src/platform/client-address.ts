import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, SocketAddress } from 'node:net';
import type { TrustedProxies } from './config/config-security.ts';

/** Sender of a request (docs/contributing/spec/http/access.md#client-address). */
export interface RequestOrigin {
  /** IPv4 dotted, IPv6 in its shortest form without a zone; undefined: unknown */
  readonly address: string | undefined;
  /** scheme of the URL that the client uses */
  readonly scheme: 'http' | 'https';
}

export type OriginReader = (request: IncomingMessage) => RequestOrigin;

type Family = 'ipv4' | 'ipv6';
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Uses `X-Forwarded-…` headers only if the peer is a known proxy (docs/contributing/spec/http/access.md#known-proxies). */
export function createOriginReader(proxies: TrustedProxies): OriginReader {
  const isTrusted = trustOf(proxies);
  return (request) => {
    const peer = readAddress(request.socket.remoteAddress ?? '');
    const scheme = 'encrypted' in request.socket ? 'https' : 'http';
    if (peer === undefined || !isTrusted(peer)) return { address: peer, scheme };
    const walked = walk(entriesOf(request.headers['x-forwarded-for']), isTrusted);
    const forwarded = schemeAt(entriesOf(request.headers['x-forwarded-proto']), walked.length);
    return { address: walked.at(-1) ?? peer, scheme: forwarded ?? scheme };
  };
}

/** True if the peer of a connection is a known proxy. */
export function createProxyTest(proxies: TrustedProxies): (request: IncomingMessage) => boolean {
  const isTrusted = trustOf(proxies);
  return (request) => {
    const peer = readAddress(request.socket.remoteAddress ?? '');
    return peer !== undefined && isTrusted(peer);
  };
}

/** Addresses from right to left, up to the first one that is not a known proxy: the client. Stops before an invalid entry. */
function walk(entries: readonly string[], isTrusted: (address: string) => boolean): readonly string[] {
  const passed: string[] = [];
  for (const entry of [...entries].reverse()) {
    const address = readEntry(entry);
    if (address === undefined) break;
    passed.push(address);
    if (!isTrusted(address)) break;
  }
  return passed;
}

/** Scheme at the position of the client address, from the right; of a shorter list, the first one. Undefined if invalid. */
function schemeAt(entries: readonly string[], place: number): 'http' | 'https' | undefined {
  const entry = entries[Math.max(0, entries.length - place)]?.toLowerCase();
  return place > 0 && (entry === 'http' || entry === 'https') ? entry : undefined;
}

function entriesOf(header: string | readonly string[] | undefined): readonly string[] {
  const text = typeof header === 'string' ? header : (header ?? []).join(',');
  return text === '' ? [] : text.split(',').map((entry) => entry.trim());
}

/** Reads an address with an optional port: `1.2.3.4:5678`, `[2001:db8::1]:5678`. Returns undefined if it is invalid. */
function readEntry(entry: string): string | undefined {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1];
  if (bracketed !== undefined) return bracketed.includes(':') ? readAddress(bracketed) : undefined;
  return readAddress(/^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(entry)?.[1] ?? entry);
}

/** Normalized; an IPv4 address mapped into IPv6 becomes IPv4. Undefined if it is invalid. */
function readAddress(text: string): string | undefined {
  const address = text.split('%', 1)[0] ?? '';
  if (isIP(address) === 4) return address;
  if (isIP(address) !== 6) return undefined;
  const shortest = new SocketAddress({ address, family: 'ipv6' }).address;
  return MAPPED.exec(shortest)?.[1] ?? shortest;
}

function trustOf({ addresses, networks }: TrustedProxies): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of addresses) {
    const address = readAddress(entry) ?? entry;
    list.addAddress(address, familyOf(address));
  }
  for (const range of networks) {
    const [network = '', bits = ''] = range.split('/');
    const mapped = mappedRange(network, Number(bits));
    list.addSubnet(mapped?.network ?? network, mapped?.bits ?? Number(bits), familyOf(mapped?.network ?? network));
  }
  return (address) => list.check(address, familyOf(address));
}

/** IPv4 range of addresses mapped into IPv6. Undefined for other ranges. */
function mappedRange(network: string, bits: number): { readonly network: string; readonly bits: number } | undefined {
  const address = familyOf(network) === 'ipv6' ? readAddress(network) : undefined;
  return address !== undefined && isIP(address) === 4 && bits >= 96 ? { network: address, bits: bits - 96 } : undefined;
}

function familyOf(address: string): Family {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
