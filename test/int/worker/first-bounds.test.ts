// runs alone: scripts take most of what the database waits

import { expect } from 'chai';
import { openPool } from '../../../src/db/pool.ts';
import type { Evaluator } from '../../../src/engine/evaluator.ts';
import { newId } from '../../../src/platform/ids.ts';
import { drainSender } from '../../../src/worker/delivery/relay.ts';
import { MAX_CHILDREN } from '../../../src/worker/effects/carry-out-effects.ts';
import { startOf } from '../../support/commands.ts';
import { eventually } from '../../support/eventually.ts';
import { post } from '../../support/http/http-client.ts';
import { deploy } from '../../support/http/steps.ts';
import { catching, onSignal, onTimer, processOf, signal, startedBy } from '../../support/models/event-elements.ts';
import { script, task } from '../../support/models/models.ts';
import { BACKENDS, startService } from '../../support/service.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../../support/write-side.ts';

const multi = (count: number) =>
  `<multiInstanceLoopCharacteristics><loopCardinality>${count}</loopCardinality></multiInstanceLoopCharacteristics>`;
const call = (key: string, loop: string) => `<callActivity id="call" calledElement="${key}">${loop}</callActivity>`;
const alarm = `<intermediateThrowEvent id="ID">${onSignal('alarm')}</intermediateThrowEvent>`;

