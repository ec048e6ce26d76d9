import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { TaskFailure } from '../../plugin.ts';
import type { AddressFilter } from './address-filter.ts';

/** Resolves a host name to all its addresses. Rejects if none exist. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Resolver of the operating system, including the hosts file. */
export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true });

/** Error for a rejected host, code `400`, not retryable (docs/contributing/spec/http/custom-tasks.md#rest-call-addresses). Does not reveal the resolved address. */
export function hostRefused(host: string, reason: string): TaskFailure {
  return new TaskFailure('400', `url must not lead to ${host}: its address ${reason}.`, { isRetryable: false });
}

/**
 * DNS lookup for connections. Resolves a name once, filters all its addresses and connects to one of them: prevents DNS rebinding, because
 * there is no second lookup. Node does not call it for literal addresses.
 */
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

/** Rejects a URL with a literal address. Throws {@link TaskFailure}. */
export function checkLiteralHost(url: URL, filter: AddressFilter): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isAddress = url.hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(host);
  const reason = isAddress ? filter(host) : undefined;
  if (reason !== undefined) throw hostRefused(host, reason);
}
