import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { type ApiResponse, type Middleware, newExchange, readTarget } from '../../../../src/api/exchange.ts';
import { createRateLimiter } from '../../../../src/api/rate-limit.ts';
import type { Answer } from '../../../../src/platform/answer.ts';
import { recordingLog } from '../../../support/recording-log.ts';

/** What a middleware replies to a request without headers; undefined: it hands on. */
function replyOf(limit: Middleware | undefined): Promise<Answer | undefined> {
  const set = () => {};
  return new Promise((resolve) => {
    const exchange = newExchange(readTarget('/Definitions'), {} as IncomingMessage, resolve);
    const response = { headersSent: false, append: set, setHeader: set, locals: { exchange } } as unknown as ApiResponse;
    limit?.({ headers: {} } as never, response, () => resolve(undefined));
  });
}

describe('the limiter', () => {
  it('counts requests without an address as one client when connections have none', async () => {
    const log = recordingLog();
    const policies = { Read: { windowSeconds: 60, permitLimit: 1 } };
    const limiter = createRateLimiter(policies, () => ({ address: undefined, scheme: 'http' }), log, undefined);
    const limit = limiter.middlewareFor('Read');
    expect(await replyOf(limit)).to.equal(undefined);
    expect((await replyOf(limit))?.status).to.equal(429);
    expect(log.of(7032)[0]?.properties).to.deep.equal({ Policy: 'Read', ClientAddress: 'unknown' });
    limiter.close();
  });

  it('lets nothing pass when a policy is missing', async () => {
    const limiter = createRateLimiter({}, () => ({ address: '1.1.1.1', scheme: 'http' }), recordingLog(), undefined);
    expect((await replyOf(limiter.middlewareFor('Read')))?.status).to.equal(500);
    limiter.close();
  });
});
