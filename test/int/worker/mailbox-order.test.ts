import { expect } from 'chai';
import type { Command } from '../../../src/messages/commands.ts';
import { newId } from '../../../src/platform/ids.ts';
import { completeOf, startOf } from '../../support/commands.ts';
import { documentOf, flow, task } from '../../support/models/models.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../../support/write-side.ts';

const ESCALATION = '<escalation id="e" escalationCode="LATE"/>';
const chain = (...ids: string[]) =>
  ids
    .slice(1)
    .map((id, i) => flow(`${ids[i]}-${id}`, ids[i] ?? '', id))
    .join('');
const CALLED = documentOf(
  `${ESCALATION}<process id="called" isExecutable="true"><startEvent id="start"/>${task('first')}<intermediateThrowEvent id="shout">
   <escalationEventDefinition escalationRef="e"/></intermediateThrowEvent>${task('second')}<endEvent id="end"/>${chain('start', 'first', 'shout', 'second', 'end')}</process>`,
);
const CALLING = documentOf(
  `${ESCALATION}<process id="calling" isExecutable="true"><startEvent id="start"/><parallelGateway id="fork"/>${task('beside')}
   <callActivity id="call" calledElement="called"/><boundaryEvent id="heard" attachedToRef="call" cancelActivity="false">
   <escalationEventDefinition escalationRef="e"/></boundaryEvent>${task('handle')}${task('after')}
   ${chain('start', 'fork', 'beside')}${chain('fork', 'call', 'after')}${chain('heard', 'handle')}</process>`,
);

describe('notices of a child whose caller is not at hand', () => {
  let side: WriteSide;

  beforeEach(async () => {
    side = await openWriteSide();
    await side.deploy(CALLED);
    await side.deploy(CALLING);
  });
  afterEach(() => side.close());

  const childOf = (callerId: string) =>
    side.value<string>(`select id from instance where id <> $1 and definition_id like 'called:%'`, [callerId]);
  const isWaiting = async (instanceId: string, activityId: string) => {
    const [reply] = await side.run(completeOf(instanceId, activityId));
    return reply?.ok === true;
  };

  it('reach it in the order they were sent when a later one could be delivered immediately', async () => {
    const caller = startOf('calling');
    await side.run(caller);
    const childId = await childOf(caller.instanceId);
    await side.run(completeOf(childId, 'first'));
    expect(await side.value(`select count(*)::int from outbox where target_id = $1`, [caller.instanceId])).to.equal(1);
    // its wake-up signal is late, and a client's command batch brings caller and child together
    await side.run(completeOf(caller.instanceId, 'beside'), completeOf(childId, 'second'));
    const drain: Command = { kind: 'DrainMailbox', id: newId(), instanceId: caller.instanceId };
    await deliverTo(side.worker(), [drain], 1, null);
    expect(await isWaiting(caller.instanceId, 'handle'), 'the escalation was heard').to.equal(true);
    expect(await isWaiting(caller.instanceId, 'after'), 'the call has ended').to.equal(true);
    expect(await side.value('select count(*)::int from outbox')).to.equal(0);
  });

  it('are delivered immediately when nothing waits before them', async () => {
    const caller = startOf('calling');
    await side.run(caller);
    const childId = await childOf(caller.instanceId);
    await side.run(completeOf(caller.instanceId, 'beside'), completeOf(childId, 'first'), completeOf(childId, 'second'));
    expect(await side.value('select count(*)::int from outbox')).to.equal(0);
    expect(await isWaiting(caller.instanceId, 'handle')).to.equal(true);
    expect(await isWaiting(caller.instanceId, 'after')).to.equal(true);
  });
});