describe('bounds of one transaction', () => {
  let side: WriteSide;
  beforeEach(async () => {
    side = await openWriteSide();
  });
  afterEach(() => side.close());

  const senders = async () =>
    (await side.sql<{ sender_id: string }>('select distinct sender_id from outbox')).map((row) => row.sender_id);
  async function drainAll(rounds: number): Promise<number> {
    for (let round = 1; round <= rounds; round += 1) {
      const open = await senders();
      if (open.length === 0) return round - 1;
      for (const sender of open) await deliverTo(side.worker(), [drainSender(sender)], 1, null);
    }
    return rounds;
  }
  const instances = () => side.value('select count(*)::int from instance');

  it('starts 1,000 children at most; the others follow, and their caller ends when all have ended', async function () {
    this.timeout(60_000);
    await side.deploy(processOf('child', '', [script('work', 'n = 1')]));
    await side.deploy(processOf('parent', '', [call('child', multi(2500))]));
    const start = startOf('parent');
    await side.run(start);
    expect(await instances()).to.equal(MAX_CHILDREN + 1);
    expect(await side.value('select count(*)::int from outbox where sender_id is not null')).to.equal(1500);
    await drainAll(100);
    for (let round = 0; round < 10; round += 1) {
      await deliverTo(side.worker(), [{ kind: 'DrainMailbox', id: newId(), instanceId: start.instanceId }], 1, null);
    }
    expect(await instances()).to.equal(2501);
    expect(await side.value('select is_terminal from instance where id = $1', [start.instanceId])).to.equal(true);
  });

  it('does not run a process that calls itself twice to the end of the memory', async function () {
    this.timeout(60_000);
    await side.deploy(processOf('twice', '', [call('twice', multi(2))]));
    await side.run(startOf('twice'));
    expect(await instances()).to.equal(MAX_CHILDREN + 1);
    const [sender = ''] = await senders();
    await deliverTo(side.worker(), [drainSender(sender)], 1, null);
    expect(await instances()).to.be.at.most(2 * MAX_CHILDREN + 1);
  });

  it('ends a chain of signals that start one another at its hundredth link, and fails the one that would go on', async function () {
    this.timeout(60_000);
    await side.deploy(startedBy('chain', signal('alarm'), onSignal('alarm'), [alarm.replace('ID', 'throw')]));
    await side.run({ kind: 'BroadcastSignal', id: newId(), name: 'alarm', variables: {}, exceptInstanceId: null });
    await drainAll(300);
    expect(await senders()).to.deep.equal([]);
    expect(await instances()).to.equal(101);
    const failures = await side.sql<{ message: string }>(
      `select e->>'message' as message from journal, json_array_elements(events) e where e->>'type' = 'InstanceFailed'`,
    );
    expect(failures).to.deep.equal([{ message: 'more than 100 messages, signals and calls follow from each other' }]);
  });

  it('parks a command at the third attempt that the database ends because it is decided for too long', async function () {
    this.timeout(60_000);
    await side.deploy(processOf('slow', '', [script('work', 'n = 1')]));
    await side.deploy(processOf('fast', '', [task('work')]));
    const pool = openPool(side.url, { max: 4, applicationName: 'impatient', isPipelined: true, idleInTransactionMs: 300 });
    pool.on('error', () => {});
    const tools = side.worker({ pool, idleInTransactionMs: 300 });
    let runs = 0;
    const evaluator: Evaluator = {
      evaluate: tools.evaluator.evaluate,
      run(...given) {
        runs += 1;
        const until = performance.now() + 700;
        while (performance.now() < until);
        return tools.evaluator.run(...given);
      },
    };
    const [slow, fast] = [startOf('slow'), startOf('fast')];
    const { announced } = await deliverTo({ ...tools, evaluator: evaluator as typeof tools.evaluator }, [slow, fast]);
    const reply = (id: string) => announced.find(({ commandId }) => commandId === id)?.reply;
    expect(reply(slow.id)).to.deep.equal({ ok: false, rejection: { code: 'INTERNAL_ERROR' } });
    expect(reply(fast.id)).to.deep.include({ ok: true });
    expect(runs).to.equal(6); // three times together, three times alone
    const [parked] = await side.sql<{ error: string }>('select error from dead_letter');
    expect(parked?.error).to.match(
      /given up at attempt 3: deciding took \d+\.\d s, and the database ended the waiting transaction/,
    );
  });

  it('takes an envelope apart whose commands together are decided for longer than the database waits, also without scripts', async () => {
    await side.deploy(processOf('waits', '', [catching('wait', onTimer('PT1H'))]));
    const pool = openPool(side.url, { max: 4, applicationName: 'impatient', isPipelined: true, idleInTransactionMs: 400 });
    pool.on('error', () => {});
    const tools = side.worker({ pool, idleInTransactionMs: 400, maxScriptMs: 200 });
    let reads = 0;
    const read: typeof tools.timers.read = (...given) => {
      reads += 1;
      const until = performance.now() + 150;
      while (performance.now() < until);
      return tools.timers.read(...given);
    };
    const starts = Array.from({ length: 4 }, () => startOf('waits'));
    const { announced } = await deliverTo({ ...tools, timers: { ...tools.timers, read } }, starts);
    expect(announced.map(({ reply }) => reply?.ok)).to.deep.equal([true, true, true, true]);
    expect(reads).to.be.at.most(2 + starts.length);
  });
});

for (const backend of BACKENDS) {
  describe(`a storm of follow-ups, queue in ${backend}`, () => {
    it('does not keep disable waiting, which ends it', async function () {
      this.timeout(60_000);
      const service = await startService({ backend });
      try {
        const three = ['one', 'two', 'three'].map((id) => alarm.replace('ID', id));
        await deploy(service.url, startedBy('storm', signal('alarm'), onSignal('alarm'), three));
        await post(service.url, '/Execution/signal', { SignalName: 'alarm' });
        await new Promise((resolve) => setTimeout(resolve, 3000));
        const began = performance.now();
        const answer = await post(service.url, '/Definitions/disable', { ProcessDefinitionKey: 'storm' });
        expect(answer.status).to.equal(200);
        expect(performance.now() - began).to.be.below(2000);
        await eventually(
          'the storm is over',
          async () => (await post(service.url, '/Execution/signal', { SignalName: 'alarm' })).status === 404,
        );
      } finally {
        await service.stop();
      }
    });
  });
}
