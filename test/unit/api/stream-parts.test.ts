import { expect } from 'chai';
import { type FeedStream, streamParts } from '../../../src/api/feed/feed-parts.ts';

describe('the parts of an event stream (docs/contributing/spec/event-feed.md#stream-ends)', () => {
  it('end when the session of the reader has ended', async () => {
    let looks = 0;
    const stream = {
      lanes: [
        {
          reading: { hasLeft: () => false, filter: {} },
          watch: { behind: async () => undefined },
          tail: { behind: async () => [] },
          head: { id: 'f', name: 'f', position: 7 },
          place: { feed: 'f', row: 7, sequence: undefined },
        },
      ],
      hasLeft: () => false,
      expiresAt: undefined,
      hasEnded: async () => {
        looks += 1;
        return looks > 2;
      },
      isStopping: () => false,
    } as unknown as FeedStream;
    const parts: string[] = [];
    for await (const part of streamParts(stream)) parts.push(part);
    expect(parts).to.have.length(4);
    expect(parts.slice(1, 3).every((part) => part.startsWith(': still here'))).to.equal(true);
    expect(parts.at(-1)).to.equal(': the token is over\n\n');
  });
});
