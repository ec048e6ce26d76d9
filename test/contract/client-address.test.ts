import { expect } from 'chai';
import { readConfig } from '../../src/platform/config/config.ts';
import { get } from '../support/http/http-client.ts';
import { bearer, type SecuredService, startSecured } from '../support/sign-in/secured.ts';

const NOWHERE = 'http://127.0.0.1:1';

// What the limiter makes of the address: rate-limiting.test.ts. Every form of the headers: unit/platform/client-address.test.ts.
describe('client address and proxies (docs/contributing/spec/http/access.md#client-address)', () => {
  let service: SecuredService | undefined;
  afterEach(async () => {
    await service?.stop();
    service = undefined;
  });

  /** The address as the log has it. */
  async function loggedAddress(env: Record<string, string>, headers: Record<string, string>): Promise<unknown> {
    service = await startSecured(NOWHERE, env);
    await get(service.url, '/Definitions', { ...bearer('nonsense'), ...headers });
    return service.log.of(7022)[0]?.properties['ClientAddress'];
  }
  const forwarded = { 'X-Forwarded-For': '9.9.9.9, 203.0.113.7' };

  it('is the peer when no proxy is trusted, not even loopback', async () => {
    expect(await loggedAddress({}, forwarded)).to.equal('127.0.0.1');
  });

  it('is the peer when another proxy is trusted', async () => {
    const env = { Authentication__KnownProxies__0: '10.0.0.1', Authentication__KnownNetworks__0: '192.168.0.0/16' };
    expect(await loggedAddress(env, forwarded)).to.equal('127.0.0.1');
  });

  it('is the last address that is not trusted when the peer is a known proxy', async () => {
    expect(await loggedAddress({ Authentication__KnownProxies: '127.0.0.1' }, forwarded)).to.equal('203.0.113.7');
  });

  it('is further to the left when the peer and the next hop are in known networks', async () => {
    const env = { Authentication__KnownNetworks: '127.0.0.0/8,203.0.113.0/24' };
    expect(await loggedAddress(env, forwarded)).to.equal('9.9.9.9');
  });

  it('is the last good address when an entry cannot be read', async () => {
    const env = { Authentication__KnownNetworks: '127.0.0.0/8,203.0.113.0/24' };
    expect(await loggedAddress(env, { 'X-Forwarded-For': '9.9.9.9, unknown, 203.0.113.7' })).to.equal('203.0.113.7');
  });

  it('is written as IPv4 when it comes mapped into IPv6', async () => {
    const headers = { 'X-Forwarded-For': '::ffff:203.0.113.7' };
    expect(await loggedAddress({ Authentication__KnownProxies: '::ffff:127.0.0.1' }, headers)).to.equal('203.0.113.7');
  });

  it('is not taken from other headers when the peer is trusted', async () => {
    const headers = { Forwarded: 'for=9.9.9.9', 'X-Real-IP': '9.9.9.9' };
    expect(await loggedAddress({ Authentication__KnownProxies: '127.0.0.1' }, headers)).to.equal('127.0.0.1');
  });

  for (const env of [
    { Authentication__KnownProxies: 'proxy.example' },
    { Authentication__KnownProxies__3: '10.0.0.0/8' },
    { Authentication__KnownNetworks: '10.0.0.1' },
    { Authentication__KnownNetworks__0: '10.0.0.0/99' },
  ]) {
    it(`ends the start-up when ${Object.keys(env)[0]} holds an entry that cannot be read`, () => {
      expect(() => readConfig(env, 'api')).to.throw(/^Authentication:Known/);
    });
  }
});
