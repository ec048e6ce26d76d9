import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { createRateLimiter } from '../../../../src/api/rate-limit/limiter.ts';
import { recordingLog } from '../../../support/recording-log.ts';

/** A response as far as the limiter writes on it. */
function response(): { readonly headers: Map<string, string>; readonly own: ServerResponse } {
  const headers = new Map<string, string>();
  const set = (name: string, value: string) => void headers.set(name, value);
  return { headers, own: { headersSent: false, append: set, setHeader: set } as unknown as ServerResponse };
}

describe('the limiter', () => {
  it('counts requests without an address as one client when connections have none', async () => {
    const log = recordingLog();
    const policies = { Read: { windowSeconds: 60, permitLimit: 1 } };
    const limiter = createRateLimiter(policies, () => ({ address: undefined, scheme: 'http' }), log, undefined);
    const check = () => limiter.check({ headers: {} } as IncomingMessage, response().own, 'GET /Definitions', '/Definitions');
    expect(await check()).to.equal(undefined);
    expect((await check())?.status).to.equal(429);
    expect(log.of(7032)[0]?.properties).to.deep.equal({ Policy: 'Read', ClientAddress: 'unknown' });
    limiter.close();
  });

  it('lets endpoints without a policy pass, without a header, when all five are missing', async () => {
    const limiter = createRateLimiter({}, () => ({ address: '1.1.1.1', scheme: 'http' }), recordingLog(), undefined);
    const { headers, own } = response();
    expect(await limiter.check({ headers: {} } as IncomingMessage, own, 'GET /health', '/health')).to.equal(undefined);
    expect([...headers]).to.deep.equal([]);
    limiter.close();
  });
});
