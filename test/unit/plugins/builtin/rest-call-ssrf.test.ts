import type { LookupAddress } from 'node:dns';
import { expect } from 'chai';
import { restCall } from '../../../../src/plugins/builtin/rest-call/rest-call.ts';
import type { Values } from '../../../../src/plugins/plugin.ts';
import { type StubServer, startStub } from '../../../support/servers/stub-server.ts';
import { failureOf, readableLog, run } from './plugin-run.ts';

const { log } = readableLog();

/** Names of the tests' own world. Anything else does not exist. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
  'app.localhost': ['127.0.0.1'],
  '127.0.0.1.nip.io': ['127.0.0.1'],
  '169-254-169-254.sslip.io': ['169.254.169.254'],
  'metadata.google.internal': ['169.254.169.254'],
  'instance-data': ['169.254.169.254'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'zone.test': ['fe80::1%lo'],
  'ula.test': ['fd00::1'],
  'intranet.test': ['10.0.0.5'],
  'half-public.test': ['8.8.8.8', '127.0.0.1'],
  'unspecified.test': ['0.0.0.0'],
  'odd.test': ['not-an-address'],
};

async function resolve(hostname: string): Promise<readonly LookupAddress[]> {
  const addresses = NAMES[hostname];
  if (addresses === undefined) throw new Error(`getaddrinfo ENOTFOUND ${hostname}`);
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

const guarded = restCall({ log, resolve, addresses: { denyPrivateNetworks: true, allowedNetworks: [] } });
const lenient = restCall({ log, resolve, addresses: { denyPrivateNetworks: false, allowedNetworks: [] } });

/** `{port}` is replaced by the port of the canary. */
const ADDRESSES: readonly (readonly [what: string, url: string])[] = [
  ['dotted loopback', 'http://127.0.0.1:{port}/'],
  ['another loopback address', 'http://127.8.9.10:{port}/'],
  ['short loopback', 'http://127.1:{port}/'],
  ['decimal loopback', 'http://2130706433:{port}/'],
  ['hexadecimal loopback', 'http://0x7f000001:{port}/'],
  ['hexadecimal parts', 'http://0x7f.0x0.0x0.0x1:{port}/'],
  ['octal loopback', 'http://0177.0.0.1:{port}/'],
  ['octal number', 'http://017700000001:{port}/'],
  ['mixed notations', 'http://0x7f.1:{port}/'],
  ['full-width digits', 'http://１２７.０.０.１:{port}/'],
  ['circled digits', 'http://①②⑦.⓪.⓪.①:{port}/'],
  ['ideographic full stops', 'http://127。0。0。1:{port}/'],
  ['percent-encoded digits', 'http://%31%32%37.0.0.1:{port}/'],
  ['a trailing dot after the address', 'http://127.0.0.1.:{port}/'],
  ['zero', 'http://0:{port}/'],
  ['the unspecified address', 'http://0.0.0.0:{port}/'],
  ['IPv6 loopback', 'http://[::1]:{port}/'],
  ['IPv6 loopback at length', 'http://[0:0:0:0:0:0:0:1]:{port}/'],
  ['the unspecified IPv6 address', 'http://[::]:{port}/'],
  ['v4-mapped loopback', 'http://[::ffff:127.0.0.1]:{port}/'],
  ['v4-mapped loopback in hexadecimal', 'http://[::ffff:7f00:1]:{port}/'],
  ['v4-compatible loopback', 'http://[::127.0.0.1]:{port}/'],
  ['translated loopback', 'http://[::ffff:0:127.0.0.1]:{port}/'],
  ['loopback behind NAT64', 'http://[64:ff9b::127.0.0.1]:{port}/'],
  ['loopback over 6to4', 'http://[2002:7f00:1::]:{port}/'],
  ['a zone id', 'http://[fe80::1%25lo]:{port}/'],
  ['a zone id on loopback', 'http://[::1%25lo]:{port}/'],
  ['localhost', 'http://localhost:{port}/'],
  ['localhost in capitals', 'http://LOCALHOST:{port}/'],
  ['localhost with a dot', 'http://localhost.:{port}/'],
  ['a name below localhost', 'http://app.localhost:{port}/'],
  ['a wildcard name service', 'http://127.0.0.1.nip.io:{port}/'],
  ['a name with a v4-mapped address', 'http://mapped.test:{port}/'],
  ['a name with a zone id', 'http://zone.test:{port}/'],
  ['a name with a unique local address', 'http://ula.test:{port}/'],
  ['a name in the intranet', 'http://intranet.test:{port}/'],
  ['a name with one public and one loopback address', 'http://half-public.test:{port}/'],
  ['a name with the unspecified address', 'http://unspecified.test:{port}/'],
  ['a name with something else than an address', 'http://odd.test:{port}/'],
  ['a private address', 'http://10.0.0.1:{port}/'],
  ['a private address of the middle range', 'http://172.16.0.1:{port}/'],
  ['a home network', 'http://192.168.0.1:{port}/'],
  ['shared address space', 'http://100.64.0.1:{port}/'],
  ['user information in front of the host', 'http://example.org@127.0.0.1:{port}/'],
  ['a password in front of the host', 'http://user:password@127.0.0.1:{port}/'],
  ['user information in front of a public host', 'http://127.0.0.1:{port}@example.org/'],
  ['a backslash as separator', 'http:\\\\127.0.0.1:{port}\\'],
  ['a backslash in front of user information', 'http://127.0.0.1:{port}\\@example.org/'],
  ['one slash', 'http:/127.0.0.1:{port}/'],
  ['no slash', 'http:127.0.0.1:{port}/'],
  ['three slashes', 'http:///127.0.0.1:{port}/'],
  ['a relative address', '//127.0.0.1:{port}/'],
  ['a path', '/etc/passwd'],
  ['file:', 'file:///etc/passwd'],
  ['file: with a host', 'file://127.0.0.1/etc/passwd'],
  ['gopher:', 'gopher://127.0.0.1:{port}/_GET%20/'],
  ['data:', 'data:text/plain,hello'],
  ['ftp:', 'ftp://127.0.0.1:{port}/'],
  ['ws:', 'ws://127.0.0.1:{port}/'],
  ['unix:', 'unix:/var/run/docker.sock'],
  ['http+unix:', 'http+unix://%2Fvar%2Frun%2Fdocker.sock/info'],
  ['javascript:', 'javascript:alert(1)'],
  ['blob:', 'blob:http://127.0.0.1:{port}/1'],
  ['dict:', 'dict://127.0.0.1:{port}/info'],
  ['an empty host', 'http://:{port}/'],
  ['a host with a blank', 'http://127.0.0.1 example.org:{port}/'],
  ['a line end in the path', 'http://127.0.0.1:{port}/a\r\nX-Injected: 1'],
  ['a line end in the host', 'http://127.0.0.1\r\n:{port}/'],
  ['a line end behind the address', 'http://127.0.0.1:{port}/\r\n'],
  ['a tab in the scheme', 'ht\ttp://127.0.0.1:{port}/'],
  ['U+0000', 'http://127.0.0.1:{port}/\0'],
  ['a port out of range', 'http://127.0.0.1:99999/'],
  ['nothing', ''],
  ['blanks', '   '],
];

