import { expect } from 'chai';
import { withTransaction } from '../../../src/db/connection.ts';
import { openKysely } from '../../../src/db/kysely.ts';
import type { EngineEvent } from '../../../src/engine/events.ts';
import { apply } from '../../../src/engine/state/apply.ts';
import { liveStateOf, openLive } from '../../../src/engine/state/live.ts';
import { writeSnapshot } from '../../../src/engine/state/snapshot.ts';
import { initialState } from '../../../src/engine/state.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { projectBatch } from '../../../src/projector/batch.ts';
import { LiveCache } from '../../../src/projector/open-projections.ts';
import { rebuild } from '../../../src/projector/rebuild.ts';
import { readInstanceState } from '../../../src/queries/instances/instance-state.ts';
import { stateOf } from '../../../src/store/instance-state.ts';
import { readInstance } from '../../../src/store/instances.ts';
import { readJournal } from '../../../src/store/journal.ts';
import { completeOf, startOf } from '../../support/commands.ts';
import { flow, model, task } from '../../support/models/models.ts';
import { itFull } from '../../support/tier.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../../support/write-side.ts';

/** Waits at `step` repeatedly; each round makes a list longer. */
const ROUNDS = model(
  'rounds',
  [
    '<startEvent id="start"/><exclusiveGateway id="again"/>',
    task('step'),
    '<scriptTask id="work" scriptFormat="javascript"><script>list.push("round " + n); _context.n = n + 1</script></scriptTask>',
    flow('f1', 'start', 'again'),
    flow('f2', 'again', 'step'),
    flow('f3', 'step', 'work'),
    flow('back', 'work', 'again'),
  ].join(''),
);
/** `items` parallel tasks. */
const MANY = model(
  'many',
  `<startEvent id="start"/><task id="each"><multiInstanceLoopCharacteristics><loopCardinality>items</loopCardinality></multiInstanceLoopCharacteristics></task>
   <endEvent id="end"/>${flow('f1', 'start', 'each')}${flow('f2', 'each', 'end')}`,
);
const LARGE = { text: 'x'.repeat(40_000), list: [], n: 0 };

describe('a large instance (docs/contributing/adr/0040-store-large-states-less-often.md)', () => {
  let side: WriteSide;
  beforeEach(async () => {
    side = await openWriteSide();
  });
  afterEach(() => side.close());

  const project = (cache = new LiveCache()) =>
    withTransaction(side.pool, (transaction) => projectBatch(transaction, 100, [], cache)).then(({ projections }) =>
      cache.keep(projections),
    );

  /** The stored state equals that of the whole journal. */
  async function expectWhole(instanceId: string) {
    const stored = await readInstance(side.connection, instanceId);
    if (stored === undefined) throw new Error('not stored');
    const state = initialState();
    for (const { at, events } of await readJournal(side.connection, instanceId, { after: 0, upTo: stored.seq }))
      for (const event of events) apply(state, event as EngineEvent, at);
    expect(writeSnapshot(await stateOf(side.connection, stored))).to.equal(writeSnapshot(state));
    return stored;
  }

  itFull('is decided on as one whose state is stored each time, whichever worker has its turn', async () => {
    await side.deploy(ROUNDS);
    const start = startOf('rounds', { variables: LARGE });
    await side.run(start);
    const workers = [side.worker(), side.worker()] as const;
    const stored: number[] = [];
    for (let round = 0; round < 120; round += 1) {
      const worker = workers[round % 7 < 3 ? 0 : 1];
      const { announced } = await deliverTo(worker, [completeOf(start.instanceId, 'step', { [`v${round % 5}`]: round })]);
      expect(announced[0]?.reply).to.include({ ok: true });
      stored.push((await expectWhole(start.instanceId)).snapshotSeq);
    }
    expect(new Set(stored).size, 'times the state was stored').to.be.within(2, 5);
  });

  itFull('is read as it is by a worker that has an old state of it', async () => {
    await side.deploy(ROUNDS);
    const start = startOf('rounds', { variables: LARGE });
    await side.run(start);
    const [one, other] = [side.worker(), side.worker()];
    await deliverTo(one, [completeOf(start.instanceId, 'step')]);
    for (let round = 0; round < 5; round += 1) await deliverTo(other, [completeOf(start.instanceId, 'step')]);
    await deliverTo(one, [completeOf(start.instanceId, 'step')]);
    expect((await expectWhole(start.instanceId)).seq).to.equal(8);
  });

  it('loses nothing of a step whose transaction fails', async () => {
    await side.deploy(ROUNDS);
    const start = startOf('rounds', { variables: LARGE });
    await side.run(start);
    const worker = side.worker();
    await deliverTo(worker, [completeOf(start.instanceId, 'step')]);
    await side.sql(`alter table journal add constraint journal_is_full check (seq < 3)`);
    const failed = await deliverTo(worker, [completeOf(start.instanceId, 'step')]);
    expect(failed.announced[0]?.reply).to.include({ ok: false });
    await side.sql('alter table journal drop constraint journal_is_full');
    await deliverTo(worker, [completeOf(start.instanceId, 'step')]);
    expect((await expectWhole(start.instanceId)).seq).to.equal(3);
  });

  itFull('shows the same state whether it is projected step by step, by several projectors, or rebuilt', async () => {
    await side.deploy(ROUNDS);
    const start = startOf('rounds', { variables: LARGE });
    await side.run(start);
    const caches = [new LiveCache(), new LiveCache()];
    const db = openKysely(side.pool);
    for (let round = 0; round < 30; round += 1) {
      await side.run(completeOf(start.instanceId, 'step', { round }));
      await project(caches[round % 4 === 0 ? 1 : 0]);
    }
    const [row] = await side.sql<{ live_seq: number; last_seq: number }>('select live_seq, last_seq from q_instance');
    expect(row?.live_seq).to.be.lessThan(row?.last_seq ?? 0);
    const before = await readInstanceState(db, start.instanceId);
    await rebuild(side.pool, silentLog);
    const after = await readInstanceState(db, start.instanceId);
    expect(after).to.deep.equal(before);
    if (after.kind !== 'found') throw new Error('not found');
    expect(after.state.live).to.deep.equal(liveStateOf(openLive(after.state.live)));
    expect(after.state.live.variableScopes[0]?.values).to.deep.include({ n: 30, round: 29 });
  });

  itFull('costs no more for one of a thousand tasks than one for one of ten', async () => {
    await side.deploy(MANY);
    const cache = new LiveCache();
    const walOf = async (items: number) => {
      const start = startOf('many', { variables: { items } });
      await side.run(start);
      await project(cache);
      const complete = async () => {
        await side.run(completeOf(start.instanceId, 'each'));
        await project(cache);
      };
      await complete();
      const wal = () => side.value<string>(`select (pg_current_wal_insert_lsn() - '0/0')::text`).then(Number);
      const before = await wal();
      for (let n = 0; n < 8; n += 1) await complete();
      return (await wal()) - before;
    };
    await walOf(10);
    const small = await walOf(10);
    // what else the server writes counts too, such as pages after a checkpoint: the least of three
    const large = [await walOf(1000), await walOf(1000), await walOf(1000)];
    expect(Math.min(...large)).to.be.lessThan(1.5 * small);
  });
});
