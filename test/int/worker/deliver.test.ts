import { expect } from 'chai';
import { EVENT_VERSION } from '../../../src/engine/events.ts';
import { SNAPSHOT_VERSION } from '../../../src/engine/state/snapshot.ts';
import type { Command, Reply } from '../../../src/messages/commands.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { LogProperties } from '../../../src/platform/log.ts';
import { type PausePoint, setPause } from '../../../src/worker/pause-points.ts';
import { completeOf, startOf } from '../../support/commands.ts';
import { deferred } from '../../support/deferred.ts';
import { eventually } from '../../support/eventually.ts';
import { sequence, task } from '../../support/models/models.ts';
import { type KeptLog, keptLog } from '../../support/read-side.ts';
import { deliverTo, openWriteSide, type WriteSide } from '../../support/write-side.ts';

const GIVEN_UP: Reply = { ok: false, rejection: { code: 'INTERNAL_ERROR' } };

describe('a delivery (docs/contributing/spec/reliability.md#poison-command)', () => {
  let side: WriteSide;
  let log: KeptLog;

  beforeEach(async () => {
    log = keptLog();
    side = await openWriteSide({ log });
    await side.deploy(sequence('order', task('work')));
  });
  afterEach(async () => {
    setPause(undefined);
    await side.close();
  });

  /** Fails at a point whenever the command is in the command batch, the given number of times. */
  function failAt(point: PausePoint, commandId: string, error: Error, times = Number.POSITIVE_INFINITY): void {
    let left = times;
    setPause(async (at, ids) => {
      if (at === point && ids.includes(commandId) && left-- > 0) throw error;
    });
  }
  async function parked(): Promise<string[]> {
    return (await side.sql<{ command_id: string }>('select command_id from dead_letter')).map((row) => row.command_id);
  }
  const exists = (instanceId: string) =>
    side.value<boolean>('select count(*) = 1 from journal where subject_id = $1', [instanceId]);
  /** A command of a kind this worker does not know. */
  const unknown = (): Command => ({ kind: 'PolishInstance', id: newId() }) as unknown as Command;
  const replies = (announced: readonly { reply?: Reply }[]) => announced.map(({ reply }) => reply);

  it('carries nothing out, parks nothing and ends the worker when the database has become that of another installation', async () => {
    const ended: string[] = [];
    const worker = side.worker({ stopReplica: (reason) => void ended.push(reason) });
    await side.sql('update installation set id = gen_random_uuid()');
    for (const attempt of [1, 10]) {
      const command = startOf('order');
      const { announced, added } = await deliverTo(worker, [command], attempt);
      expect([announced, added]).to.deep.equal([[], []]);
      expect(await exists(command.instanceId)).to.equal(false);
    }
    expect(await parked()).to.deep.equal([]);
    expect(ended).to.have.length(2);
    expect(log.lines.filter(({ id }) => id === 7047)).to.have.length(2);
  });

  for (const point of ['after-route', 'after-lock', 'before-write', 'before-commit'] as const) {
    it(`carries the neighbours out and parks the one when a bug strikes ${point}`, async () => {
      const [a, bad, b] = [startOf('order'), startOf('order'), startOf('order')];
      failAt(point, bad.id, new TypeError(`a bug ${point}`));
      const { announced, added } = await deliverTo(side.worker(), [a, bad, b]);
      expect(announced.map(({ commandId, reply }) => [commandId, reply?.ok])).to.deep.equal([
        [a.id, true],
        [bad.id, false],
        [b.id, true],
      ]);
      expect(announced[1]?.reply).to.deep.equal(GIVEN_UP);
      expect(added).to.deep.equal([]);
      expect(await Promise.all([a, bad, b].map(({ instanceId }) => exists(instanceId)))).to.deep.equal([true, false, true]);
      const [letter] = await side.sql<{ command: string; error: string }>('select command, error from dead_letter');
      expect(JSON.parse(letter?.command ?? '')).to.deep.equal(bad);
      expect(letter?.error).to.match(/^TypeError: a bug.*\n +at /);
      expect(log.of(5004).map(({ CommandId, CommandKind }) => [CommandId, CommandKind])).to.deep.equal([
        [bad.id, 'StartInstance'],
      ]);
    });
  }

  it('parks a command of a kind without handler and carries its neighbours out', async () => {
    const [bad, good] = [unknown(), startOf('order')];
    const { announced } = await deliverTo(side.worker(), [bad, good]);
    expect(replies(announced)).to.containSubset([GIVEN_UP, { ok: true, result: { instanceId: good.instanceId } }]);
    expect(await parked()).to.deep.equal([bad.id]);
  });

  it('parks commands to an instance whose snapshot is damaged and carries its neighbours out', async () => {
    const [damaged, sound] = [startOf('order'), startOf('order')];
    await side.run(damaged, sound);
    await side.sql(`update instance set state = '{"v":${SNAPSHOT_VERSION}}' where id = $1`, [damaged.instanceId]);
    const [bad, good] = [completeOf(damaged.instanceId, 'work'), completeOf(sound.instanceId, 'work')];
    const { announced } = await deliverTo(side.worker(), [bad, good]);
    expect(replies(announced)).to.containSubset([GIVEN_UP, { ok: true, result: {} }]);
    expect(await parked()).to.deep.equal([bad.id]);
  });

  it('applies the journal when a newer release has written the snapshot', async () => {
    const command = startOf('order');
    await side.run(command);
    await side.sql(`update instance set state = '{"v":${SNAPSHOT_VERSION + 1}}' where id = $1`, [command.instanceId]);
    const { announced } = await deliverTo(side.worker(), [completeOf(command.instanceId, 'work')]);
    expect(replies(announced)).to.containSubset([{ ok: true, result: {} }]);
  });

  it('parks a command rather than guess when rows of the journal are gone', async () => {
    const command = startOf('order');
    await side.run(command);
    await side.sql(`update instance set state = '{"v":${SNAPSHOT_VERSION + 1}}' where id = $1`, [command.instanceId]);
    await side.sql('delete from journal where subject_id = $1', [command.instanceId]);
    const bad = completeOf(command.instanceId, 'work');
    expect(replies((await deliverTo(side.worker(), [bad])).announced)).to.deep.equal([GIVEN_UP]);
    expect(await side.value<string>('select error from dead_letter')).to.contain(
      `the journal of ${command.instanceId} has 0 rows after row 0, its instance row has 1`,
    );
  });

  it('leaves a command to a newer worker, and carries its neighbours out, when a newer release has written the journal too', async () => {
    const [newer, sound] = [startOf('order'), startOf('order')];
    await side.run(newer, sound);
    await side.sql(`update instance set state = '{"v":${SNAPSHOT_VERSION + 1}}' where id = $1`, [newer.instanceId]);
    await side.sql('update journal set v = $2 where subject_id = $1', [newer.instanceId, EVENT_VERSION + 1]);
    const [left, good] = [completeOf(newer.instanceId, 'work'), completeOf(sound.instanceId, 'work')];
    const [stop, said] = [new AbortController(), [] as string[]];
    const event: KeptLog['event'] = (name, properties = {}) => {
      if (name !== 'invariant-broken') return;
      said.push(String((properties as LogProperties)['ErrorMessage']));
      stop.abort(); // ends the pause before the command goes back
    };
    const worker = side.worker({ stopping: stop.signal, log: { ...log, event } });
    const { announced, added } = await deliverTo(worker, [good, left]);
    expect(announced.map(({ commandId }) => commandId)).to.deep.equal([good.id]);
    expect(added.map(({ commands }) => commands)).to.deep.equal([[left]]);
    expect(await parked()).to.deep.equal([]);
    expect(said[0]).to.contain(`row 1 of the journal of ${newer.instanceId} has version ${EVENT_VERSION + 1}`);
  });

  it('carries a parked command out when it is sent again and the bug is gone: a 500 is not stored (docs/contributing/spec/http.md#stored-replies)', async () => {
    const command = startOf('order');
    failAt('before-write', command.id, new Error('a bug'), 1);
    expect(replies((await deliverTo(side.worker(), [command])).announced)).to.deep.equal([GIVEN_UP]);
    const { announced } = await deliverTo(side.worker(), [command]);
    expect(announced).to.containSubset([
      { commandId: command.id, outcome: 'done', reply: { ok: true, result: { instanceId: command.instanceId } } },
    ]);
  });

  it('continues until the database is back when the infrastructure broke', async () => {
    const command = startOf('order');
    failAt('before-commit', command.id, Object.assign(new Error('out of connections'), { code: '53300' }), 3);
    const { announced } = await deliverTo(side.worker(), [command]);
    expect(announced).to.containSubset([
      { commandId: command.id, outcome: 'done', reply: { ok: true, result: { instanceId: command.instanceId } } },
    ]);
    expect(log.of(7044)).to.have.length(3);
    expect(await parked()).to.deep.equal([]);
  });

  it('tries again when the statement that reads the clock is refused while those behind it are under way', async () => {
    await side.sql(`do $$ begin execute format('alter database %I set lock_timeout = ''300ms''', current_database()); end $$`);
    const worker = side.worker();
    const held = await side.pool.connect();
    try {
      await held.query('begin');
      await held.query('lock table inbox in access exclusive mode');
      const command = startOf('order');
      let attempts = 0;
      setPause(async (point, ids) => {
        if (point === 'after-route' && ids.includes(command.id)) attempts += 1;
      });
      const delivered = deliverTo(worker, [command]);
      await eventually('it was refused and tried again', () => attempts >= 2);
      await held.query('rollback');
      expect(replies((await delivered).announced)).to.have.nested.property('[0].ok', true);
      expect(await exists(command.instanceId)).to.equal(true);
      expect(await parked()).to.deep.equal([]);
    } finally {
      held.release(true);
    }
  });

  it('answers what was done when a bug strikes after the commit', async () => {
    const [a, b] = [startOf('order'), startOf('order')];
    failAt('after-commit', a.id, new Error('a bug in telling'));
    const { announced } = await deliverTo(side.worker(), [a, b]);
    expect(replies(announced).map((reply) => reply?.ok)).to.deep.equal([true, true]);
    expect(await parked()).to.deep.equal([]);
    expect(await side.value('select count(*)::int from instance')).to.equal(2);
  });

  it('answers what was done when the log or the metrics break', async () => {
    const command = startOf('order');
    const metrics = { ...side.worker().metrics, workflowStarted: () => raise('no metrics today') };
    const { announced } = await deliverTo(side.worker({ metrics }), [command]);
    expect(replies(announced)).to.containSubset([{ ok: true, result: { instanceId: command.instanceId } }]);
    expect(log.of(7030).map(({ ErrorMessage }) => ErrorMessage)).to.deep.equal(['no metrics today']);
  });

  it('announces nothing when no client waits, and notifies the projectors', async () => {
    let signals = 0;
    const tools = side.worker({ signalProjectors: () => (signals += 1) });
    const { announced } = await deliverTo(tools, [startOf('order')], 1, null);
    expect([announced, signals]).to.deep.equal([[], 1]);
  });

  it('takes a command batch apart when several workers vanished over it', async () => {
    const commands = [startOf('order'), startOf('order')];
    const { announced, added } = await deliverTo(side.worker(), commands, 4);
    expect(announced).to.deep.equal([]);
    expect(added).to.deep.equal(commands.map((command) => ({ commands: [command], replyTo: 'test' })));
    expect(replies((await deliverTo(side.worker(), commands.slice(0, 1), 4)).announced).map((r) => r?.ok)).to.deep.equal([true]);
  });

  it('parks a lone command when two workers have died while they tried it alone', async () => {
    const command = startOf('order');
    const trial = { commandId: command.id, deaths: 1, worker: newId() };
    const { announced, trials } = await deliverTo(side.worker(), [command], 4, 'test', trial);
    expect([replies(announced), trials]).to.deep.equal([[GIVEN_UP], []]);
    expect(await exists(command.instanceId)).to.equal(false);
    expect(await parked()).to.deep.equal([command.id]);
  });

  it('carries a lone command out when workers have died, but not while they tried it alone', async () => {
    const worker = side.worker();
    const [never, once, stalled] = [startOf('order'), startOf('order'), startOf('order')];
    const first = await deliverTo(worker, [never], 10);
    expect(first.trials).to.containSubset([{ commandId: never.id, deaths: 0 }]);
    const other = { commandId: once.id, deaths: 0, worker: newId() };
    expect((await deliverTo(worker, [once], 10, 'test', other)).trials).to.containSubset([{ commandId: once.id, deaths: 1 }]);
    // the queue has taken this worker for dead
    const own = { commandId: stalled.id, deaths: 1, worker: first.trials[0]?.worker ?? '' };
    await deliverTo(worker, [stalled], 10, 'test', own);
    expect(await parked()).to.deep.equal([]);
    expect(await Promise.all([never, once, stalled].map(({ instanceId }) => exists(instanceId)))).to.deep.equal([
      true,
      true,
      true,
    ]);
  });

  it('tries one suspect at a time', async () => {
    const worker = side.worker();
    const [one, two] = [startOf('order'), startOf('order')];
    let inWork = 0;
    let most = 0;
    setPause(async (point) => {
      if (point === 'after-route') most = Math.max(most, ++inWork);
      if (point === 'after-commit') inWork -= 1;
    });
    await Promise.all([one, two].map((command) => deliverTo(worker, [command], 2)));
    expect(most).to.equal(1);
  });

  it('answers from the record when the workers vanished after the commit', async () => {
    const command = startOf('order');
    const [reply] = await side.run(command);
    const { announced } = await deliverTo(side.worker(), [command], 10);
    expect(announced).to.deep.equal([{ commandId: command.id, outcome: 'replayed', reply }]);
    expect(await parked()).to.deep.equal([]);
  });

  it('hands a command batch back when the worker stops while the database is away', async () => {
    const stopping = new AbortController();
    const commands = [startOf('order'), startOf('order')];
    const tried = deferred();
    setPause(async () => {
      tried.resolve();
      throw Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
    });
    const delivery = deliverTo(side.worker({ stopping: stopping.signal }), commands);
    await tried.promise;
    await eventually('a retry', () => log.of(7044).length > 0);
    stopping.abort();
    const { announced, added } = await delivery;
    expect(announced).to.deep.equal([]);
    expect(added).to.deep.equal([{ commands, replyTo: 'test' }]);
    expect(log.of(5004)).to.deep.equal([]);
  });
});

function raise(message: string): never {
  throw new Error(message);
}
