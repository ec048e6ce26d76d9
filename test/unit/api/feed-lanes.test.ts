import { expect } from 'chai';
import { areAtEnd, cursorOf, type FeedLane, stepsOf, untilMore } from '../../../src/api/feed/feed-lanes.ts';
import { beginsOf } from '../../../src/api/feed/feed-query.ts';
import type { FeedHead } from '../../../src/queries/feed/feed-rows.ts';
import type { FeedStep } from '../../../src/queries/feed/read-feed.ts';
import { type FeedPosition, readFeedCursor } from '../../../src/requests/position.ts';

const A = 'aaaaaaaa';
const B = 'bbbbbbbb';

function laneOf(feed: string, end: number, behind: FeedLane['watch']['behind'] = async () => undefined): FeedLane {
  const head = { id: feed, name: feed, position: end };
  return { head, place: { feed, row: 0, sequence: undefined }, watch: { behind } } as unknown as FeedLane;
}

function stepOf(feed: string, row: number, time?: number): FeedStep {
  const event = time === undefined ? undefined : { type: `${feed} ${row}`, occurredAt: new Date(time) };
  return { position: { feed, row, sequence: undefined }, event } as FeedStep;
}

/** Steps of each lane, by the name of its feed. */
const reading = (steps: Readonly<Record<string, readonly FeedStep[]>>, ended: string[] = []) =>
  async function* ({ head: { name } }: FeedLane): AsyncGenerator<FeedStep> {
    try {
      yield* steps[name] ?? [];
    } finally {
      ended.push(name);
    }
  };

describe('the feed of several shards (docs/contributing/spec/shards.md#event-feed)', () => {
  it('has the events in the order of their times, with a cursor that a reader can continue from', async () => {
    const steps = {
      [A]: [stepOf(A, 1, 100), stepOf(A, 2), stepOf(A, 3, 300)],
      [B]: [stepOf(B, 7), stepOf(B, 8, 200), stepOf(B, 9, 200)],
    };
    const lanes = [laneOf(A, 3), laneOf(B, 9)];
    const seen: string[] = [];
    for await (const { event } of stepsOf(lanes, reading(steps)))
      if (event !== undefined) seen.push(`${event.type} ${cursorOf(lanes)}`);
    expect(seen).to.deep.equal([`${A} 1 ${A}.1~${B}.7`, `${B} 8 ${A}.2~${B}.8`, `${B} 9 ${A}.2~${B}.9`, `${A} 3 ${A}.3~${B}.9`]);
    expect(areAtEnd(lanes)).to.equal(true);
  });

  it('leaves events that were read ahead for the next read when a reader stops', async () => {
    const lanes = [laneOf(A, 1), laneOf(B, 1)];
    const ended: string[] = [];
    for await (const _ of stepsOf(lanes, reading({ [A]: [stepOf(A, 1, 1)], [B]: [stepOf(B, 1, 2)] }, ended))) break;
    expect([cursorOf(lanes), areAtEnd(lanes), ended]).to.deep.equal([`${A}.1~${B}.0`, false, [A, B]]);
  });

  it('continues when one of the feeds has more rows', async () => {
    const head = { id: B, name: B, position: 5 };
    const waiting: FeedLane['watch']['behind'] = (_row, _deadline, isOver) =>
      new Promise((resolve) => {
        const look = () => (isOver() ? resolve(undefined) : setImmediate(look));
        look();
      });
    const lanes = [laneOf(A, 0, waiting), laneOf(B, 0, async () => head)];
    expect(await untilMore(lanes, Number.POSITIVE_INFINITY, () => false)).to.equal(true);
    expect(lanes.map((lane) => lane.head.position)).to.deep.equal([0, 5]);
    expect(await untilMore([laneOf(A, 0)], 0, () => false)).to.equal(false);
  });

  it('starts a feed that the cursor does not name at its beginning, because its shard is later', () => {
    const heads = [A, B].map((name) => ({ id: name, name, position: 9 }) as FeedHead);
    const begin = (text: string) => beginsOf(readFeedCursor(text) as readonly FeedPosition[], heads, '/Events');
    const placesOf = (text: string) => {
      const found = begin(text);
      return found.ok ? found.positions.map(({ row, sequence }) => [row, sequence]) : found.answer.status;
    };
    expect(placesOf(`${B}.4.2~${A}.3`)).to.deep.equal([
      [3, undefined],
      [4, 2],
    ]);
    expect(placesOf(`${A}.3`)).to.deep.equal([
      [3, undefined],
      [0, undefined],
    ]);
    expect(placesOf(`${A}.3~cccccccc.1`)).to.equal(409);
    expect(placesOf(`${A}.3~${B}.10`)).to.equal(409);
    for (const text of [`${A}.1~`, `${A}.1~${A}.2`, `~${A}.1`, `${A}.1,${B}.1`])
      expect(readFeedCursor(text), text).to.equal(undefined);
  });
});
