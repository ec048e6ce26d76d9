import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { TaskFailure } from '../../plugin.ts';
import type { AddressFilter } from './address-filter.ts';

/** Every address of a host name, as the system sees it. Rejects when there is none. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** The resolver of the system, hosts file included. */
export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true });

/** The refusal of a host, code `400` (docs/contributing/spec/http/custom-tasks.md#rest-call-addresses). No further run can do better. It does not say what a name resolves to inside. */
export function hostRefused(host: string, reason: string): TaskFailure {
  return new TaskFailure('400', `url must not lead to ${host}: its address ${reason}.`, { isRetryable: false });
}

/**
 * The look-up a connection is made with. A name is resolved once, the filter sees every address it has, and the socket connects to one of
 * exactly these: there is no second look-up that could say something else. Node does not ask it for a host that is an address already.
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

/** Refuses a URL whose host is an address already. Throws {@link TaskFailure}. */
export function checkLiteralHost(url: URL, filter: AddressFilter): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isAddress = url.hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(host);
  const reason = isAddress ? filter(host) : undefined;
  if (reason !== undefined) throw hostRefused(host, reason);
}
