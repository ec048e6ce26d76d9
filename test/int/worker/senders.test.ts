import { expect } from 'chai';
import type { Command } from '../../../src/messages/commands.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { DeliveryTools } from '../../../src/worker/delivery/delivery-tools.ts';
import { drainSender } from '../../../src/worker/delivery/relay.ts';
import { setPause } from '../../../src/worker/pause-points.ts';
import { startOf } from '../../support/commands.ts';
import { deferred } from '../../support/deferred.ts';
import { catching, message, onMessage, onSignal, processOf, signal, throwing } from '../../support/models/event-elements.ts';
import { openStage, type Stage } from '../../support/pause-points.ts';
import { itFull } from '../../support/tier.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../../support/write-side.ts';

const ROOTS = message('a', 'a') + message('b', 'b') + message('c', 'c') + signal('s');

describe('what an instance throws is run in order', () => {
  let side: WriteSide;
  let worker: DeliveryTools;
  let stage: Stage;
  beforeEach(async () => {
    side = await openWriteSide();
    worker = side.worker();
    stage = openStage();
    const throws = ['a', 'b', 'c'].map((name) => throwing(`throw-${name}`, onMessage(name)));
    await side.deploy(processOf('sender', ROOTS, throws));
    for (const name of ['a', 'b', 'c']) {
      await side.deploy(processOf(`hears-${name}`, ROOTS, [catching('wait', onMessage(name))]));
    }
  });
  afterEach(async () => {
    stage.close();
    await side.close();
  });

  const started = async (key: string) => {
    const start = startOf(key);
    await side.run(start);
    return start.instanceId;
  };
  const isOver = (id: string) => side.value<boolean>('select is_terminal from instance where id = $1', [id]);
  const waiting = async () =>
    (await side.sql<{ command: string }>('select command::text as command from outbox order by position')).map(
      ({ command }) => JSON.parse(command) as Command,
    );
  const drain = (senderId: string) => deliverTo(worker, [drainSender(senderId)], 1, null);
  /** Commands of the outbox that meet a bug. */
  const spoil = (id: string) =>
    side.sql(`update outbox set command = jsonb_set(command::jsonb, '{kind}', '"Unheard"')::json where command_id = $1`, [id]);

  it('one wake-up signal for one sender, whatever it has thrown', async () => {
    const start = startOf('sender');
    const { added } = await deliverTo(side.worker(), [start]);
    expect(added.flatMap(({ commands }) => commands)).to.have.length(1);
    expect(added[0]?.commands[0]).to.include({ kind: 'DrainSender', senderId: start.instanceId });
    expect((await waiting()).map((command) => command.kind === 'DeliverMessage' && command.name)).to.deep.equal(['a', 'b', 'c']);
  });

  it('by one transaction at a time; another transaction leaves a locked one, which also processes later arrivals', async () => {
    const receivers = [await started('hears-a'), await started('hears-b'), await started('hears-c')];
    const sender = await started('sender');
    const [first, second, third] = await waiting();
    await side.sql('create table later as select * from outbox where command_id = $1', [third?.id]);
    await side.sql('delete from outbox where command_id = $1', [third?.id]);
    const held = stage.hold('before-commit', first?.id ?? '');
    const carrying = drain(sender);
    await held.reached();
    const { added: nothing } = await drain(sender);
    expect(nothing).to.deep.equal([]);
    expect((await waiting()).map(({ id }) => id)).to.deep.equal([first?.id, second?.id]);
    await side.sql('insert into outbox overriding system value select * from later');
    held.release();
    const { added } = await carrying;
    expect(added.map(({ commands }) => commands[0]?.kind)).to.deep.equal(['DrainSender']);
    await drain(sender);
    expect(await waiting()).to.deep.equal([]);
    for (const id of receivers) expect(await isOver(id)).to.equal(true);
  });

  it('past one that meets a bug: it is parked, those behind it continue', async () => {
    const receivers = [await started('hears-a'), await started('hears-b'), await started('hears-c')];
    const sender = await started('sender');
    const [, second] = await waiting();
    await spoil(second?.id ?? '');
    await drain(sender);
    expect(await waiting()).to.deep.equal([]);
    expect(await Promise.all(receivers.map(isOver))).to.deep.equal([true, false, true]);
    expect(await side.sql('select command_id from dead_letter')).to.deep.equal([{ command_id: second?.id }]);
  });

  it('past one during which two workers have died that tried it alone', async () => {
    const receivers = [await started('hears-a'), await started('hears-b'), await started('hears-c')];
    const sender = await started('sender');
    const [first, ...others] = await waiting();
    const trial = { commandId: first?.id ?? '', deaths: 1, worker: newId() };
    const { trials } = await deliverTo(side.worker(), [drainSender(sender)], 4, null, trial);
    // each of those behind it is tried alone too
    expect(trials.map((one) => [one?.commandId, one?.deaths])).to.deep.equal(others.map(({ id }) => [id, 0]));
    expect(await waiting()).to.deep.equal([]);
    expect(await Promise.all(receivers.map(isOver))).to.deep.equal([false, true, true]);
    expect(await side.sql('select command_id from dead_letter')).to.deep.equal([{ command_id: first?.id }]);
  });

  it('without parking the first one: workers may have died of another one', async () => {
    const receivers = [await started('hears-a'), await started('hears-b'), await started('hears-c')];
    const sender = await started('sender');
    await deliverTo(side.worker(), [drainSender(sender)], 10, null, { commandId: newId(), deaths: 5, worker: newId() });
    expect(await side.sql('select command_id from dead_letter')).to.deep.equal([]);
    expect(await waiting()).to.deep.equal([]);
    expect(await Promise.all(receivers.map(isOver))).to.deep.equal([true, true, true]);
  });

  it('without waiting for the sweep when it throws while a wake-up signal finds nothing to do', async () => {
    const sender = await started('sender');
    await side.sql('create table later as select * from outbox');
    await side.sql('delete from outbox');
    const [there, go] = [deferred(), deferred()];
    setPause((point) => {
      if (point !== 'before-commit') return undefined;
      there.resolve();
      return go.promise;
    });
    const idle = drain(sender);
    await there.promise;
    setPause(undefined);
    await side.sql('insert into outbox overriding system value select * from later');
    expect((await drain(sender)).added).to.deep.equal([]);
    expect(await waiting()).to.have.length(3);
    go.resolve();
    expect((await idle).added.flatMap(({ commands }) => commands.map(({ kind }) => kind))).to.deep.equal(['DrainSender']);
  });

  itFull('also behind a signal with more receivers than one transaction holds', async () => {
    await side.deploy(processOf('hears-s-then-a', ROOTS, [catching('first', onSignal('s')), catching('then', onMessage('a'))]));
    await side.deploy(processOf('tells-all', ROOTS, [throwing('first', onSignal('s')), throwing('then', onMessage('a'))]));
    const receivers = Array.from({ length: 205 }, () => startOf('hears-s-then-a'));
    await side.run(...receivers);
    const sender = await started('tells-all');
    let rounds = 0;
    for (; (await waiting()).length > 0 && rounds < 20; rounds += 1) await drain(sender);
    expect(rounds).to.be.greaterThan(1);
    const open = `select count(*)::int from instance where definition_id like 'hears-s-then-a:%' and not is_terminal`;
    // a message has as many receivers as wait: all of them have heard the signal before
    expect(await side.value(open)).to.equal(0);
  });

  itFull('and a call whose child cannot be started fails instead of waiting forever', async () => {
    await side.deploy(processOf('child', '', ['<task id="wait"/>']));
    const loop = '<multiInstanceLoopCharacteristics><loopCardinality>201</loopCardinality></multiInstanceLoopCharacteristics>';
    await side.deploy(processOf('parent', '', [`<callActivity id="call" calledElement="child">${loop}</callActivity>`]));
    const parent = await started('parent');
    await side.damageModels('child');
    await deliverTo(side.worker(), [drainSender(parent)], 1, null);
    expect(await side.value('select count(*)::int from dead_letter')).to.equal(1);
    await deliverTo(side.worker(), [{ kind: 'DrainMailbox', id: newId(), instanceId: parent }], 1, null);
    expect(await isOver(parent)).to.equal(true);
  });

  it('together with what the instances below it throw', async () => {
    const call = '<callActivity id="call" calledElement="sender"/>';
    await side.deploy(processOf('caller', ROOTS, [call, throwing('last', onMessage('a'))]));
    const caller = await started('caller');
    const rows = await side.sql<{ sender_id: string; name: string }>(
      `select sender_id, command->>'name' as name from outbox order by position`,
    );
    expect(rows).to.deep.equal(['a', 'b', 'c', 'a'].map((name) => ({ sender_id: caller, name })));
  });
});
