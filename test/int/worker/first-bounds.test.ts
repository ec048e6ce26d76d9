import { expect } from 'chai';
import { newId } from '../../../src/platform/ids.ts';
import type { DeliveryTools } from '../../../src/worker/delivery/delivery-tools.ts';
import { drainSender } from '../../../src/worker/delivery/relay.ts';
import { MAX_CHILDREN } from '../../../src/worker/effects/execute-effects.ts';
import { startOf } from '../../support/commands.ts';
import { onSignal, processOf, signal, startedBy } from '../../support/models/event-elements.ts';
import { script } from '../../support/models/models.ts';
import { itFull } from '../../support/tier.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../../support/write-side.ts';

const multi = (count: number) =>
  `<multiInstanceLoopCharacteristics><loopCardinality>${count}</loopCardinality></multiInstanceLoopCharacteristics>`;
const call = (key: string, loop: string) => `<callActivity id="call" calledElement="${key}">${loop}</callActivity>`;
const alarm = `<intermediateThrowEvent id="ID">${onSignal('alarm')}</intermediateThrowEvent>`;

describe('bounds of one transaction', () => {
  let side: WriteSide;
  let worker: DeliveryTools;
  beforeEach(async () => {
    side = await openWriteSide();
    worker = side.worker();
  });
  afterEach(() => side.close());

  const senders = async () =>
    (await side.sql<{ sender_id: string }>('select distinct sender_id from outbox')).map((row) => row.sender_id);
  async function drainAll(rounds: number): Promise<number> {
    for (let round = 1; round <= rounds; round += 1) {
      const open = await senders();
      if (open.length === 0) return round - 1;
      for (const sender of open) await deliverTo(worker, [drainSender(sender)], 1, null);
    }
    return rounds;
  }
  const instances = () => side.value('select count(*)::int from instance');

  itFull('starts 200 children at most; the others follow, and their caller ends when all have ended', async () => {
    await side.deploy(processOf('child', '', [script('work', 'n = 1')]));
    await side.deploy(processOf('parent', '', [call('child', multi(450))]));
    const start = startOf('parent');
    await side.run(start);
    expect(await instances()).to.equal(MAX_CHILDREN + 1);
    expect(await side.value('select count(*)::int from outbox where sender_id is not null')).to.equal(250);
    await drainAll(100);
    for (let round = 0; round < 10; round += 1) {
      await deliverTo(worker, [{ kind: 'DrainMailbox', id: newId(), instanceId: start.instanceId }], 1, null);
    }
    expect(await instances()).to.equal(451);
    expect(await side.value('select is_terminal from instance where id = $1', [start.instanceId])).to.equal(true);
  });

  itFull('does not run a process that calls itself twice to the end of the memory', async () => {
    await side.deploy(processOf('twice', '', [call('twice', multi(2))]));
    await side.run(startOf('twice'));
    expect(await instances()).to.equal(MAX_CHILDREN + 1);
    const [sender = ''] = await senders();
    await deliverTo(worker, [drainSender(sender)], 1, null);
    expect(await instances()).to.be.at.most(2 * MAX_CHILDREN + 1);
  });

  // slow: hundreds of instances are started and cancelled
  itFull('fails a process that calls itself twice when too many instances run below the first one', async () => {
    await side.deploy(processOf('twice', '', [call('twice', multi(2))]));
    const limits = { ...worker.limits, maxCalledInstances: 210 };
    const limited = side.worker({ limits });
    const start = startOf('twice');
    await deliverTo(limited, [start], 1, null);
    const isOver = async () =>
      (await side.sql('select from instance where id = $1 and is_terminal', [start.instanceId])).length === 1;
    for (let round = 0; round < 100 && !(await isOver()); round += 1) {
      for (const sender of await senders()) await deliverTo(limited, [drainSender(sender)], 1, null);
      const targets = await side.sql<{ id: string }>('select distinct target_id as id from outbox where target_id is not null');
      for (const { id } of targets) await deliverTo(limited, [{ kind: 'DrainMailbox', id: newId(), instanceId: id }], 1, null);
    }
    expect(await isOver()).to.equal(true);
    expect(await instances()).to.be.below(2000);
    const failures = await side.sql<{ message: string }>(
      `select distinct e->>'message' as message from journal, json_array_elements(events) e where e->>'type' = 'InstanceFailed'`,
    );
    expect(failures).to.deep.include({
      message: 'more than 210 called instances would run below one instance (Engine:MaxCalledInstances)',
    });
  });

  itFull(
    'ends a chain of signals that start one another at its hundredth link, and fails the one that would continue',
    async () => {
      await side.deploy(startedBy('chain', signal('alarm'), onSignal('alarm'), [alarm.replace('ID', 'throw')]));
      await side.run({ kind: 'BroadcastSignal', id: newId(), name: 'alarm', variables: {}, exceptInstanceId: null });
      await drainAll(300);
      expect(await senders()).to.deep.equal([]);
      expect(await instances()).to.equal(101);
      const failures = await side.sql<{ message: string }>(
        `select e->>'message' as message from journal, json_array_elements(events) e where e->>'type' = 'InstanceFailed'`,
      );
      const loop = Array.from({ length: 10 }, () => 'chain').join(' → ');
      expect(failures).to.deep.equal([
        { message: `more than 100 messages, signals and calls triggered one another (Engine:MaxCausationDepth): ${loop}` },
      ]);
    },
  );

  itFull('ends a storm of signals, each of which throws three, when too many follow from the first', async () => {
    const throwing = ['one', 'two', 'three'].map((id) => alarm.replace('ID', id));
    await side.deploy(startedBy('storm', signal('alarm'), onSignal('alarm'), throwing));
    const limits = { ...worker.limits, maxCausationSize: 100 };
    const limited = side.worker({ limits });
    await deliverTo(
      limited,
      [{ kind: 'BroadcastSignal', id: newId(), name: 'alarm', variables: {}, exceptInstanceId: null }],
      1,
      null,
    );
    for (let round = 0; round < 50 && (await senders()).length > 0; round += 1)
      for (const sender of await senders()) await deliverTo(limited, [drainSender(sender)], 1, null);
    expect(await senders()).to.deep.equal([]);
    expect(await instances()).to.be.below(2000);
    const [failure] = await side.sql<{ message: string }>(
      `select e->>'message' as message from journal, json_array_elements(events) e where e->>'type' = 'InstanceFailed'`,
    );
    expect(failure?.message).to.match(
      /^more than 100 messages, signals and calls have one root cause \(Engine:MaxCausationSize\): storm( → storm){3,9}$/,
    );
  });
});
