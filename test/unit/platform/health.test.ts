import { expect } from 'chai';
import { type Health, openHealth } from '../../../src/platform/health.ts';
import { deferred } from '../../support/deferred.ts';
import { type RecordingLog, recordingLog } from '../../support/recording-log.ts';

const works = async () => {};
const fails = async () => {
  throw new Error('away');
};

describe('health', () => {
  let log: RecordingLog;
  let health: Health;
  beforeEach(() => {
    log = recordingLog();
    health = openHealth(log);
  });

  it('is always alive when it is asked', () => {
    health.addCheck('postgres', fails);
    expect(health.alive()).to.deep.equal({ status: 200, body: 'Healthy' });
  });

  it('is ready when every check answers', async () => {
    health.addCheck('postgres', works);
    health.addCheck('queue', works);
    expect(await health.ready()).to.deep.equal({ status: 200, body: 'Ready' });
  });

  it('names the failing parts in a fixed order when some fail', async () => {
    health.addCheck('queue', fails);
    health.addCheck('postgres', fails);
    health.addCheck('postgres', works);
    expect(await health.ready()).to.deep.equal({ status: 503, body: 'Not ready: postgres, queue' });
  });

  it('shows what a start waits for, and that it starts when it waits for no one', async () => {
    const works = deferred<string>();
    const [starting, migrated] = [health.during('starting', works.promise), deferred()];
    expect((await health.ready()).body).to.equal('Not ready: starting');
    const waiting = health.during('migration', migrated.promise);
    expect((await health.ready()).body).to.equal('Not ready: migration');
    migrated.reject(new Error('it never came'));
    await waiting.catch(() => {});
    expect((await health.ready()).body).to.equal('Not ready: starting');
    works.resolve('done');
    expect(await starting).to.equal('done');
    expect((await health.ready()).body).to.equal('Ready');
  });

  it('is ready again when a failing check is removed', async () => {
    const remove = health.addCheck('queue', fails);
    expect((await health.ready()).status).to.equal(503);
    remove();
    expect((await health.ready()).status).to.equal(200);
  });

  it('logs no loss when it has not been ready yet', async () => {
    health.addCheck('postgres', fails);
    await health.ready();
    expect(log.lines).to.deep.equal([]);
  });

  it('counts the same function twice when two roles add it', async () => {
    const remove = health.addCheck('queue', fails);
    health.addCheck('queue', fails);
    remove();
    expect((await health.ready()).body).to.equal('Not ready: queue');
  });

  it('logs the loss of readiness once when it lasts', async () => {
    await health.ready();
    health.addCheck('postgres', fails);
    await health.ready();
    await health.ready();
    expect(log.lines.map(({ id, properties }) => [id, properties])).to.deep.equal([[7045, { Parts: ['postgres'] }]]);
  });

  it('reports that it is shutting down when the stop has begun, also to those who were waiting', async () => {
    let answer: () => void = () => {};
    health.addCheck('postgres', () => new Promise<void>((resolve) => (answer = resolve)));
    const waiting = health.ready();
    health.beginShutdown();
    answer();
    for (const ready of [await waiting, await health.ready()])
      expect(ready).to.deep.equal({ status: 503, body: 'Not ready: shutting down' });
    expect(health.isShuttingDown).to.equal(true);
  });

  it('asks once when several callers come together', async () => {
    let asked = 0;
    health.addCheck('postgres', async () => void asked++);
    await Promise.all([health.ready(), health.ready(), health.ready()]);
    expect(asked).to.equal(1);
  });
});
