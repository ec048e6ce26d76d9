import { expect } from 'chai';
import { type Projector, runProjector } from '../../../src/projector/projector.ts';
import { QUERY_TABLES } from '../../../src/projector/query-rows.ts';
import { rebuild } from '../../../src/projector/rebuild.ts';
import {
  deployed,
  disabled,
  enabled,
  journalOf,
  listeningInstance,
  reviewedInstance,
  startsOn,
} from '../../support/hand-made-journal.ts';
import { idNumber, keptLog, openReadSide, type ReadSide } from '../../support/read-side.ts';
import { itFull } from '../../support/tier.ts';

describe('rebuild', () => {
  let side: ReadSide;
  let projector: Projector;

  beforeEach(async () => {
    side = await openReadSide();
    projector = runProjector(side.pool, keptLog(), { pollMs: 5 });
  });
  afterEach(async () => {
    await projector.stop();
    await side.close();
  });

  async function deploy(): Promise<void> {
    await side.write(journalOf(idNumber(9000), [deployed('order', 1)], [deployed('order', 2)]), 'd');
  }

  itFull('makes the same rows as the live projector when nothing else happens', async () => {
    await deploy();
    for (let n = 0; n < 150; n++) await side.write(reviewedInstance(idNumber(n), n % 20).slice(0, 1 + (n % 3)));
    await side.untilPending(0);
    const live = await side.dump();
    const log = keptLog();
    await rebuild(side.pool, log);
    expect(JSON.stringify(await side.dump())).to.equal(JSON.stringify(live));
    expect(log.of(4063)).to.deep.equal(QUERY_TABLES.map((Table) => ({ Table, Count: live[Table]!.length })));
  });

  it('makes the same rows as the live projector when instances wait for events and keys are switched', async () => {
    const paid = startsOn('paid-start', 'message', 'paid');
    const starts = [paid, startsOn('many', 'signal', 'go', 1), startsOn('many', 'conditional', 'temperature > 30', 2)];
    const keys: Parameters<typeof journalOf>[1][][] = [
      [[deployed('plain', 1)]],
      [[deployed('active', 1, [paid])], [deployed('active', 2, starts)]],
      [[deployed('off', 1, starts)], [disabled('off')]],
      [[deployed('on', 1, starts)], [disabled('on')], [deployed('on', 2, [paid], false)], [enabled('on', [paid])]],
      [[deployed('both', 1, starts), disabled('both')], [enabled('both', starts)]],
    ];
    for (const [n, rows] of keys.entries()) await side.write(journalOf(idNumber(9000 + n), ...rows), 'd');
    for (let n = 0; n < 60; n++) {
      await side.write(
        listeningInstance(idNumber(n), idNumber(1000 + n), n % 4 === 0 ? '' : `key ${n % 7}`).slice(0, 1 + (n % 3)),
      );
    }
    await side.untilPending(0);
    const live = await side.dump();
    const registered = live['q_start_trigger'] as { key: string; element: string; definition: number }[];
    expect(registered.map(({ key, element, definition }) => `${key} ${element} ${definition}`)).to.deep.equal([
      'active many 1',
      'active many 2',
      'active paid-start 0',
      'both many 1',
      'both many 2',
      'both paid-start 0',
      'on paid-start 0',
    ]);
    const switches = live['q_process'] as { key: string; is_active: boolean }[];
    expect(switches.filter((row) => !row.is_active).map(({ key }) => key)).to.deep.equal(['off']);
    const open = live['q_subscription'] as { subscription: number }[];
    expect(open.map(({ subscription }) => subscription).sort()).to.deep.equal(
      [3, 6, 9].flatMap((n) => Array(n === 3 ? 40 : 20).fill(n)),
    );
    await rebuild(side.pool, keptLog());
    expect(JSON.stringify(await side.dump())).to.equal(JSON.stringify(live));
  });

  it('corrects rows and removes strangers when the tables were damaged', async () => {
    await deploy();
    await side.write(reviewedInstance(idNumber(1), 5).slice(0, 2));
    await side.untilPending(0);
    const live = await side.dump();
    for (const text of [
      `update q_instance set key = 'x', last_seq = 1`,
      'delete from q_instance_step',
      `update q_process set last_seq = 0`,
    ]) {
      await side.connection.query({ name: text, text }, []);
    }
    await rebuild(side.pool, keptLog());
    expect(await side.dump()).to.deep.equal(live);
  });

  itFull('loses and doubles nothing when writers and a live projector are at work', async () => {
    await deploy();
    const histories = Array.from({ length: 300 }, (_, n) => reviewedInstance(idNumber(n), n % 20));
    async function writeAll(): Promise<void> {
      for (const seq of [0, 1, 2]) for (const history of histories) await side.write([history[seq]!]);
    }
    let isWriting = true;
    const writing = writeAll().finally(() => {
      isWriting = false;
    });
    let rebuilds = 0;
    for (; isWriting || rebuilds < 2; rebuilds++) await rebuild(side.pool, keptLog());
    await writing;
    await side.untilPending(0);
    const live = await side.dump();
    expect(live['q_instance']).to.have.length(300);
    await rebuild(side.pool, keptLog());
    expect(JSON.stringify(await side.dump())).to.equal(JSON.stringify(live));
  });

  it('keeps the old rows for readers when it does not come to its end', async () => {
    await side.write(reviewedInstance(idNumber(1), 5));
    await side.untilPending(0);
    const live = await side.dump();
    const text = 'alter table q_user_task add constraint nothing_fits check (false) not valid';
    await side.connection.query({ name: 'test-constraint', text }, []);
    await side.connection.query({ name: 'test-todo', text: 'truncate projection_todo' }, []);
    const [waiting] = reviewedInstance(idNumber(2), 5);
    await side.connection.query(
      { name: 'test-journal', text: 'insert into journal values ($1, 1, gen_random_uuid(), $2, 1, $3)' },
      [idNumber(2), waiting!.at, JSON.stringify(waiting!.events)],
    );
    expect(
      await rebuild(side.pool, keptLog()).then(
        () => 'done',
        (error: Error) => error.message,
      ),
    ).to.contain('nothing_fits');
    expect(await side.dump()).to.deep.equal(live);
  });

  it('shows which subject is damaged and leaves it out when a journal has a gap', async () => {
    const [first, , third] = reviewedInstance(idNumber(1), 5);
    await side.write([...reviewedInstance(idNumber(2), 5), first!]);
    await side.untilPending(0);
    await side.write([third!]);
    const log = keptLog();
    await rebuild(side.pool, log);
    expect(log.of(4061)).to.deep.equal([{ WorkflowInstanceId: idNumber(1), ExpectedSequence: 2, FoundSequence: 3 }]);
    expect((await side.dump())['q_instance']).to.have.length(1);
  });
});