/** Refused also when private networks are allowed. */
const METADATA: readonly (readonly [what: string, url: string])[] = [
  ['the metadata address', 'http://169.254.169.254/latest/meta-data/'],
  ['the metadata address in decimal', 'http://2852039166/'],
  ['the metadata address in hexadecimal', 'http://0xa9fea9fe/'],
  ['the metadata address in octal', 'http://0251.0376.0251.0376/'],
  ['the metadata address, v4-mapped', 'http://[::ffff:169.254.169.254]/'],
  ['the metadata address behind NAT64', 'http://[64:ff9b::a9fe:a9fe]/'],
  ['the metadata address of containers', 'http://169.254.170.2/v2/credentials'],
  ['the metadata address of AWS over IPv6', 'http://[fd00:ec2::254]/'],
  ['the metadata address of Alibaba', 'http://100.100.100.200/'],
  ['the metadata address of Oracle', 'http://192.0.0.192/'],
  ['the wire server of Azure', 'http://168.63.129.16/'],
  ['the metadata name of Google', 'http://metadata.google.internal/computeMetadata/v1/'],
  ['the metadata name of old images', 'http://instance-data/'],
  ['the metadata address by a wildcard name', 'http://169-254-169-254.sslip.io/'],
  ['IPv6 link-local', 'http://[fe80::1]/'],
  ['the unspecified address', 'http://0.0.0.0/'],
  ['multicast', 'http://224.0.0.1/'],
];

