import { expect } from 'chai';
import { backoffMs, retry, sleep, withTimeout } from '../../../src/platform/retry.ts';

const QUICK = { firstDelayMs: 1, maxDelayMs: 2 };

describe('a retry', () => {
  it('gives the first success when earlier attempts fail', async () => {
    const seen: number[] = [];
    const result = await retry(
      async (attempt) => {
        if (attempt < 3) throw new Error(`attempt ${attempt}`);
        return attempt;
      },
      { ...QUICK, onRetry: (_error, attempt) => seen.push(attempt) },
    );
    expect([result, seen]).to.deep.equal([3, [1, 2]]);
  });

  it('throws the last error when the attempts are used up', async () => {
    const failing = retry((attempt) => Promise.reject(new Error(`attempt ${attempt}`)), { ...QUICK, maxAttempts: 2 });
    expect(await failing.catch((error: Error) => error.message)).to.equal('attempt 2');
  });

  it('throws immediately when the error is final', async () => {
    let attempts = 0;
    const failing = retry(
      () => {
        attempts++;
        return Promise.reject(new Error('final'));
      },
      { ...QUICK, isRetryable: () => false },
    );
    expect([await failing.catch((error: Error) => error.message), attempts]).to.deep.equal(['final', 1]);
  });

  it('stops waiting when it is aborted', async () => {
    const abort = new AbortController();
    const failing = retry(() => Promise.reject(new Error('again')), {
      firstDelayMs: 60_000,
      maxDelayMs: 60_000,
      signal: abort.signal,
      onRetry: () => abort.abort(new Error('enough')),
    });
    expect(await failing.catch((error: Error) => error.message)).to.equal('enough');
    expect(await sleep(60_000, abort.signal).catch((error: Error) => error.message)).to.equal('enough');
  });

  it('waits twice as long each time, up to the limit and less up to half, when it backs off', () => {
    const backoff = { firstDelayMs: 100, maxDelayMs: 500 };
    expect([1, 2, 3, 4, 100].map((attempt) => backoffMs(backoff, attempt, () => 0))).to.deep.equal([100, 200, 400, 500, 500]);
    expect(backoffMs(backoff, 2, () => 1)).to.equal(100);
  });
});

describe('a time limit', () => {
  it('names what did not answer when the time is over', async () => {
    const never = new Promise(() => {});
    expect(await withTimeout(never, 1, 'the queue').catch((error: Error) => error.message)).to.equal(
      'the queue did not answer within 1 ms',
    );
  });

  it('passes the result on when it comes in time', async () => {
    expect(await withTimeout(Promise.resolve(7), 60_000, 'it')).to.equal(7);
  });
});
