import { expect } from 'chai';
import { type Projector, runProjector } from '../../../src/projector/projector.ts';
import { rebuild } from '../../../src/projector/rebuild.ts';
import { faultsOf, feedOf } from '../../support/feed.ts';
import { deployed, journalOf, reviewedInstance } from '../../support/hand-made-journal.ts';
import { idNumber, type KeptLog, keptLog, openReadSide, type ReadSide } from '../../support/read-side.ts';
import { itFull } from '../../support/tier.ts';

const INSTANCES = 120;

describe('the event feed as projectors write it (docs/contributing/spec/event-feed.md#order)', () => {
  let side: ReadSide;
  let projectors: Projector[] = [];

  beforeEach(async () => {
    side = await openReadSide();
    await side.write(journalOf(idNumber(9000), [deployed('order', 1)]), 'd');
  });
  afterEach(async () => {
    await stopAll();
    await side.close();
  });

  async function stopAll(): Promise<void> {
    await Promise.all(projectors.map((projector) => projector.stop()));
    projectors = [];
  }
  function run(isFed = true, batchSize = 20): KeptLog {
    const log = keptLog();
    projectors.push(runProjector(side.pool, log, { pollMs: 5, isFed, batchSize }));
    return log;
  }
  const histories = (count = INSTANCES) => Array.from({ length: count }, (_, n) => reviewedInstance(idNumber(n), n % 20));
  const lengths = (count = INSTANCES) => new Map(Array.from({ length: count }, (_, n) => [idNumber(n), 3]));
  /** every instance one row at a time, instances in turns */
  async function writeAll(of = histories()): Promise<void> {
    for (const seq of [0, 1, 2]) for (const history of of) await side.write([history[seq]!]);
  }
  const deleteInstances = async (ids: readonly string[]) => {
    const texts = [
      'delete from journal where subject_id = any($1::uuid[])',
      `insert into projection_todo (subject_id, kind, at) select id, 'x', clock_timestamp() from unnest($1::uuid[]) as t (id)`,
    ];
    for (const text of texts) await side.connection.query({ name: text.slice(0, 12), text }, [ids]);
  };

  itFull('has nothing when it is off', async () => {
    run(false);
    await writeAll();
    await side.untilPending(0);
    expect(await feedOf(side)).to.deep.equal([]);
  });

  itFull('has every row once, without gaps and in the order of its instance, when two projectors feed concurrently', async () => {
    run();
    run();
    await writeAll();
    await side.untilPending(0);
    expect(faultsOf(await feedOf(side), lengths())).to.deep.equal([]);
  });

  itFull('shows a reader that follows its end every position, when two projectors feed concurrently', async () => {
    run();
    run();
    const seen: number[] = [];
    let isWriting = true;
    const writing = writeAll().finally(() => {
      isWriting = false;
    });
    const next = { name: 'test-next', text: 'select position::int as position from feed where position > $1 order by position' };
    const follow = async () => {
      for (const { position } of await side.connection.query<{ position: number }>(next, [seen.at(-1) ?? 0])) seen.push(position);
    };
    while (isWriting) await follow();
    await writing;
    await side.untilPending(0);
    await follow();
    expect(seen).to.deep.equal((await feedOf(side)).map(({ position }) => position));
    expect(seen).to.deep.equal(seen.map((_, index) => index + 1));
  });

  itFull(
    'feeds nothing twice when the read side is rebuilt in the meantime, and what the rebuild has applied is fed',
    async () => {
      run();
      let isWriting = true;
      const writing = writeAll().finally(() => {
        isWriting = false;
      });
      for (let rebuilds = 0; isWriting || rebuilds < 2; rebuilds++) await rebuild(side.pool, keptLog());
      await writing;
      await side.untilPending(0);
      expect(faultsOf(await feedOf(side), lengths())).to.deep.equal([]);
    },
  );

  itFull('feeds what was there before when it is switched on late, next to new work', async () => {
    run(false);
    const [before, between] = [histories().slice(0, 80), histories().slice(80)];
    await writeAll(before);
    await side.untilPending(0);
    await stopAll();
    const logs = [run(), run()];
    await writeAll(between);
    await side.untilPending(0);
    const filled = async () => faultsOf(await feedOf(side), lengths()).length === 0;
    while (!(await filled()));
    expect(faultsOf(await feedOf(side), lengths())).to.deep.equal([]);
    await stopAll();
    const counts = logs.flatMap((log) => log.of(4064).map(({ Count }) => Number(Count)));
    expect(counts.reduce((sum, count) => sum + count, 0)).to.be.at.least(80);
  });

  itFull('feeds what a projector with other settings has left out, when the last one starts', async () => {
    run(false);
    run(true);
    await writeAll();
    await side.untilPending(0);
    await stopAll();
    run(true);
    while (faultsOf(await feedOf(side), lengths()).length > 0);
  });

  itFull('loses and doubles nothing when projectors lose their connections repeatedly', async () => {
    run();
    run();
    let isWriting = true;
    const writing = writeAll().finally(() => {
      isWriting = false;
    });
    const kill = {
      name: 'test-kill',
      text: `select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and query like '%feed%' and pid <> pg_backend_pid()`,
    };
    let kills = 0;
    while (isWriting) kills += (await side.connection.query(kill, []).catch(() => [])).length;
    await writing;
    await side.untilPending(0);
    expect(kills).to.be.greaterThan(0);
    expect(faultsOf(await feedOf(side), lengths())).to.deep.equal([]);
  });

  it('has one row for an instance that was deleted, at its end, and continues when its id comes into being again', async () => {
    run();
    await writeAll(histories(3));
    await side.untilPending(0);
    await deleteInstances([idNumber(1), idNumber(77)]);
    await side.untilPending(0);
    const ends = (await feedOf(side)).filter(({ instance }) => instance === idNumber(1));
    expect(ends.map(({ from, to }) => [from, to])).to.deep.equal([[0, 0]]);
    expect(ends[0]?.position).to.equal((await feedOf(side)).at(-1)?.position);
    await side.write(reviewedInstance(idNumber(1), 5).slice(0, 2));
    await side.untilPending(0);
    const again = (await feedOf(side)).filter(({ instance }) => instance === idNumber(1)).map(({ from, to }) => [from, to]);
    expect([again[0], again[1]?.[0], again.at(-1)?.[1]]).to.deep.equal([[0, 0], 1, 2]);
  });

  it('is durable before it can be read, though the projector is not', async () => {
    run();
    const text = `
      create function noted() returns trigger language plpgsql as $$ begin
        insert into setting (name, value) values ('test', current_setting('synchronous_commit')) on conflict do nothing; return null; end $$;
      create trigger noted after insert on feed for each statement execute function noted()`;
    for (const statement of text.split(/;\s*(?=create trigger)/))
      await side.connection.query({ name: statement.slice(0, 30), text: statement }, []);
    await writeAll(histories(1));
    await side.untilPending(0);
    const [row] = await side.connection.query<{ value: string }>(
      { name: 'test-noted', text: `select value from setting where name = 'test'` },
      [],
    );
    expect(row?.value).to.equal('on');
  });
});
