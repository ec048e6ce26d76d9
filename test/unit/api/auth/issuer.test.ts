import { expect } from 'chai';
import { openIssuer } from '../../../../src/api/auth/issuer.ts';
import { startIssuer, type TestIssuer } from '../../../support/oidc-issuer.ts';
import { recordingLog } from '../../../support/recording-log.ts';

describe('the issuer', () => {
  let remote: TestIssuer;
  let now = 0;
  beforeEach(async () => {
    now = 0;
    remote = await startIssuer({ alice: {} }, 'ES256');
  });
  afterEach(() => remote.close());

  const log = recordingLog();
  const open = () => openIssuer({ authority: remote.url, requiresHttps: false }, log, { now: () => now });
  const own = () => ({ alg: 'ES256', kid: remote.key.jwk.kid ?? '' }) as const;
  const unknown = { alg: 'ES256', kid: 'unknown' } as const;
  const asked = (path: string) => remote.requests.filter((other) => other === path).length;

  it('is tried again after ten seconds, not before, when it was away', async () => {
    await remote.close();
    const issuer = open();
    expect(await issuer.keysFor(own())).to.equal(undefined);
    await remote.open();
    now = 9999;
    expect(await issuer.keysFor(own())).to.equal(undefined);
    expect(remote.requests).to.deep.equal([]);
    now = 10_000;
    const found = await issuer.keysFor(own());
    expect([found?.issuer, found?.keys.length]).to.deep.equal([remote.url, 1]);
  });

  it('is asked for its keys again after thirty seconds, not before, when a key stays unknown', async () => {
    const issuer = open();
    expect((await issuer.keysFor(unknown))?.keys).to.deep.equal([]);
    expect(asked('/jwks')).to.equal(2);
    now = 29_999;
    expect((await issuer.keysFor(unknown))?.keys).to.deep.equal([]);
    expect(asked('/jwks')).to.equal(2);
    now = 30_000;
    await Promise.all([issuer.keysFor(unknown), issuer.keysFor(unknown)]);
    expect(asked('/jwks')).to.equal(3);
  });

  it('leaves open whether a token is good when a key is unknown and the keys cannot be asked for', async () => {
    const issuer = open();
    expect((await issuer.keysFor(own()))?.keys).to.have.length(1);
    await remote.close();
    expect(await issuer.keysFor(unknown)).to.equal(undefined);
    expect((await issuer.keysFor(own()))?.keys).to.have.length(1);
    await remote.open();
    now = 30_000;
    expect((await issuer.keysFor(unknown))?.keys).to.deep.equal([]);
  });

  it('has its keys forgotten when it has taken them back, ten minutes later at the first token', async () => {
    const issuer = open();
    const old = own();
    expect((await issuer.keysFor(old))?.keys).to.have.length(1);
    await remote.rotate();
    now = 600_001;
    expect((await issuer.keysFor(old))?.keys).to.have.length(1);
    now = 660_000;
    await issuer.keysFor(own());
    expect((await issuer.keysFor(old))?.keys).to.deep.equal([]);
  });
});
