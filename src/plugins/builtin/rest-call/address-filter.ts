import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** Network address and prefix length. */
type Network = [Address, number];

/**
 * Allowed target addresses of a call (docs/contributing/spec/http/custom-tasks.md#rest-call-addresses;
 * docs/contributing/adr/0023-check-addresses-and-hosts.md).
 */
export interface AddressSettings {
  /** True: loopback, private, shared and reserved ranges are rejected. */
  readonly denyPrivateNetworks: boolean;
  /** Networks in CIDR notation exempt from `denyPrivateNetworks`. */
  readonly allowedNetworks: readonly string[];
}

/** Returns the reason to reject an address; undefined if it is allowed. `address`: without brackets. */
export type AddressFilter = (address: string) => string | undefined;

/** Cloud metadata addresses outside the link-local ranges: AWS (IPv6), Google (IPv6), Alibaba, Oracle (both forms), Azure. */
const METADATA: readonly Network[] = [
  'fd00:ec2::/32',
  'fd20:ce::/64',
  '100.100.100.200/32',
  '192.0.0.192/32',
  'fd00:c1::/32',
  '168.63.129.16/32',
].map((text) => ipaddr.parseCIDR(text));

/** All public IPv6 addresses. Other unicast addresses are unassigned: their routing depends on the machine. */
const PUBLIC_IPV6: Network = ipaddr.parseCIDR('2000::/3');

/** Ranges that are always rejected: they contain no services. `unspecified` reaches the own host. */
const NEVER: ReadonlySet<string> = new Set(['linkLocal', 'unspecified', 'multicast', 'broadcast', 'teredo', 'discard', 'amt']);

/** Creates the address filter. Throws for a network not in CIDR notation; the configuration already checks that. */
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

/** True for a network in the notation of `allowedNetworks`, for example `10.1.0.0/16` or `fd12::/48`. */
export function isNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text);
}

function isIn(networks: readonly Network[], address: Address): boolean {
  return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

/** Addresses that packets may reach: a translated IPv6 address leads to the embedded IPv4 address. Includes the IPv6 address unless it is only a wrapper. */
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
