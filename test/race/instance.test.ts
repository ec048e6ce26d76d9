import { expect } from 'chai';
import { entityId } from '../../src/platform/ids.ts';
import type { DeliveryTools } from '../../src/worker/delivery/delivery-tools.ts';
import { claimOf, completeOf, completeTaskOf, startOf } from '../support/commands.ts';
import { flow, model, sequence, task, userTask } from '../support/models/models.ts';
import { openStage, type Stage } from '../support/pause-points.ts';
import { type KeptLog, keptLog } from '../support/read-side.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../support/write-side.ts';

const FORK = model(
  'fork',
  `<startEvent id="start"/><parallelGateway id="split"/>${task('left')}${task('right')}<parallelGateway id="join"/>${task('after')}
   <endEvent id="end"/>${flow('f1', 'start', 'split')}${flow('f2', 'split', 'left')}${flow('f3', 'split', 'right')}
   ${flow('f4', 'left', 'join')}${flow('f5', 'right', 'join')}${flow('f6', 'join', 'after')}${flow('f7', 'after', 'end')}`,
);

describe('two workers and one instance (docs/contributing/spec/http.md#one-command-at-a-time)', () => {
  let side: WriteSide;
  let stage: Stage;
  let log: KeptLog;
  let first: DeliveryTools;
  let second: DeliveryTools;

  beforeEach(async () => {
    log = keptLog();
    side = await openWriteSide({ log });
    [first, second] = [side.worker(), side.worker()];
    for (const text of [sequence('order', task('work'), task('more')), sequence('ask', userTask('review')), FORK])
      await side.deploy(text);
    stage = openStage();
  });
  afterEach(async () => {
    stage.close();
    await side.close();
  });

  type Given = Parameters<typeof deliverTo>[1][number];
  const deliver = async (tools: DeliveryTools, command: Given) => {
    const { announced } = await deliverTo(tools, [command]);
    const reply = announced[0]?.reply;
    return reply?.ok ? 'done' : `${announced[0]?.outcome} ${reply?.rejection.code}`;
  };
  const started = async (key: string) => {
    const start = startOf(key);
    await side.run(start);
    return start.instanceId;
  };
  const seqs = async (instanceId: string) =>
    (await side.sql<{ seq: number }>('select seq from journal where subject_id = $1 order by seq', [instanceId])).map(
      (row) => row.seq,
    );
  const events = async (instanceId: string) =>
    (
      await side.sql<{ event: string }>(
        `select concat_ws(' ', e->>'type', e->>'element') as event from journal, json_array_elements(events) e where subject_id = $1 order by seq`,
        [instanceId],
      )
    ).map((row) => row.event);
  /** The second comes while the first is right before its commit, and so waits for it. */
  async function behind(a: Given, b: Given): Promise<string[]> {
    const held = stage.hold('before-commit', a.id);
    const results = [deliver(first, a)];
    await held.reached();
    results.push(deliver(second, b));
    await side.untilBlocked();
    held.release();
    return Promise.all(results);
  }
  /** The second overtakes the first, which has found its instance but not locked it. */
  async function overtaking(a: Given, b: Given): Promise<string[]> {
    const held = stage.hold('after-route', a.id);
    const slow = deliver(first, a);
    await held.reached();
    const fast = await deliver(second, b);
    held.release();
    return [await slow, fast];
  }

  it('lets the first complete an activity and refuses the second when both complete it concurrently', async () => {
    const [one, two] = [await started('order'), await started('order')];
    expect(await behind(completeOf(one, 'work'), completeOf(one, 'work'))).to.deep.equal(['done', 'done NO_ACTIVE_ENTRY']);
    expect(await overtaking(completeOf(two, 'work'), completeOf(two, 'work'))).to.deep.equal(['done NO_ACTIVE_ENTRY', 'done']);
    expect([await seqs(one), await seqs(two)]).to.deep.equal([
      [1, 2],
      [1, 2],
    ]);
  });

  it('runs both, one after the other, when they complete two activities of it concurrently', async () => {
    const one = await started('order');
    expect(await behind(completeOf(one, 'work'), completeOf(one, 'more'))).to.deep.equal(['done', 'done']);
    expect(await seqs(one)).to.deep.equal([1, 2, 3]);
    const two = await started('order');
    expect(await overtaking(completeOf(two, 'more'), completeOf(two, 'work'))).to.deep.equal(['done', 'done']);
    expect(await seqs(two)).to.deep.equal([1, 2, 3]);
  });

  for (const order of [behind, overtaking]) {
    it(`passes a parallel join exactly once when its branches are completed concurrently (docs/contributing/spec/reliability.md#join-race, ${order.name})`, async () => {
      const id = await started('fork');
      expect(await order(completeOf(id, 'left'), completeOf(id, 'right'))).to.deep.equal(['done', 'done']);
      const seen = await events(id);
      expect(seen.filter((event) => event === 'ElementActivated after')).to.have.length(1);
      expect(seen.filter((event) => event === 'ElementCompleted join')).to.have.length(1);
      expect(await side.run(completeOf(id, 'after'))).to.containSubset([{ ok: true, result: {} }]);
      expect((await events(id)).filter((event) => event === 'InstanceCompleted')).to.have.length(1);
    });

    it(`gives a user task to the last who claims it, who alone may complete it, once (docs/contributing/spec/reliability.md#task-races, ${order.name})`, async () => {
      const id = await started('ask');
      const [row] = await side.sql<{ task_id: string; entry: number }>('select task_id, entry from user_task');
      const taskId = row?.task_id ?? '';
      expect(taskId).to.equal(entityId(id, row?.entry ?? -1));
      expect(await order(claimOf(taskId, 'ann'), claimOf(taskId, 'bob'))).to.deep.equal(['done', 'done']);
      const [last, loser] = order === behind ? ['bob', 'ann'] : ['ann', 'bob'];
      expect(await order(completeTaskOf(taskId, loser), claimOf(taskId, last))).to.deep.equal([
        'done TASK_CLAIMED_BY_OTHER',
        'done',
      ]);
      const twice = await order(completeTaskOf(taskId, last), completeTaskOf(taskId, last));
      expect([...twice].sort()).to.deep.equal(['done', 'done USER_TASK_NOT_FOUND']);
      const completed = (await events(id)).filter((event) => event === 'ElementCompleted review');
      expect(completed).to.have.length(1);
    });
  }

  it('never gives a task to both when a claim and a complete meet (docs/contributing/spec/reliability.md#task-races)', async () => {
    await started('ask');
    const taskId = await side.value<string>('select task_id from user_task');
    await side.run(claimOf(taskId, 'ann'));
    expect(await behind(completeTaskOf(taskId, 'ann'), claimOf(taskId, 'bob'))).to.deep.equal([
      'done',
      'done USER_TASK_NOT_FOUND',
    ]);
  });

  it('does not deadlock when command batches name the same instances in opposite order (docs/contributing/spec/reliability.md#conflicts)', async () => {
    const ids = [await started('order'), await started('order')].sort();
    const [low = '', high = ''] = ids;
    const blocker = await side.pool.connect();
    await blocker.query('begin');
    await blocker.query('select 1 from instance where id = $1 for update', [high]);
    const both = [deliverTo(first, [completeOf(high, 'work'), completeOf(low, 'work')])];
    await side.untilBlocked(1); // so that 'work' comes before 'more'
    both.push(deliverTo(second, [completeOf(low, 'more'), completeOf(high, 'more')]));
    await side.untilBlocked(2);
    await blocker.query('commit');
    blocker.release();
    const replies = (await Promise.all(both)).flatMap(({ announced }) => announced.map(({ reply }) => reply?.ok));
    expect(replies).to.deep.equal([true, true, true, true]);
    expect([await seqs(low), await seqs(high)]).to.deep.equal([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    expect(log.of(7044)).to.deep.equal([]);
  });

  describe('when one command batch is delivered twice concurrently (docs/contributing/spec/reliability.md#delivered-twice)', () => {
    for (const kind of ['start', 'completion'] as const) {
      it(`carries a ${kind} out once: the loser rolls back and announces the stored reply`, async () => {
        const command = kind === 'start' ? startOf('order') : completeOf(await started('order'), 'work');
        const before = await side.value('select count(*)::int from journal');
        const held = stage.hold('before-commit', command.id);
        const winner = deliverTo(first, [command]);
        await held.reached();
        const loser = deliverTo(second, [command]);
        await side.untilBlocked();
        held.release();
        const [won, lost] = await Promise.all([winner, loser]);
        expect(won.announced[0]).to.include({ commandId: command.id, outcome: 'done' });
        expect(lost.announced[0]).to.deep.equal({ ...won.announced[0], outcome: 'replayed' });
        expect(await side.value('select count(*)::int from journal')).to.equal(before + 1);
        expect([log.of(5004), log.of(7044)]).to.deep.equal([[], []]);
      });
    }

    it('does not make the second redo the neighbours when only one command is the same', async () => {
      const [a, shared, b] = [startOf('order'), startOf('order'), startOf('order')];
      const held = stage.hold('before-commit', a.id);
      const winner = deliverTo(first, [a, shared]);
      await held.reached();
      const loser = deliverTo(second, [b, shared]);
      await side.untilBlocked();
      held.release();
      const announced = (await Promise.all([winner, loser])).flatMap((one) => one.announced.map(({ outcome }) => outcome));
      expect(announced).to.deep.equal(['done', 'done', 'done', 'replayed']);
      expect(await side.value('select count(*)::int from instance')).to.equal(3);
    });
  });

  it('starts one instance when two requests with one key, and so two instance ids, arrive concurrently (docs/contributing/spec/http.md#concurrent-repeats)', async () => {
    const command = startOf('order');
    const other = startOf('order', { id: command.id });
    const held = stage.hold('before-commit', command.id);
    const winner = deliverTo(first, [command]);
    await held.reached();
    const loser = deliverTo(second, [other]);
    await side.untilBlocked();
    held.release();
    const [won, lost] = await Promise.all([winner, loser]);
    expect(lost.announced[0]?.reply).to.deep.equal(won.announced[0]?.reply);
    expect(await side.sql('select id from instance')).to.deep.equal([{ id: command.instanceId }]);
  });
});
