import { expect } from 'chai';
import type { CommandBody } from '../../../src/messages/commands.ts';
import { newId } from '../../../src/platform/ids.ts';
import { afterCommit } from '../../../src/worker/delivery/commit-command-batch.ts';
import { startDueLoop } from '../../../src/worker/timers/due-loop.ts';
import { deployOf, startOf } from '../../support/commands.ts';
import {
  catching,
  message,
  onCondition,
  onMessage,
  onSignal,
  onTimer,
  processOf,
  signal,
  startedBy,
} from '../../support/models/event-elements.ts';
import { type KeptLog, keptLog } from '../../support/read-side.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../../support/write-side.ts';

describe('the log of messages, signals and start events (docs/reference/log-events.md)', () => {
  let side: WriteSide;
  let log: KeptLog;
  beforeEach(async () => {
    side = await openWriteSide();
    log = keptLog();
  });
  afterEach(() => side.close());

  const run = async (command: CommandBody): Promise<void> => {
    await deliverTo(side.worker({ log }), [{ ...command, id: newId() } as Parameters<typeof deliverTo>[1][number]]);
  };
  const send = (name: string, correlationKey = '') =>
    run({ kind: 'DeliverMessage', name, correlationKey, variables: {}, businessId: null });
  const broadcast = (name: string) => run({ kind: 'BroadcastSignal', name, variables: {}, exceptInstanceId: null });

  it('shows who was reached, or that no one waits, when messages and signals are sent', async () => {
    await side.deploy(processOf('hears', message('m', 'paid', 'order'), [catching('wait', onMessage('m'))]));
    await side.deploy(processOf('listens', signal('alarm'), [catching('wait', onSignal('alarm'))]));
    await side.run(startOf('hears', { variables: { order: 'A1' } }), startOf('listens'), startOf('listens'));
    await send('paid', 'A1');
    await send('paid', 'A1');
    await broadcast('alarm');
    await broadcast('alarm');
    expect(log.of(4000)).to.deep.equal([{ MessageName: 'paid', CorrelationKey: 'A1', ReceiverCount: 1 }]);
    expect(log.of(4003)).to.deep.equal([{ SignalName: 'alarm', DeliveredCount: 2 }]);
    expect(log.of(4001)).to.deep.equal([
      { Name: 'paid', CorrelationKey: 'A1' },
      { Name: 'alarm', CorrelationKey: '' },
    ]);
  });

  it('follows a start event when it is registered, fires, is unregistered and stays so', async () => {
    const BpmnXml = startedBy('order', message('m', 'ordered'), onMessage('m'));
    const ordered = { EventKind: 'message', Name: 'ordered', ProcessDefinitionKey: 'order' };
    await deliverTo(side.worker({ log }), [deployOf(BpmnXml)]);
    expect(log.of(4010)).to.deep.equal([ordered]);
    await send('ordered');
    expect(log.of(4012)).to.have.length(1);
    expect(log.of(4012)[0]).to.include(ordered);
    await run({ kind: 'DisableProcess', key: 'order' });
    expect(log.of(4011)).to.deep.equal([ordered]);
    await deliverTo(side.worker({ log }), [deployOf(BpmnXml)]);
    expect(log.of(6004)).to.deep.equal([{ ProcessDefinitionKey: 'order', Version: 2 }]);
    await run({ kind: 'EnableProcess', key: 'order' });
    expect(log.of(4010)).to.deep.equal([ordered, ordered]);
  });

  it('reports a schedule when it is set, fires and is removed', async () => {
    const cycle = startedBy('hourly', '', onTimer('R3/2020-01-01T00:00:00Z/PT1H', 'timeCycle'));
    await deliverTo(side.worker({ log }), [deployOf(cycle)]);
    expect(log.of(8000)[0]).to.include({ ProcessDefinitionKey: 'hourly' });
    const tools = side.worker({ log });
    const loop = startDueLoop({ ...tools, afterCommit: (unit) => afterCommit(tools, unit) });
    const fired = await log.next(8002).finally(() => loop.stop());
    expect(fired).to.include({ ProcessDefinitionKey: 'hourly' });
    await run({ kind: 'DisableProcess', key: 'hourly' });
    expect(log.of(8001)).to.deep.equal([{ ProcessDefinitionKey: 'hourly' }]);
  });

  it('names the start event when it cannot start an instance', async () => {
    await side.deploy(startedBy('order', message('m', 'ordered'), onMessage('m')));
    await side.sql(`update start_trigger set element = 'gone' where key = 'order'`);
    await send('ordered');
    expect(log.of(4013)).to.have.length(1);
    expect(log.of(4013)[0]).to.include({ EventKind: 'message', Name: 'ordered', ProcessDefinitionKey: 'order' });
    expect(String(log.of(4013)[0]?.['ErrorMessage'])).to.include("'gone'");
    expect(log.of(5004)).to.have.length(1);
  });

  it('names conditions that are false, fail or are skipped when they are evaluated', async () => {
    await side.deploy(startedBy('hot', '', onCondition('x > 30')));
    const evaluate = (x: number | string) => run({ kind: 'EvaluateConditions', key: 'hot', variables: { x } });
    const listener = { ProcessDefinitionKey: 'hot', ActivityId: 'start' };
    await evaluate(1);
    await evaluate('text');
    await run({ kind: 'DisableProcess', key: 'hot' });
    await evaluate(31);
    expect(log.of(4022)).to.deep.equal([listener]);
    expect(log.of(4023)[0]).to.include(listener);
    expect(log.of(4024)).to.deep.equal([{ EventKind: 'conditional', Name: 'start', ProcessDefinitionKey: 'hot' }]);
  });
});