const INPUTS: readonly (readonly [what: string, input: Values])[] = [
  ['a line end in a header value', { headers: { 'x-a': 'b\r\nx-injected: 1' } }],
  ['a bare line feed in a header value', { headers: { 'x-a': 'b\nx-injected: 1' } }],
  ['U+0000 in a header value', { headers: { 'x-a': 'b\0' } }],
  ['a character beyond Latin-1 in a header value', { headers: { 'x-a': '\u560d\u560a' } }],
  ['a line end in a header name', { headers: { 'x-a\r\nx-injected': '1' } }],
  ['a colon in a header name', { headers: { 'x-a: 1\r\nb': '1' } }],
  ['an empty header name', { headers: { '': '1' } }],
  ['a Host header', { headers: { Host: 'metadata.google.internal' } }],
  ['a Host header in lower case', { headers: { host: 'internal' } }],
  ['a Content-Length header', { headers: { 'Content-Length': '0' } }],
  ['a Transfer-Encoding header', { headers: { 'Transfer-Encoding': 'chunked' } }],
  ['an Upgrade header', { headers: { Upgrade: 'websocket' } }],
  ['a Connection header', { headers: { Connection: 'upgrade' } }],
  ['an Expect header', { headers: { Expect: '100-continue' } }],
  ['a Proxy-Authorization header', { headers: { 'Proxy-Authorization': 'Basic YTpi' } }],
  ['a line end in the method', { method: 'GET / HTTP/1.1\r\nx-injected: 1' }],
  ['CONNECT', { method: 'CONNECT' }],
  ['TRACE', { method: 'TRACE' }],
  ['a line end in the idempotency header', { idempotencyKeyHeader: 'x-a\r\nx-injected' }],
  ['a reserved idempotency header', { idempotencyKeyHeader: 'Host' }],
];

describe('rest-call, what it must not reach', () => {
  let canary: StubServer;
  before(async () => {
    canary = await startStub((_, response) => response.end('the canary'));
  });
  after(() => canary.close());

  for (const [what, url] of ADDRESSES) {
    it(`refuses ${what} when private networks are denied`, async () => {
      const failure = await failureOf(guarded, { url: url.replace('{port}', String(canary.port)) });
      expect(failure.code).to.equal('400');
      expect(failure.isRetryable).to.equal(false);
      expect(failure.message).to.match(/url/);
      expect(canary.connections).to.equal(0);
    });
  }
  for (const [what, url] of METADATA) {
    it(`refuses ${what} when private networks are allowed`, async () => {
      expect((await failureOf(lenient, { url })).code).to.equal('400');
      expect((await failureOf(guarded, { url })).code).to.equal('400');
    });
  }
  for (const [what, input] of INPUTS) {
    it(`refuses ${what} when private networks are allowed`, async () => {
      const failure = await failureOf(lenient, { url: canary.url, ...input });
      expect(failure.code).to.equal('400');
      expect(canary.connections).to.equal(0);
    });
  }

  it('connects to the checked address when a name changes its address afterwards', async () => {
    const asked: string[] = [];
    const rebinding = restCall({
      log,
      addresses: { denyPrivateNetworks: true, allowedNetworks: ['127.0.0.1/32'] },
      resolve: async (hostname) => {
        asked.push(hostname);
        return [{ address: asked.length === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
      },
    });
    const server = await startStub((_, response) => response.end('first'));
    const input = { url: `http://rebinding.test:${server.port}/` };
    expect(await run(rebinding, input)).to.have.nested.property('__response.body', 'first');
    expect(asked).to.deep.equal(['rebinding.test']);
    // the next call asks again: nothing is remembered, and now the name leads elsewhere
    expect((await failureOf(rebinding, input)).code).to.equal('400');
    expect(asked).to.have.length(2);
    expect(server.connections).to.equal(1);
    await server.close();
  });
});
