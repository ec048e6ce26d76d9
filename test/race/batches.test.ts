import { expect } from 'chai';
import type { Connection } from '../../src/db/connection.ts';
import { poolConnection } from '../../src/db/connection.ts';
import type { BatchOperation, BatchParameters } from '../../src/messages/batches.ts';
import type { CommandOf } from '../../src/messages/commands.ts';
import { nameBasedId, newId } from '../../src/platform/ids.ts';
import { itemQuery } from '../../src/queries/batches.ts';
import { keepItems, releaseItems, type TakenItems } from '../../src/store/batch-items.ts';
import { type BatchTools, executeTaken, nextItems } from '../../src/worker/batches/batch-worker.ts';
import { runCommandBatch } from '../../src/worker/transaction/run-command-batch.ts';
import { startOf } from '../support/commands.ts';
import { PAIR } from '../support/models/incident-models.ts';
import { sequence, task } from '../support/models/models.ts';
import { commandBatchOf } from '../support/open-backend.ts';
import { openStage, type Stage } from '../support/pause-points.ts';
import { openWriteSide, type WriteSide } from '../support/write-side.ts';

// tier all: a race of one command; the commit tier has the races of delivery, order, timers, instances and commits

const MAKING = {
  itemQuery: (...asked: readonly [Connection, 'instance' | 'incident', string, undefined]) =>
    itemQuery(...asked, { indexed: [], maxReads: 0 }),
  maxItems: 1000,
  rate: null,
};

