import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** An address and the number of its bits that count. */
type Network = [Address, number];

/** Which addresses a call may go to (docs/contributing/spec/http/custom-tasks.md#rest-call-addresses; docs/contributing/adr/0023-check-addresses-at-the-connection.md). */
export interface AddressSettings {
  /** true: loopback, private, shared and reserved ranges are refused */
  readonly denyPrivateNetworks: boolean;
  /** networks in CIDR notation that `denyPrivateNetworks` does not refuse */
  readonly allowedNetworks: readonly string[];
}

/** Why an address is refused; undefined when a call may go there. `address`: as a resolver or a URL writes it, without brackets. */
export type AddressFilter = (address: string) => string | undefined;

/**
 * Addresses under which clouds hand out the credentials of a machine, beside those in the link-local ranges:
 * AWS (IPv6), Google (IPv6), Alibaba, Oracle (both forms), Azure.
 */
const METADATA: readonly Network[] = [
  'fd00:ec2::/32',
  'fd20:ce::/64',
  '100.100.100.200/32',
  '192.0.0.192/32',
  'fd00:c1::/32',
  '168.63.129.16/32',
].map((text) => ipaddr.parseCIDR(text));

/** All public IPv6 addresses; the rest of unicast is assigned to nobody, so it goes wherever a machine sends it. */
const PUBLIC_IPV6: Network = ipaddr.parseCIDR('2000::/3');

/** Ranges in which no service lives that a process could mean: refused whatever is configured. `unspecified` reaches the host itself. */
const NEVER: ReadonlySet<string> = new Set(['linkLocal', 'unspecified', 'multicast', 'broadcast', 'teredo', 'discard', 'amt']);

/** Makes the address filter. Throws when a network is not in CIDR notation; the configuration has checked that. */
export function createAddressFilter({ denyPrivateNetworks, allowedNetworks }: AddressSettings): AddressFilter {
  const allowed = allowedNetworks.map((text) => ipaddr.parseCIDR(text));
  return (text) => {
    if (!ipaddr.isValid(text)) return 'is not an address';
    for (const address of facesOf(ipaddr.parse(text))) {
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

/** Whether a text names a network as `allowedNetworks` takes it, for example `10.1.0.0/16` or `fd12::/48`. */
export function isNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text);
}

function isIn(networks: readonly Network[], address: Address): boolean {
  return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

/**
 * The addresses that an address may turn out to be on its way: the IPv4 address inside a translated one is where the packets end.
 * The wrapping address counts too, unless it is nothing but a wrapper.
 */
function facesOf(address: Address): readonly Address[] {
  if (address.kind() === 'ipv4') return [address];
  const parts = (address as ipaddr.IPv6).parts;
  switch (address.range()) {
    case 'ipv4Mapped':
    case 'rfc6145':
      return [ipv4Of(parts, 6)];
    case 'rfc6052':
      // the local prefix 64:ff9b:1::/48 may hold the address elsewhere: it stays a private range as a whole
      return parts[2] === 0 ? [ipv4Of(parts, 6)] : [address, ipv4Of(parts, 6)];
    case '6to4':
      return [ipv4Of(parts, 1)];
    default:
      return isCompatible(parts) ? [ipv4Of(parts, 6)] : [address];
  }
}

/** `::a.b.c.d`, the form that came before `::ffff:a.b.c.d`; `::` and `::1` are not of it. */
function isCompatible(parts: readonly number[]): boolean {
  return parts.slice(0, 6).every((part) => part === 0) && (parts[6] !== 0 || (parts[7] ?? 0) > 1);
}

function ipv4Of(parts: readonly number[], at: number): ipaddr.IPv4 {
  const high = parts[at] ?? 0;
  const low = parts[at + 1] ?? 0;
  return new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]);
}
