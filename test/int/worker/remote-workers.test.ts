import { expect } from 'chai';
import type { CommandOf, CommandResults } from '../../../src/messages/commands.ts';
import { newId } from '../../../src/platform/ids.ts';
import { runCommandBatch } from '../../../src/worker/transaction/run-command-batch.ts';
import { startOf } from '../../support/commands.ts';
import { oneTask } from '../../support/models/custom-task-models.ts';
import { commandBatchOf } from '../../support/open-backend.ts';
import { recordingLog } from '../../support/recording-log.ts';
import { itFull } from '../../support/tier.ts';
import { openWriteSide, type WriteSide } from '../../support/write-side.ts';

type Locked = CommandResults['LockCustomTasks'];

/** A worker that asks for tasks of the type `work`. */
function lockOf(more: Partial<CommandOf<'LockCustomTasks'>> = {}): CommandOf<'LockCustomTasks'> {
  return { kind: 'LockCustomTasks', id: newId(), typeKey: 'work', workerId: 'w', maxTasks: 100, lockSeconds: 60, ...more };
}

describe('tasks for remote workers (ADR 0021)', () => {
  let side: WriteSide;
  beforeEach(async () => {
    side = await openWriteSide();
    await side.deploy(oneTask('order', 'work', { inputs: { load: '=load' } }));
  });
  afterEach(() => side.close());

  async function tasksOf(command: CommandOf<'LockCustomTasks'>): Promise<Locked['tasks']> {
    const [reply] = await side.run(command);
    if (reply?.ok !== true) throw new Error(JSON.stringify(reply));
    return (reply.result as Locked).tasks;
  }
  const rows = () => side.sql('select attempt, locked_by, losses from custom_task order by created_at, task_id');

  it('are locked once when the command is delivered twice', async () => {
    await side.run(startOf('order'), startOf('order'));
    const command = lockOf({ maxTasks: 1 });
    const first = await tasksOf(command);
    expect(first).to.have.length(1);
    const { announcements } = await runCommandBatch(side.worker(), commandBatchOf([command], { replyTo: 'test' }));
    expect(announcements).to.deep.equal([
      { commandId: command.id, outcome: 'replayed', reply: { ok: true, result: { tasks: first } } },
    ]);
    expect((await rows()).map((row) => row['attempt'])).to.have.members([1, 0]);
  });

  it('are skipped when another transaction holds them', async () => {
    const [a, b] = [startOf('order'), startOf('order')];
    await side.run(a, b);
    const other = await side.pool.connect();
    await other.query('begin');
    await other.query('select from custom_task where instance_id = $1 for update', [a.instanceId]);
    expect((await tasksOf(lockOf())).map(({ instanceId }) => instanceId)).to.deep.equal([b.instanceId]);
    await other.query('rollback');
    other.release();
  });

  it('stay unlocked when the transaction fails', async () => {
    await side.run(startOf('order'));
    const tools = side.worker();
    await side.sql("alter table inbox add constraint no_more check (at < now() - interval '1 day') not valid");
    await runCommandBatch(tools, commandBatchOf([lockOf()], { replyTo: 'test' })).then(
      () => expect.fail('it was committed'),
      () => undefined,
    );
    expect(await rows()).to.deep.equal([{ attempt: 0, locked_by: null, losses: 0 }]);
  });

  it('fail and are not given out when ten holders vanished', async () => {
    const start = startOf('order');
    await side.run(start);
    await side.sql("update custom_task set losses = 9, attempt = 9, locked_by = 'gone', available_at = now() - interval '1 s'");
    expect(await tasksOf(lockOf())).to.deep.equal([]);
    const command = JSON.parse(await side.value<string>('select command::text from outbox')) as CommandOf<'FailCustomTask'>;
    expect(command).to.deep.include({ kind: 'FailCustomTask', attempt: 10, code: '500', isRetryable: false });
    const [reply] = await side.run(command);
    expect(reply).to.deep.include({ ok: true, result: { retryAt: null } });
    expect(await rows()).to.deep.equal([]);
  });

  itFull('are fewer than asked for when their inputs are large, and the others go to the next', async () => {
    const load = 'x'.repeat(1_000_000);
    for (let at = 0; at < 10; at += 1) await side.run(startOf('order', { variables: { load } }));
    const first = await tasksOf(lockOf({ workerId: 'a' }));
    expect(first).to.have.length(8);
    const second = await tasksOf(lockOf({ workerId: 'b' }));
    expect(second).to.have.length(2);
    expect((await rows()).map((row) => row['losses'])).to.deep.equal(Array(10).fill(0));
  });

  it('are handed out without headers when their model can no longer be read, and the log reports it once', async () => {
    await side.deploy(oneTask('other', 'work'));
    await side.run(startOf('order'), startOf('other'));
    await side.damageModels('order');
    const log = recordingLog();
    const worker = side.worker({ log });
    for (const workerId of ['a', 'b']) {
      const { announcements } = await runCommandBatch(worker, commandBatchOf([lockOf({ workerId })], { replyTo: 'test' }));
      const [reply] = announcements.map((one) => one.reply);
      const { tasks } = (reply as { result: Locked }).result;
      expect(tasks.map(({ headers }) => headers)).to.deep.equal([{}, {}]);
      await side.sql('update custom_task set locked_by = null, available_at = now()');
    }
    expect(log.of(3004).map(({ properties }) => properties['Rule'])).to.deep.equal(['a stored definition can be read']);
  });

  it('keep the lock of the one who asked when it is extended by the attempt that holds it only', async () => {
    await side.run(startOf('order'));
    const [task] = await tasksOf(lockOf({ lockSeconds: 60 }));
    if (task === undefined) throw new Error('no task');
    const { taskId, instanceId } = task;
    const extend = (attempt: number): CommandOf<'ExtendCustomTaskLock'> => ({
      kind: 'ExtendCustomTaskLock',
      id: newId(),
      taskId,
      instanceId,
      attempt,
      lockSeconds: 600,
    });
    const [late, held] = await side.run(extend(2), extend(1));
    expect(late).to.deep.equal({ ok: false, rejection: { code: 'CUSTOM_TASK_NOT_LOCKED', taskId } });
    expect(held?.ok).to.equal(true);
    expect(await side.value("select available_at > now() + interval '9 minutes' from custom_task")).to.equal(true);
  });

  it('end nothing in another instance when a result names that one', async () => {
    const [a, b] = [startOf('order'), startOf('order')];
    await side.run(a, b);
    const tasks = await tasksOf(lockOf());
    const [first, second] = tasks;
    if (first === undefined || second === undefined) throw new Error('no tasks');
    const command = { kind: 'CompleteCustomTask', id: newId(), attempt: 1, result: {} } as const;
    const [reply] = await side.run({ ...command, taskId: first.taskId, instanceId: second.instanceId });
    expect(reply).to.deep.equal({ ok: false, rejection: { code: 'CUSTOM_TASK_NOT_LOCKED', taskId: first.taskId } });
    expect(await side.value('select count(*)::int from instance where is_terminal')).to.equal(0);
  });
});