describe('batches whose workers die, or meet each other (docs/contributing/spec/batches.md#carrying-out)', function () {
  this.timeout(120_000);
  let side: WriteSide;
  let stage: Stage;
  let first: BatchTools;
  let second: BatchTools;

  beforeEach(async () => {
    side = await openWriteSide();
    const worker = (): BatchTools => ({ ...side.worker({ batchMaking: MAKING as never }), afterCommit: () => {} });
    [first, second] = [worker(), worker()];
    await side.deploy(sequence('order', task('pack')));
    stage = openStage();
  });
  afterEach(async () => {
    stage.close();
    await side.close();
  });

  async function started(count: number): Promise<readonly string[]> {
    const starts = Array.from({ length: count }, () => startOf('order'));
    await side.run(...starts);
    return starts.map(({ instanceId }) => instanceId);
  }
  async function made(
    ids: readonly string[],
    operation: BatchOperation = 'variables',
    parameters: BatchParameters = EDIT,
    rate: number | null = null,
  ) {
    const batchId = newId();
    const command: CommandOf<'CreateBatch'> = {
      ...{ kind: 'CreateBatch', id: newId(), batchId, operation, parameters, selection: { ids }, rate, isDryRun: false },
    };
    const [reply] = await runWith(command);
    expect(reply?.ok, JSON.stringify(reply)).to.equal(true);
    return batchId;
  }
  const runWith = async (command: CommandOf<'CreateBatch' | 'SteerBatch'>) => {
    const tools = { ...first, installation: await side.value<string>('select id::text from installation') };
    return (await runCommandBatch(tools, commandBatchOf([command], { replyTo: 'test' }))).announcements.map(({ reply }) => reply);
  };
  const steer = (batchId: string, act: 'pause' | 'resume' | 'stop') => runWith({ kind: 'SteerBatch', id: newId(), batchId, act });
  async function taken(tools: BatchTools): Promise<TakenItems> {
    for (;;) {
      const next = await nextItems(tools);
      if (next !== undefined && next !== 'again') return next;
    }
  }
  /** Works until every batch has ended. */
  async function work(tools: BatchTools): Promise<void> {
    while ((await side.value('select count(*)::int from batch where ended_at is null')) > 0) {
      await side.sql(
        `update batch_item set leased_until = clock_timestamp() where state = 'Pending' and leased_until is not null`,
      );
      await side.sql(`update batch set next_at = clock_timestamp() where ended_at is null`);
      const next = await nextItems(tools);
      if (next !== undefined && next !== 'again') await executeTaken(tools, next);
    }
  }
  const edits = () =>
    side.sql<{ count: number }>(
      `select count(*)::int from journal, json_array_elements(events) e where e->>'type' = 'VariablesEdited' group by subject_id`,
    );
  const outcomes = (batchId: string) =>
    side.sql<Record<string, number>>('select total, succeeded, failed, skipped from batch where id = $1', [batchId]);
  const itemId = (batchId: string, position: number) => nameBasedId(batchId, `item:${position}`);

  it('do nothing twice when one worker dies before its commit and another after it', async () => {
    const batchId = await made(await started(120));
    // the first dies with its items, and has committed nothing
    const dead = await taken(first);
    expect(dead.items).to.have.length(50);
    // the second has committed, and dies before it hears of it
    const late = await taken(second);
    await executeTaken(second, late);
    expect(await side.value(`select count(*)::int from batch_item where state = 'Succeeded'`)).to.equal(50);
    await executeTaken(second, late);
    await work(second);
    expect(await outcomes(batchId)).to.deep.equal([{ total: 120, succeeded: 120, failed: 0, skipped: 0 }]);
    expect((await edits()).map(({ count }) => count)).to.deep.equal(Array.from({ length: 120 }, () => 1));
    // the first one lives after all, with what it had taken
    await executeTaken(first, dead);
    expect((await edits()).every(({ count }) => count === 1)).to.equal(true);
  });

  it('do each item once when two workers have it, because the lease of one has ended', async () => {
    const batchId = await made(await started(3));
    const one = await taken(first);
    await side.sql('update batch_item set leased_until = clock_timestamp()');
    const held = stage.hold('before-commit', itemId(batchId, 1));
    const working = executeTaken(first, one);
    await held.reached();
    // its items are locked: no other worker can take them
    await side.sql('update batch set next_at = clock_timestamp()');
    expect(await nextItems(second)).to.equal('again');
    held.release();
    await working;
    await work(second);
    expect(await outcomes(batchId)).to.deep.equal([{ total: 3, succeeded: 3, failed: 0, skipped: 0 }]);
    expect((await edits()).every(({ count }) => count === 1)).to.equal(true);
  });

  it('change variables of an instance once when two workers retry its incidents, and one has died with them', async () => {
    await side.deploy(PAIR);
    const starts = Array.from({ length: 60 }, () => startOf('pair'));
    await side.run(...starts);
    const open = await side.sql<{ id: string }>(
      'select incident_id as id from incident order by row_number() over (partition by instance_id order by incident), instance_id',
    );
    expect(open).to.have.length(120);
    const ids = open.map(({ id }) => id);
    const batchId = await made(ids, 'retry', { variables: { ready: true }, reason: 'late' });
    // both incidents of an instance are in work at the same time, in transactions of two workers
    const [dead, one, two] = [await taken(first), await taken(first), await taken(second)];
    expect([dead, one, two].map(({ items }) => items.length)).to.deep.equal([50, 50, 20]);
    await Promise.all([executeTaken(first, one), executeTaken(second, two)]);
    await Promise.all([work(first), work(second)]);
    await executeTaken(first, dead);
    expect(await outcomes(batchId)).to.deep.equal([{ total: 120, succeeded: 120, failed: 0, skipped: 0 }]);
    expect((await edits()).map(({ count }) => count)).to.deep.equal(Array.from({ length: 60 }, () => 1));
    expect(await side.value('select count(*)::int from incident')).to.equal(0);
    expect(await side.value('select count(*)::int from instance where not is_terminal')).to.equal(0);
  });

  it('end both when they hit the same instances, and one finds nothing left to do', async () => {
    const ids = await started(60);
    const [one, two] = [await made(ids, 'cancel', {}), await made([...ids].reverse(), 'cancel', {})];
    await Promise.all([work(first), work(second)]);
    const [a, b] = [(await outcomes(one))[0], (await outcomes(two))[0]];
    expect([a?.['failed'], b?.['failed']]).to.deep.equal([0, 0]);
    expect((a?.['succeeded'] ?? 0) + (b?.['succeeded'] ?? 0)).to.equal(60);
    expect((a?.['skipped'] ?? 0) + (b?.['skipped'] ?? 0)).to.equal(60);
  });

  it('keep what is in work when they are stopped, and skip the rest', async () => {
    const batchId = await made(await started(70));
    const one = await taken(first);
    const held = stage.hold('before-commit', itemId(batchId, 1));
    const working = executeTaken(first, one);
    await held.reached();
    await steer(batchId, 'stop');
    expect(await nextItems(second)).to.equal('again');
    expect(await side.value(`select count(*)::int from batch where ended_at is null`), 'items are in work').to.equal(1);
    held.release();
    await working;
    await work(second);
    expect(await outcomes(batchId)).to.deep.equal([{ total: 70, succeeded: 50, failed: 0, skipped: 20 }]);
    expect(await side.value('select state from batch')).to.equal('Stopped');
  });

  it('leave what was taken and not begun when they are paused, and continue when they are resumed', async () => {
    const batchId = await made(await started(10));
    const one = await taken(first);
    await steer(batchId, 'pause');
    await executeTaken(first, one);
    await side.sql('update batch set next_at = clock_timestamp()');
    expect(await nextItems(second)).to.equal(undefined);
    expect(await edits()).to.deep.equal([]);
    await steer(batchId, 'resume');
    await work(second);
    expect(await outcomes(batchId)).to.deep.equal([{ total: 10, succeeded: 10, failed: 0, skipped: 0 }]);
  });

  it('continue when an instance is deleted in the meantime, and when a bug stops one item', async () => {
    const ids = await started(5);
    const batchId = await made(ids);
    await side.sql('delete from instance where id = $1', [ids[0]]);
    await side.sql(`update instance set definition_id = 'gone:1:x' where id = $1`, [ids[1]]);
    await work(first);
    expect(await outcomes(batchId)).to.deep.equal([{ total: 5, succeeded: 3, failed: 2, skipped: 0 }]);
    const codes = await side.sql<{ code: string }>(`select code from batch_item where state = 'Failed' order by position`);
    expect(codes.map(({ code }) => code)).to.deep.equal(['INSTANCE_NOT_FOUND', 'INTERNAL_ERROR']);
  });

  it('let an item fail whose workers have died ten times with it, and no other', async () => {
    const batchId = await made(await started(3));
    await side.sql('update batch_item set attempts = 9, leased_until = clock_timestamp() where position = 2');
    await work(first);
    expect(await outcomes(batchId)).to.deep.equal([{ total: 3, succeeded: 2, failed: 1, skipped: 0 }]);
    expect(await side.value('select position from batch_item where state = $1', ['Failed'])).to.equal(2);
  });

  it('keep their pace over all workers, at most one second ahead', async () => {
    await made(await started(30), 'variables', EDIT, 4);
    const before = await side.value<string>('select next_at::text from batch');
    const one = await taken(first);
    expect(one.items).to.have.length(4);
    const hasSecond = `select next_at >= $1::timestamptz + interval '1 second' from batch`;
    expect(await side.value<boolean>(hasSecond, [before])).to.equal(true);
    // it may be over before another worker looks: it gets a minute more
    await side.sql(`update batch set next_at = next_at + interval '1 minute'`);
    expect(await nextItems(second), 'another worker').to.equal(undefined);
    await side.sql(`update batch set next_at = next_at - interval '61 seconds'`);
    expect((await taken(second)).items).to.have.length(4);
  });

  it('take turns', async () => {
    const [one, two] = [await made(await started(60)), await made(await started(60))];
    const turns = [await taken(first), await taken(first), await taken(second)].map(({ batchId }) => batchId);
    expect(turns).to.have.members([one, two, one]);
  });

  it('stay with a worker that renews its lease, and not with one that has lost it', async () => {
    await made(await started(2));
    const connection = poolConnection(side.pool);
    const [batch, expire] = [await taken(first), () => side.sql('update batch_item set leased_until = clock_timestamp()')];
    await expire();
    await keepItems(connection, batch.batchId, batch.items);
    await side.sql('update batch set next_at = clock_timestamp()');
    expect(await nextItems(second), 'renewed').to.equal('again');
    await expire();
    await side.sql('update batch set next_at = clock_timestamp()');
    const [late] = (await taken(second)).items;
    expect(late?.attempt).to.equal(2);
    await expire();
    await keepItems(connection, batch.batchId, batch.items);
    const kept = 'select position from batch_item where leased_until > clock_timestamp()';
    expect(await side.sql(kept)).to.deep.equal([{ position: 2 }]);
  });

  it('count an attempt no longer when its items are given back', async () => {
    await made(await started(2));
    const one = await taken(first);
    await releaseItems(poolConnection(side.pool), one.batchId, one.items);
    expect(await side.sql('select distinct attempts, leased_until from batch_item')).to.deep.equal([
      { attempts: 0, leased_until: null },
    ]);
  });
});

const EDIT: BatchParameters = { variables: { seen: true }, removed: [] };
