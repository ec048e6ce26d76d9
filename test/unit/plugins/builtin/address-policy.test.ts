import { expect } from 'chai';
import { createAddressFilter, isNetwork } from '../../../../src/plugins/builtin/rest-call/address-filter.ts';

const strict = createAddressFilter({ denyPrivateNetworks: true, allowedNetworks: [] });
const open = createAddressFilter({ denyPrivateNetworks: false, allowedNetworks: [] });

/** Refused whatever is configured. */
const NEVER: readonly (readonly [what: string, address: string])[] = [
  ['link-local, where AWS, Google, Azure and DigitalOcean keep credentials', '169.254.169.254'],
  ['the link-local address of container credentials', '169.254.170.2'],
  ['the first link-local address', '169.254.0.0'],
  ['the last link-local address', '169.254.255.255'],
  ['IPv6 link-local', 'fe80::1'],
  ['IPv6 link-local with a zone', 'fe80::1%eth0'],
  ['the end of IPv6 link-local', 'febf:ffff::1'],
  ['the metadata address of AWS over IPv6', 'fd00:ec2::254'],
  ['the metadata address of Google over IPv6', 'fd20:ce::254'],
  ['the metadata address of Alibaba', '100.100.100.200'],
  ['the metadata address of Oracle', '192.0.0.192'],
  ['the metadata address of Oracle over IPv6', 'fd00:c1::a9fe:a9fe'],
  ['the wire server of Azure', '168.63.129.16'],
  ['link-local, v4-mapped', '::ffff:169.254.169.254'],
  ['link-local, v4-mapped in hexadecimal', '::ffff:a9fe:a9fe'],
  ['link-local, v4-compatible', '::169.254.169.254'],
  ['link-local, translated', '::ffff:0:169.254.169.254'],
  ['link-local behind NAT64', '64:ff9b::a9fe:a9fe'],
  ['link-local behind a NAT64 of its own', '64:ff9b:1::a9fe:a9fe'],
  ['link-local over 6to4', '2002:a9fe:a9fe::1'],
  ['the unspecified address, which is the host itself', '0.0.0.0'],
  ['its network', '0.1.2.3'],
  ['the unspecified IPv6 address', '::'],
  ['the unspecified address, v4-mapped', '::ffff:0.0.0.0'],
  ['multicast', '224.0.0.1'],
  ['IPv6 multicast', 'ff02::1'],
  ['broadcast', '255.255.255.255'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['no address at all', 'localhost'],
  ['an empty text', ''],
];

/** Refused when private networks are denied. */
const PRIVATE: readonly (readonly [what: string, address: string])[] = [
  ['loopback', '127.0.0.1'],
  ['the end of loopback', '127.255.255.254'],
  ['IPv6 loopback', '::1'],
  ['loopback, v4-mapped', '::ffff:127.0.0.1'],
  ['loopback, v4-compatible', '::7f00:1'],
  ['loopback, translated', '::ffff:0:7f00:1'],
  ['loopback behind NAT64', '64:ff9b::7f00:1'],
  ['loopback over 6to4', '2002:7f00:1::'],
  ['10/8', '10.0.0.1'],
  ['172.16/12', '172.31.255.255'],
  ['192.168/16', '192.168.1.1'],
  ['192.168/16, v4-mapped', '::ffff:c0a8:101'],
  ['shared address space', '100.64.0.1'],
  ['unique local', 'fd12:3456::1'],
  ['unique local, lower half', 'fc00::1'],
  ['deprecated site local', 'fec0::1'],
  ['a spelling near a mapped address, which is assigned to nobody', '::ffff:0:0:0:1'],
  ['what is assigned to nobody yet', '4000::1'],
  ['the end of what is assigned to nobody yet', 'fbff:ffff::1'],
  ['the NAT64 prefix for local use', '64:ff9b:1::808:808'],
  ['protocol assignments', '192.0.0.8'],
  ['benchmarking', '198.18.0.1'],
  ['reserved for the future', '240.0.0.1'],
  ['documentation', '203.0.113.1'],
  ['IPv6 documentation', '2001:db8::1'],
];

const PUBLIC: readonly string[] = [
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '2606:4700::1111',
  '64:ff9b::808:808',
  '::ffff:8.8.8.8',
];

describe('the judge of addresses', () => {
  for (const [what, address] of NEVER) {
    it(`refuses ${what} (${address}) when private networks are allowed`, () => {
      expect(open(address)).to.be.a('string');
    });
    it(`refuses ${what} (${address}) when private networks are denied`, () => {
      expect(strict(address)).to.be.a('string');
    });
  }
  for (const [what, address] of PRIVATE) {
    it(`refuses ${what} (${address}) when private networks are denied, and only then`, () => {
      expect(strict(address)).to.be.a('string');
      expect(open(address)).to.equal(undefined);
    });
  }
  for (const address of PUBLIC) {
    it(`takes ${address} when it is public`, () => {
      expect(strict(address)).to.equal(undefined);
    });
  }

  it('takes what lies in an allowed network when private networks are denied', () => {
    const judge = createAddressFilter({ denyPrivateNetworks: true, allowedNetworks: ['10.1.0.0/16', 'fd12::/16'] });
    expect(judge('10.1.255.255')).to.equal(undefined);
    expect(judge('::ffff:10.1.0.1')).to.equal(undefined);
    expect(judge('fd12::1')).to.equal(undefined);
    expect(judge('10.2.0.0')).to.be.a('string');
    expect(judge('127.0.0.1')).to.be.a('string');
  });

  it('refuses metadata addresses when an allowed network holds them', () => {
    const judge = createAddressFilter({ denyPrivateNetworks: true, allowedNetworks: ['0.0.0.0/0', '::/0'] });
    for (const [, address] of NEVER) expect(judge(address), address).to.be.a('string');
    expect(judge('127.0.0.1')).to.equal(undefined);
  });

  it('recognises a network when it is in CIDR notation', () => {
    for (const text of ['10.0.0.0/8', '127.0.0.1/32', 'fd00::/8']) expect(isNetwork(text), text).to.equal(true);
    for (const text of ['10.0.0.0', '10.0.0.0/33', 'example.org/8', '', '/']) expect(isNetwork(text), text).to.equal(false);
  });
});
