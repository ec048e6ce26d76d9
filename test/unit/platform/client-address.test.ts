import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { createOriginReader } from '../../../src/platform/client-address.ts';

const PROXIES = { addresses: ['10.0.0.1', 'fd00::1'], networks: ['10.1.0.0/16', '2001:db8:aa::/48', '::ffff:10.2.0.0/112'] };
const read = createOriginReader(PROXIES);

function request(peer: string | undefined, forwardedFor?: string | string[], proto?: string, isTls = false): IncomingMessage {
  const headers = { 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': proto };
  return { socket: { remoteAddress: peer, ...(isTls ? { encrypted: true } : {}) }, headers } as unknown as IncomingMessage;
}
const addressOf = (...args: Parameters<typeof request>) => read(request(...args)).address;
const schemeOf = (...args: Parameters<typeof request>) => read(request(...args)).scheme;

describe('the client address', () => {
  it('is the peer, and headers are ignored, when the peer is not a trusted proxy', () => {
    for (const peer of ['127.0.0.1', '::1', '10.0.0.2', '10.3.0.1', 'fd00::2']) {
      expect(addressOf(peer, '1.2.3.4', 'https')).to.equal(peer);
      expect(schemeOf(peer, '1.2.3.4', 'https')).to.equal('http');
    }
  });

  it('is the peer when nothing is trusted, not even loopback', () => {
    const trustNobody = createOriginReader({ addresses: [], networks: [] });
    expect(trustNobody(request('127.0.0.1', '1.2.3.4')).address).to.equal('127.0.0.1');
  });

  const walks: readonly [forwarded: string, expected: string, why: string][] = [
    ['1.2.3.4', '1.2.3.4', 'there is one entry'],
    ['9.9.9.9, 1.2.3.4', '1.2.3.4', 'a client wrote an entry of its own before'],
    ['9.9.9.9, 10.1.2.3', '9.9.9.9', 'the last entry is a trusted network'],
    ['8.8.8.8, 9.9.9.9,10.1.2.3 , fd00::1', '9.9.9.9', 'two trusted proxies stand in a row'],
    ['10.1.2.3, 10.0.0.1', '10.1.2.3', 'all entries are trusted'],
    ['nonsense, 10.1.2.3', '10.1.2.3', 'an unreadable entry ends the walk'],
    ['1.2.3.4, unknown', '10.0.0.1', 'the first entry from the right is unreadable'],
    ['1.2.3.4, _hidden', '10.0.0.1', 'the entry is obfuscated'],
    ['1.2.3.4,', '10.0.0.1', 'the last entry is empty'],
    ['', '10.0.0.1', 'the header is empty'],
    ['1.2.3.4:5678', '1.2.3.4', 'an entry carries a port'],
    ['[2001:DB8:0::1]:443', '2001:db8::1', 'an IPv6 entry carries a port'],
    ['[2001:db8::1]', '2001:db8::1', 'an IPv6 entry stands in brackets'],
    ['[1.2.3.4]:80', '10.0.0.1', 'an IPv4 entry stands in brackets'],
    ['1.2.3.4:', '10.0.0.1', 'the port is missing'],
    ['::ffff:1.2.3.4', '1.2.3.4', 'an IPv4 address is mapped'],
    ['::FFFF:102:304', '1.2.3.4', 'an IPv4 address is mapped in hexadecimal'],
    ['fe80::1%eth0', 'fe80::1', 'an entry names a zone'],
    ['7.7.7.7, 2001:db8:aa:1::5', '7.7.7.7', 'the proxy is in a trusted IPv6 network'],
    ['7.7.7.7, 10.2.9.9', '7.7.7.7', 'the network was configured in mapped form'],
    ['01.2.3.4', '10.0.0.1', 'a number has a leading zero'],
    ['1.2.3.4.5', '10.0.0.1', 'it is no address'],
    [Array.from({ length: 1000 }, (_, n) => `10.1.${n % 250}.1`).join(', '), '10.1.0.1', 'there are a thousand hops'],
  ];
  for (const [forwarded, expected, why] of walks) {
    it(`is ${expected} when ${why}`, () => expect(addressOf('10.0.0.1', forwarded)).to.equal(expected));
  }

  it('follows the headers when the trusted peer comes mapped into IPv6', () => {
    expect(addressOf('::ffff:10.0.0.1', ['5.5.5.5', '1.2.3.4'])).to.equal('1.2.3.4');
  });

  it('is missing when the connection has none', () => expect(addressOf(undefined)).to.equal(undefined));

  it('comes with its scheme when the proxy specifies one', () => {
    expect(schemeOf('10.0.0.1', '1.2.3.4', 'https')).to.equal('https');
    expect(schemeOf('10.0.0.1', '9.9.9.9, 1.2.3.4', 'http, HTTPS')).to.equal('https');
    expect(schemeOf('10.0.0.1', '1.2.3.4, 10.1.0.1', 'https, http')).to.equal('https');
    expect(schemeOf('10.0.0.1', '1.2.3.4, 10.1.0.1', 'https')).to.equal('https');
    expect(schemeOf('10.0.0.1', '1.2.3.4', 'javascript')).to.equal('http');
    expect(schemeOf('10.0.0.1', undefined, 'https')).to.equal('http');
    expect(schemeOf('1.1.1.1', undefined, undefined, true)).to.equal('https');
    expect(schemeOf('10.0.0.1', '1.2.3.4', 'http', true)).to.equal('http');
  });
});
