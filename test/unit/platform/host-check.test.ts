import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { ERROR_CODES } from '../../../src/platform/error-codes.ts';
import { createHostCheck, type HostRules } from '../../../src/platform/host-check.ts';
import { recordingLog } from '../../support/recording-log.ts';

const RULES: HostRules = {
  bound: '0.0.0.0',
  allowed: ['sluice.example', '*.inside.example', 'api_1'],
  proxies: { addresses: ['10.0.0.1'], networks: [] },
};

interface Sent {
  readonly hosts?: readonly string[];
  readonly target?: string;
  readonly forwarded?: string;
  readonly peer?: string;
}

function request({ hosts = [], target = '/', forwarded, peer = '192.0.2.1' }: Sent): IncomingMessage {
  const rawHeaders = hosts.flatMap((host, n) => [n % 2 === 0 ? 'Host' : 'hOST', host]);
  return { rawHeaders, url: target, headers: { 'x-forwarded-host': forwarded }, socket: { remoteAddress: peer } } as never;
}
const statusOf = (sent: Sent, rules = RULES) => {
  const refusal = createHostCheck(rules, recordingLog())(request(sent));
  return refusal && ERROR_CODES[refusal.code][0];
};

describe('the check of the host', () => {
  for (const host of [
    ...['localhost', 'localhost:8080', 'LOCALHOST:8080', 'localhost.', 'localhost.:8080', 'ui.localhost', 'localhost:'],
    ...['127.0.0.1', '127.0.0.1:8080', '127.0.0.1.', '10.1.2.3:80', '203.0.113.9', '0.0.0.0:8080'],
    ...['[::1]', '[::1]:8080', '[FE80::1]:1', '[2001:db8::1]', '[::ffff:127.0.0.1]:8080'],
    ...['sluice.example', 'Sluice.EXAMPLE:443', 'sluice.example.', 'a.inside.example', 'a.b.inside.example:9', 'api_1:8080'],
  ]) {
    it(`lets ${host} pass`, () => expect(statusOf({ hosts: [host] })).to.equal(undefined));
  }

  for (const host of [
    ...['evil.example', 'evil.example:8080', 'localhost.evil.example', 'xlocalhost', 'localhost-', '127.0.0.1.evil.example'],
    ...['127.0.0.1.nip.io', '127.1', '0x7f.1', '2130706433', '256.1.1.1'],
    ...['inside.example', 'evilinside.example', 'x.sluice.example', 'api-1', 'sluice', '_'],
  ]) {
    it(`answers 421 to ${host}`, () => expect(statusOf({ hosts: [host] })).to.equal(421));
  }

  for (const host of [
    ...[
      '',
      ' ',
      '.',
      '.localhost',
      'localhost..',
      '127.0.0.1..',
      ':8080',
      '*',
      'localhost:8080.evil.example',
      'localhost:http',
      'localhost:123456',
      'localhost:8080:1',
    ],
    ...[
      'user@localhost',
      'localhost@evil.example',
      'localhost/evil',
      'localhost#evil',
      'localhost,evil.example',
      'localhost evil',
    ],
    ...['[::1', '::1', '[::1]x', '[localhost]', '[127.0.0.1]', '[fe80::1%25eth0]', '[1:2]', 'lo\u0000calhost', 'löcalhost'],
    ...['http://localhost', 'local%68ost', `${'a'.repeat(256)}`],
  ]) {
    it(`answers 400 to ${JSON.stringify(host.slice(0, 40))}`, () => expect(statusOf({ hosts: [host] })).to.equal(400));
  }

  it('answers 400 when there are several headers, in any order and spelling, ours or not', () => {
    for (const second of ['evil.example', 'localhost', '127.0.0.1']) {
      expect(statusOf({ hosts: ['localhost', second] })).to.equal(400);
      expect(statusOf({ hosts: [second, 'localhost'] })).to.equal(400);
    }
  });

  it('looks at the authority of the target and at the header when the target is in absolute form', () => {
    const target = 'http://evil.example/Definitions';
    expect(statusOf({ hosts: ['localhost'], target })).to.equal(421);
    expect(statusOf({ hosts: ['evil.example'], target: 'http://localhost/Definitions' })).to.equal(421);
    expect(statusOf({ target })).to.equal(421);
    expect(statusOf({ hosts: ['localhost'], target: 'HTTP://LOCALHOST:8080?x' })).to.equal(undefined);
    for (const bad of ['http:///x', 'http://me@localhost/', 'http://localhost:1@evil.example/', 'x://#localhost']) {
      expect(statusOf({ hosts: ['localhost'], target: bad }), bad).to.equal(400);
    }
    for (const local of ['//evil.example/x', '/http://evil.example/', '*']) {
      expect(statusOf({ hosts: ['localhost'], target: local }), local).to.equal(undefined);
    }
  });

  it('lets a request pass that names no host: no browser sends one', () => expect(statusOf({})).to.equal(undefined));

  it('looks at X-Forwarded-Host of a known proxy, and never takes it for the header', () => {
    const peer = '10.0.0.1';
    expect(statusOf({ hosts: ['sluice.example'], forwarded: 'evil.example', peer })).to.equal(421);
    expect(statusOf({ hosts: ['sluice.example'], forwarded: 'sluice.example, evil.example', peer })).to.equal(421);
    expect(statusOf({ hosts: ['evil.example'], forwarded: 'sluice.example', peer })).to.equal(421);
    expect(statusOf({ hosts: ['api_1'], forwarded: 'sluice.example:443, a.inside.example', peer })).to.equal(undefined);
    expect(statusOf({ hosts: ['api_1'], forwarded: '', peer })).to.equal(400);
  });

  it('ignores X-Forwarded-Host when the peer is not a known proxy', () => {
    for (const peer of ['192.0.2.1', '127.0.0.1', '::1']) {
      expect(statusOf({ hosts: ['localhost'], forwarded: 'evil.example', peer })).to.equal(undefined);
      expect(statusOf({ hosts: ['evil.example'], forwarded: 'localhost', peer })).to.equal(421);
    }
  });

  it('recognises the name the port is bound to', () => {
    expect(statusOf({ hosts: ['machine-7:1'] }, { ...RULES, bound: 'Machine-7' })).to.equal(undefined);
    expect(statusOf({ hosts: ['machine-8:1'] }, { ...RULES, bound: 'Machine-7' })).to.equal(421);
  });

  it('lets every host pass when the list contains it, and no invalid one', () => {
    const open = { ...RULES, allowed: ['*'] };
    expect(statusOf({ hosts: ['evil.example'] }, open)).to.equal(undefined);
    expect(statusOf({ hosts: ['user@evil.example'] }, open)).to.equal(400);
  });

  it('names the host and the setting, and writes one line a minute', () => {
    const log = recordingLog();
    const check = createHostCheck(RULES, log);
    expect(check(request({ hosts: ['Evil.Example:80'] }))?.detail).to.equal(
      "This service does not answer to the host 'evil.example'. Its hosts are named in ALLOWED_HOSTS.",
    );
    check(request({ hosts: ['other.example'] }));
    expect(log.of(7024).map(({ properties }) => properties)).to.deep.equal([
      { Host: 'evil.example', ClientAddress: '192.0.2.1' },
    ]);
  });
});
