import { expect } from 'chai';
import { guardedParts } from '../../../src/api/feed/feed-parts.ts';

async function* three(): AsyncGenerator<string> {
  yield 'a';
  yield 'b';
  yield 'c';
}

describe('the guard of a stream against clients that take nothing', () => {
  it('passes everything on and reports nothing when each part is taken in time', async () => {
    const stalls: number[] = [];
    const taken: string[] = [];
    for await (const part of guardedParts(three(), (ms) => stalls.push(ms), 60_000)) taken.push(part);
    expect([taken, stalls]).to.deep.equal([['a', 'b', 'c'], []]);
  });

  it('reports it when the next part is not asked for in time, and once', async () => {
    const stalled: { resolve?: (ms: number) => void } = {};
    const said = new Promise<number>((resolve) => {
      stalled.resolve = resolve;
    });
    const parts = guardedParts(three(), (ms) => stalled.resolve?.(ms), 5);
    expect((await parts.next()).value).to.equal('a');
    expect(await said).to.equal(5);
    expect(await parts.return(undefined)).to.deep.include({ done: true });
  });
});
