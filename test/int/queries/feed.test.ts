import { expect } from 'chai';
import { openKysely } from '../../../src/db/kysely.ts';
import { runProjector } from '../../../src/projector/projector.ts';
import { readFeedHead } from '../../../src/queries/feed/feed-rows.ts';
import { OpenHistories } from '../../../src/queries/feed/open-histories.ts';
import { type FeedFilter, type FeedStep, readFeed } from '../../../src/queries/feed/read-feed.ts';
import type { FeedPosition } from '../../../src/requests/position.ts';
import { instanceCompleted, journalOf, reviewedInstance, started, written } from '../../support/hand-made-journal.ts';
import { idNumber, keptLog, openReadSide, type ReadSide } from '../../support/read-side.ts';
import { itFull } from '../../support/tier.ts';

const ALL: FeedFilter = { limits: undefined, keys: undefined, types: undefined, instanceId: undefined, businessId: undefined };
const ROWS = 260;

describe('reading the event feed', () => {
  let side: ReadSide;
  let projector: ReturnType<typeof runProjector>;
  beforeEach(async () => {
    side = await openReadSide();
    projector = runProjector(side.pool, keptLog(), { pollMs: 5, isFed: true });
  });
  afterEach(async () => {
    await projector.stop();
    await side.close();
  });

  const db = () => openKysely(side.pool);
  /** Events behind a position, at most that many; and where that reading stopped. */
  async function read(histories: OpenHistories, from: FeedPosition, most = Number.POSITIVE_INFINITY) {
    const found: NonNullable<FeedStep['event']>[] = [];
    let place = from;
    for await (const step of readFeed(
      { db: db(), histories, filter: ALL, hasLeft: () => false },
      await readFeedHead(db()),
      from,
    )) {
      place = step.position;
      if (step.event !== undefined) found.push(step.event);
      if (found.length >= most) break;
    }
    return { found, place };
  }
  const beginning = async (): Promise<FeedPosition> => ({ feed: (await readFeedHead(db())).name, row: 0, sequence: undefined });
  const long = (id: string) =>
    journalOf(id, [started(id)], ...Array.from({ length: ROWS - 2 }, (_, n) => [written(2, { n }), written(2, { twice: n })]), [
      instanceCompleted(),
    ]);

  itFull(
    'gives a history of hundreds of rows whole when it is read a few events at a time, with stored data and without',
    async () => {
      await side.write([...long(idNumber(1)), ...reviewedInstance(idNumber(2), 5)]);
      await side.untilPending(0);
      const whole = (await read(new OpenHistories(), await beginning())).found;
      const ofLong = whole.filter(({ workflowInstanceId }) => workflowInstanceId === idNumber(1));
      expect(ofLong.map(({ sequence }) => sequence)).to.deep.equal(Array.from({ length: 2 * (ROWS - 2) + 2 }, (_, n) => n + 1));
      for (const [most, histories] of [
        [7, new OpenHistories()],
        [50, undefined],
      ] as const) {
        const pieces: unknown[] = [];
        for (let place = await beginning(); ; ) {
          const piece = await read(histories ?? new OpenHistories(), place, most);
          pieces.push(...piece.found);
          place = piece.place;
          if (piece.found.length === 0) break;
        }
        expect(pieces).to.deep.equal(whole);
      }
    },
  );

  for (const first of [8, 98, 998]) {
    it(`gives every event once and in order, a few at a time, when its rows have the positions from ${first} on`, async () => {
      const before = { name: 'test-feed-head', text: 'update feed_head set position = $1' };
      await side.connection.query(before, [first - 1]);
      const ids = [1, 2, 3, 4].map(idNumber);
      for (const id of ids) await side.write(reviewedInstance(id, 5));
      await side.untilPending(0);
      const sequences = new Map<string, (number | null)[]>(ids.map((id) => [id, []]));
      for (let place = await beginning(); ; ) {
        const piece = await read(new OpenHistories(), place, 3);
        for (const { workflowInstanceId, sequence } of piece.found) sequences.get(workflowInstanceId)?.push(sequence);
        place = piece.place;
        if (piece.found.length > 0) continue;
        expect(place.row).to.be.at.least(first + 3);
        break;
      }
      const [whole] = sequences.values();
      expect(whole).to.have.length.greaterThan(3);
      expect(whole).to.deep.equal(whole?.map((_, n) => n + 1));
      for (const of of sequences.values()) expect(of).to.deep.equal(whole);
    });
  }

  it('gives nothing of a deleted instance out of what was kept, not even when its id comes into being again', async () => {
    const histories = new OpenHistories();
    const id = idNumber(1);
    await side.write(reviewedInstance(id, 5).slice(0, 2));
    await side.untilPending(0);
    const { place, found } = await read(histories, await beginning(), 3);
    expect(found).to.have.length(3);
    const run = (text: string) => side.connection.query({ name: text.slice(0, 14), text }, [id]);
    // the worker has deleted it; no projector has applied this
    await projector.stop();
    await run('delete from journal where subject_id = $1');
    expect((await read(histories, place)).found.map(({ type, data }) => [type, data])).to.deep.equal([['WorkflowDeleted', {}]]);
    const again = journalOf(id, [started(id, { other: true })], [written(2, { other: 2 })], [instanceCompleted()]);
    await run(`insert into projection_todo (subject_id, kind, at) values ($1, 'x', clock_timestamp())`);
    await side.write(again);
    projector = runProjector(side.pool, keptLog(), { pollMs: 5, isFed: true });
    await side.untilPending(0);
    const types = (await read(histories, place)).found.map(({ type, sequence }) => `${type} ${sequence}`);
    expect(types).to.deep.equal(['WorkflowDeleted null', 'WorkflowStarted 1', 'VariablesMerged 2', 'WorkflowCompleted 3']);
  });

  it('asks the database for nothing of the feed when projectors do not feed', async () => {
    await projector.stop();
    await side.connection.query({ name: 'test-no-feed', text: 'drop table feed, feed_head' }, []);
    projector = runProjector(side.pool, keptLog(), { pollMs: 5 });
    await side.write(reviewedInstance(idNumber(1), 5));
    await side.untilPending(0);
    expect((await side.dump())['q_instance']).to.have.length(1);
  });
});
