import { expect } from 'chai';
import { poolConnection } from '../../../src/db/connection.ts';
import { newId } from '../../../src/platform/ids.ts';
import { ageOfOutbox, findOverdue } from '../../../src/store/outbox.ts';
import { takeDueTimers } from '../../../src/store/timers.ts';
import { startOf } from '../../support/commands.ts';
import { documentOf, flow, model, task } from '../../support/models/models.ts';
import { itFull } from '../../support/tier.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../../support/write-side.ts';

const SIGNAL = '<signal id="s" name="alarm"/>';
const HEARING = documentOf(
  `${SIGNAL}<process id="hearing" isExecutable="true"><startEvent id="start"/>${task('work')}<boundaryEvent id="heard" attachedToRef="work" ` +
    `cancelActivity="false"><signalEventDefinition signalRef="s"/></boundaryEvent>${task('then')}${flow('f1', 'start', 'work')}` +
    `${flow('f2', 'heard', 'then')}</process>`,
);
const CLOCK = model(
  'clock',
  `<startEvent id="start"/><intermediateCatchEvent id="pause"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>` +
    `</intermediateCatchEvent>${flow('f1', 'start', 'pause')}`,
);
const LONG = model(
  'long',
  '<startEvent id="start"/><exclusiveGateway id="again"/><exclusiveGateway id="enough" default="back"/>' +
    `<scriptTask id="work" scriptFormat="javascript"><script>_context.text = 'x'.repeat(900000); _context.n = n + 1</script></scriptTask>` +
    `${task('after')}${flow('f1', 'start', 'again')}${flow('f2', 'again', 'work')}${flow('f3', 'work', 'enough')}` +
    `${flow('back', 'enough', 'again')}${flow('out', 'enough', 'after', 'n >= 20')}`,
);

