import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { TaskFailure } from '../../plugin.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** Address and prefix length. */
type Network = [Address, number];

/** Allowed target addresses (docs/contributing/spec/http/custom-tasks.md#rest-call-addresses; docs/contributing/adr/0023-check-addresses-and-hosts.md). */
export interface AddressSettings {
  /** True: loopback, private, shared and reserved ranges are rejected. */
  readonly denyPrivateNetworks: boolean;
  /** Networks in CIDR notation, exempt from `denyPrivateNetworks`. */
  readonly allowedNetworks: readonly string[];
}

/** Reason to reject an address; undefined if it is allowed. `address`: without brackets. */
export type AddressFilter = (address: string) => string | undefined;

/** Cloud metadata outside the link-local ranges: AWS (IPv6), Google (IPv6), Alibaba, Oracle (both forms), Azure. */
const METADATA: readonly Network[] = [
  'fd00:ec2::/32',
  'fd20:ce::/64',
  '100.100.100.200/32',
  '192.0.0.192/32',
  'fd00:c1::/32',
  '168.63.129.16/32',
].map((text) => ipaddr.parseCIDR(text));

/** Other unicast addresses are unassigned: their routing depends on the machine. */
const PUBLIC_IPV6: Network = ipaddr.parseCIDR('2000::/3');

/** Ranges without services. `unspecified` reaches the own host. */
const NEVER: ReadonlySet<string> = new Set(['linkLocal', 'unspecified', 'multicast', 'broadcast', 'teredo', 'discard', 'amt']);

/** Throws for a network not in CIDR notation; the configuration already checks that. */
export function createAddressFilter({ denyPrivateNetworks, allowedNetworks }: AddressSettings): AddressFilter {
  const allowed = allowedNetworks.map((text) => ipaddr.parseCIDR(text));
  return (text) => {
    if (!ipaddr.isValid(text)) return 'is not an address';
    for (const address of effectiveAddresses(ipaddr.parse(text))) {
      const range = address.range();
      if (isIn(METADATA, address)) return 'is a metadata address';
      if (NEVER.has(range)) return `is in a refused range (${range})`;
      const isPublic = range === 'unicast' && (address.kind() === 'ipv4' || isIn([PUBLIC_IPV6], address));
      if (denyPrivateNetworks && !isPublic && !isIn(allowed, address))
        return `is not a public address (${range === 'unicast' ? 'unassigned' : range})`;
    }
    return undefined;
  };
}

/** True for CIDR notation: `10.1.0.0/16` or `fd12::/48`. */
export function isNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text);
}

function isIn(networks: readonly Network[], address: Address): boolean {
  return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

/** A translated IPv6 address leads to the embedded IPv4 address. Includes the IPv6 address unless it is only a wrapper. */
function effectiveAddresses(address: Address): readonly Address[] {
  if (address.kind() === 'ipv4') return [address];
  const parts = (address as ipaddr.IPv6).parts;
  switch (address.range()) {
    case 'ipv4Mapped':
    case 'rfc6145':
      return [ipv4Of(parts, 6)];
    case 'rfc6052':
      // the local prefix 64:ff9b:1::/48 may embed the address elsewhere: treat it as a private range as well
      return parts[2] === 0 ? [ipv4Of(parts, 6)] : [address, ipv4Of(parts, 6)];
    case '6to4':
      return [ipv4Of(parts, 1)];
    default:
      return isCompatible(parts) ? [ipv4Of(parts, 6)] : [address];
  }
}

/** `::a.b.c.d`, the predecessor of `::ffff:a.b.c.d`; excludes `::` and `::1`. */
function isCompatible(parts: readonly number[]): boolean {
  return parts.slice(0, 6).every((part) => part === 0) && (parts[6] !== 0 || (parts[7] ?? 0) > 1);
}

function ipv4Of(parts: readonly number[], at: number): ipaddr.IPv4 {
  const high = parts[at] ?? 0;
  const low = parts[at + 1] ?? 0;
  return new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]);
}

/** All addresses of a host name. Rejects if none exist. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Resolver of the operating system, including the hosts file. */
export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true });

/** Code `400`, not retryable. Does not reveal the resolved address. */
function hostRefused(host: string, reason: string): TaskFailure {
  return new TaskFailure('400', `url must not lead to ${host}: its address ${reason}.`, { isRetryable: false });
}

/** Resolves a name once, filters all addresses and connects to one of them, which prevents DNS rebinding. Node does not call it for literal addresses. */
export function filteredLookup(filter: AddressFilter, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolved(hostname, filter, resolve).then(
      ([first, ...others]) => {
        if (options.all === true) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

async function resolved(
  hostname: string,
  filter: AddressFilter,
  resolve: Resolve,
): Promise<readonly [LookupAddress, ...LookupAddress[]]> {
  const [first, ...others] = await resolve(hostname);
  if (first === undefined) throw new Error(`${hostname} has no address`);
  for (const { address } of [first, ...others]) {
    const reason = filter(address);
    if (reason !== undefined) throw hostRefused(hostname, reason);
  }
  return [first, ...others];
}

/** Throws {@link TaskFailure} if the filter rejects a literal address. `filteredLookup` is not called for these. */
export function checkLiteralHost(url: URL, filter: AddressFilter): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isAddress = url.hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(host);
  const reason = isAddress ? filter(host) : undefined;
  if (reason !== undefined) throw hostRefused(host, reason);
}

/**
 * Concurrent DNS lookups in total and per process key. Each occupies one of the four libuv threads, also after its call has ended. Files, other connections
 * and compression need these threads too.
 */
const MOST = 3;
const MOST_OF_ONE_KEY = 2;

interface Turn {
  readonly begin: () => void;
}

/** Unresponsive names of one process must not block other processes or the rest of the service. */
export class LookupQueue {
  readonly #running = new Map<string, number>();
  /** Order of keys: the most recently served is last. */
  readonly #waiting = new Map<string, Turn[]>();
  #total = 0;

  /** Waits for a slot. Rejects with the reason of `signal` if that is aborted first. */
  async take<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#hasRoomFor(key)) this.#begin(key);
    else await this.#wait(key, signal);
    try {
      return await work();
    } finally {
      this.#end(key);
    }
  }

  #hasRoomFor(key: string): boolean {
    return this.#total < MOST && (this.#running.get(key) ?? 0) < MOST_OF_ONE_KEY;
  }

  #begin(key: string): void {
    this.#total += 1;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  #wait(key: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.#remove(key, turn);
        reject(signal.reason);
      };
      const turn = {
        begin: () => {
          signal.removeEventListener('abort', cancel);
          resolve();
        },
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', cancel, { once: true });
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), turn]);
    });
  }

  #remove(key: string, turn: Turn): void {
    const left = (this.#waiting.get(key) ?? []).filter((other) => other !== turn);
    this.#waiting.delete(key);
    if (left.length > 0) this.#waiting.set(key, left);
  }

  #end(key: string): void {
    const left = (this.#running.get(key) ?? 0) - 1;
    this.#total -= 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
    for (const [next, [turn]] of this.#waiting) {
      if (turn === undefined || !this.#hasRoomFor(next)) continue;
      this.#remove(next, turn);
      this.#begin(next);
      turn.begin();
      return;
    }
  }
}
