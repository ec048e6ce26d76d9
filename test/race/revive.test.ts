import { expect } from 'chai';
import { newId } from '../../src/platform/ids.ts';
import type { DeliveryTools } from '../../src/worker/delivery/delivery-tools.ts';
import { drain } from '../../src/worker/delivery/relay.ts';
import { completeOf, startOf } from '../support/commands.ts';
import { sequence, task, userTask } from '../support/models/models.ts';
import { openStage, type Stage } from '../support/pause-points.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../support/write-side.ts';

// tier all: a race of one command; the commit tier has the races of delivery, order, timers, instances and commits

type Given = Parameters<typeof deliverTo>[1][number];

describe('instances that are revived and forked while others work (docs/contributing/spec/forks.md#revive)', () => {
  let side: WriteSide;
  let stage: Stage;
  let first: DeliveryTools;
  let second: DeliveryTools;

  beforeEach(async () => {
    side = await openWriteSide();
    [first, second] = [side.worker(), side.worker()];
    await side.deploy(sequence('order', userTask('ask'), task('more')));
    stage = openStage();
  });
  afterEach(async () => {
    stage.close();
    await side.close();
  });

  const started = async () => {
    const start = startOf('order');
    await side.run(start);
    return start.instanceId;
  };
  const cancelOf = (instanceId: string): Given => ({ kind: 'CancelInstance', id: newId(), instanceId, reason: 'no' });
  const reviveOf = (instanceId: string): Given => ({ kind: 'ReviveInstance', id: newId(), instanceId, variables: {} });
  const forkOf = (instanceId: string): Given => {
    const none = { step: 1, variables: {}, definitionId: null };
    return { kind: 'ForkInstance', id: newId(), instanceId, forkId: newId(), ...none };
  };
  const openTasks = () => side.value<number>('select count(*)::int from user_task where is_open');
  const typesOf = async (instanceId: string) =>
    (
      await side.sql<{ type: string }>(
        `select e->>'type' as type from journal, json_array_elements(events) e where subject_id = $1 order by seq`,
        [instanceId],
      )
    ).map(({ type }) => type);

  it('continue once when the worker breaks off right before its commit and another takes over', async () => {
    const instanceId = await started();
    await side.run(cancelOf(instanceId));
    for (const command of [reviveOf(instanceId), forkOf(instanceId)]) {
      stage.once('before-commit', command.id, () => Promise.reject(new Error('power cut')));
      await deliverTo(first, [command]).catch(() => {});
      const { announced } = await deliverTo(second, [{ ...command, id: newId() }]);
      expect(announced[0]?.reply?.ok, JSON.stringify(announced)).to.equal(true);
    }
    expect((await typesOf(instanceId)).filter((type) => type === 'InstanceRestored')).to.have.length(1);
    expect(await side.value('select count(*)::int from instance where not is_terminal')).to.equal(2);
    expect(await openTasks()).to.equal(2);
  });

  it('are revived in the command batch in which they are cancelled', async () => {
    const instanceId = await started();
    const { announced } = await deliverTo(first, [cancelOf(instanceId), reviveOf(instanceId)]);
    expect(announced.map(({ reply }) => reply?.ok)).to.deep.equal([true, true]);
    expect(await side.value('select is_terminal from instance where id = $1', [instanceId])).to.equal(false);
    expect(await openTasks()).to.equal(1);
  });

  it('are revived by the one who comes first when a second waits behind', async () => {
    const instanceId = await started();
    await side.run(cancelOf(instanceId));
    const [one, two] = [reviveOf(instanceId), reviveOf(instanceId)];
    const held = stage.hold('before-commit', one.id);
    const winner = deliverTo(first, [one]);
    await held.reached();
    const loser = deliverTo(second, [two]);
    await side.untilBlocked();
    held.release();
    const replies = (await Promise.all([winner, loser])).map(({ announced }) => announced[0]?.reply);
    expect(replies.map((reply) => reply?.ok)).to.deep.equal([true, false]);
    expect(replies[1]).to.deep.include({ rejection: { code: 'NOT_REVIVABLE', instanceId, status: 'running' } });
  });

  describe('with called instances (docs/contributing/spec/forks.md#called-instances)', () => {
    let caller: string;
    let child: string;
    beforeEach(async () => {
      await side.deploy(sequence('called', task('inside')));
      await side.deploy(sequence('calling', '<callActivity id="call" calledElement="called"/>'));
      const start = startOf('calling');
      await side.run(start);
      caller = start.instanceId;
      child = await side.value<string>('select id from instance where id <> $1', [caller]);
    });

    /** Runs outgoing commands until the outbox is empty. */
    async function settle(): Promise<void> {
      for (;;) {
        const [row] = await side.sql<{ target: string | null; command: string }>(
          'select target_id as target, command::text as command from outbox order by position limit 1',
        );
        if (row === undefined) return;
        await deliverTo(first, [row.target === null ? (JSON.parse(row.command) as Given) : drain(row.target)], 1, null);
      }
    }
    const endOf = async (instanceId: string) => (await typesOf(instanceId)).at(-1);

    it('take the result of one that has completed since', async () => {
      await side.run(cancelOf(caller));
      await side.run(completeOf(child, 'inside'));
      await settle();
      expect([await endOf(caller), await endOf(child)]).to.deep.equal(['InstanceCancelled', 'InstanceCompleted']);
      await side.run(reviveOf(caller));
      await settle();
      expect(await endOf(caller)).to.equal('InstanceCompleted');
      expect(await side.value('select count(*)::int from instance')).to.equal(2);
    });

    it('let one continue whose cancellation waits in its mailbox still', async () => {
      await side.run(cancelOf(caller));
      await side.run(reviveOf(caller));
      await settle();
      expect((await typesOf(child)).filter((type) => /^Instance/.test(type))).to.deep.equal([
        'InstanceStarted',
        'InstanceCancelled',
        'InstanceRestored',
      ]);
      await side.run(completeOf(child, 'inside'));
      await settle();
      expect([await endOf(caller), await endOf(child)]).to.deep.equal(['InstanceCompleted', 'InstanceCompleted']);
    });

    it('fail again, with the reason, when one cannot continue', async () => {
      await side.run(cancelOf(caller));
      await settle();
      await side.sql('delete from journal where subject_id = $1', [child]);
      await side.sql('delete from instance where id = $1', [child]);
      await side.run(reviveOf(caller));
      await settle();
      const [failed] = await side.sql<{ message: string }>(
        `select e->>'message' as message from journal, json_array_elements(events) e where subject_id = $1 and e->>'type' = 'InstanceFailed'`,
        [caller],
      );
      expect(failed?.message).to.equal(`the called instance '${child}' was deleted`);
    });
  });
});