describe('a suspended instance (docs/contributing/spec/suspension.md)', () => {
  let side: WriteSide;
  beforeEach(async () => {
    side = await openWriteSide();
  });
  afterEach(() => side.close());

  const by = 'operator' as const;
  const suspend = (instanceId: string) =>
    side.run({ kind: 'SuspendInstance', id: newId(), instanceId, by, calledInstances: true });
  const resume = (instanceId: string) => side.run({ kind: 'ResumeInstance', id: newId(), instanceId, by });
  const drain = (instanceId: string) => deliverTo(side.worker(), [{ kind: 'DrainMailbox', id: newId(), instanceId }], 1, null);
  const signal = () => side.run({ kind: 'BroadcastSignal', id: newId(), name: 'alarm', variables: {}, exceptInstanceId: null });
  const mail = async () =>
    (await side.sql<{ type: string }>(`select command->>'type' as type from outbox order by position`)).map(({ type }) => type);
  const events = async (instanceId: string, type: string) =>
    side.value(`select count(*)::int from journal, json_array_elements(events) e where subject_id = $1 and e->>'type' = $2`, [
      instanceId,
      type,
    ]);
  const started = async (key: string) => {
    const start = { ...startOf(key), variables: { n: 0 } };
    await side.run(start);
    return start.instanceId;
  };
  const overdue = () => findOverdue(poolConnection(side.pool), 0, 100);

  // slow: a run long enough to pause, continued twenty times
  it('is suspended in the middle of a run that has paused, and continues with it when it is resumed', async () => {
    await side.deploy(LONG);
    const id = await started('long');
    expect(await mail()).to.deep.equal(['ContinueRun']);
    await suspend(id);
    const before = await side.value('select seq from instance where id = $1', [id]);
    await drain(id);
    expect(await side.value('select seq from instance where id = $1', [id])).to.equal(before);
    expect((await overdue()).targets).to.deep.equal([]);
    await resume(id);
    for (let round = 0; (await mail()).length > 0 && round < 20; round += 1) await drain(id);
    expect(await mail()).to.deep.equal([]);
    expect(
      await side.value(`select count(*)::int from journal, json_array_elements(events) e
      where e->>'type' = 'ElementActivated' and e->>'element' = 'after'`),
    ).to.equal(1);
  });

  it('loses nothing and does nothing twice when its worker is killed behind the resume, and two others find its mail', async () => {
    await side.deploy(HEARING);
    const id = await started('hearing');
    await suspend(id);
    for (let n = 0; n < 3; n += 1) expect((await signal())[0]).to.deep.include({ ok: true });
    expect(await mail()).to.deep.equal(['Deliver', 'Deliver', 'Deliver']);
    expect((await overdue()).targets).to.deep.equal([]);
    expect(await ageOfOutbox(side.connection)).to.equal(0);
    await resume(id);
    // no wake-up signal was sent: the sweep has to find it
    expect((await overdue()).targets).to.deep.equal([id]);
    await signal();
    expect(await mail()).to.deep.equal(['Deliver', 'Deliver', 'Deliver', 'CatchUp', 'Deliver']);
    await Promise.all([drain(id), drain(id)]);
    expect(await mail()).to.deep.equal([]);
    expect(
      await side.value(`select count(*)::int from journal, json_array_elements(events) e
      where e->>'type' = 'ElementActivated' and e->>'element' = 'then'`),
    ).to.equal(4);
    expect(await events(id, 'InstanceCaughtUp')).to.equal(1);
  });

  itFull('is left out of nothing when a signal goes to hundreds of others', async () => {
    await side.deploy(HEARING);
    const starts = Array.from({ length: 450 }, () => startOf('hearing'));
    for (let from = 0; from < starts.length; from += 90) await side.run(...starts.slice(from, from + 90));
    const held = [starts[0], starts[449]].map((start) => start?.instanceId ?? '');
    for (const id of held) await suspend(id);
    await signal();
    const parts = await side.sql<{ command: string }>(`select command from outbox where target_id is null`);
    for (const { command } of parts) await deliverTo(side.worker(), [JSON.parse(command)], 1, null);
    const reached = () =>
      side.value(`select count(*)::int from journal, json_array_elements(events) e
        where e->>'type' = 'ElementActivated' and e->>'element' = 'then'`);
    expect(await reached()).to.equal(448);
    for (const id of held) {
      await resume(id);
      await drain(id);
    }
    expect(await reached()).to.equal(450);
  });

  it('gives its timers no due time, and gives it back when what has waited is run', async () => {
    await side.deploy(CLOCK);
    const id = await started('clock');
    const due = () => side.value<string>(`select due_at::text from timer where instance_id = $1`, [id]);
    const at = await due();
    await side.sql(`update timer set attempts = 3, leased_until = 'infinity'`);
    await suspend(id);
    expect(await due()).to.equal('infinity');
    await resume(id);
    expect(await due()).to.equal('infinity');
    await drain(id);
    expect(await due()).to.equal(at);
    expect(await side.sql('select attempts, leased_until::text from timer')).to.deep.equal([
      { attempts: 3, leased_until: 'infinity' },
    ]);
  });

  it('is waited for by a transaction that fires a timer in the same moment, and then the timer waits', async () => {
    await side.deploy(CLOCK);
    const id = await started('clock');
    await side.sql(`update timer set due_at = now() - interval '1 second'`);
    await suspend(id);
    expect(await takeDueTimers(side.connection, 10)).to.deep.equal([]);
    expect(await side.value('select count(*)::int from timer')).to.equal(1);
  });

  it('keeps parked mail when it is retried, until it is resumed', async () => {
    await side.deploy(HEARING);
    const id = await started('hearing');
    await suspend(id);
    await signal();
    const [letter] = await side.sql<{ command_id: string; command: string }>('select command_id, command::text from outbox');
    const parked = { kind: 'ApplyMail', id: letter?.command_id, instanceId: id, mail: JSON.parse(letter?.command ?? '') };
    await side.sql('delete from outbox');
    await side.sql(
      `insert into dead_letter (command_id, command, error, at, first_at, position) select $1, $2, 'a bug', now(), now(), 1`,
      [letter?.command_id, JSON.stringify(parked)],
    );
    const [reply] = await side.run({ kind: 'RetryDeadLetters', id: newId(), selection: { letterId: letter?.command_id ?? '' } });
    expect(reply).to.deep.include({ ok: true });
    await drain(id);
    expect(await mail()).to.deep.equal(['Deliver']);
    await resume(id);
    await drain(id);
    expect(await mail()).to.deep.equal([]);
    expect(await events(id, 'InstanceCaughtUp')).to.equal(1);
  });

  it('continues in one piece when it is suspended again before it has caught up', async () => {
    await side.deploy(HEARING);
    const id = await started('hearing');
    await suspend(id);
    await signal();
    await resume(id);
    await suspend(id);
    await drain(id);
    expect(await mail()).to.deep.equal(['Deliver', 'CatchUp']);
    await signal();
    await resume(id);
    await drain(id);
    expect(await mail()).to.deep.equal([]);
    expect(await events(id, 'InstanceCaughtUp')).to.equal(2);
    expect(await side.sql('select * from suspension')).to.deep.equal([]);
  });
});
