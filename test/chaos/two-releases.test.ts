// runs alone: it starts programs of two releases, each of which compiles and loads itself

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { endWithUs } from '../support/end-with-us.ts';
import { eventually } from '../support/eventually.ts';
import { expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, start } from '../support/http/steps.ts';
import { model, userTask } from '../support/models/models.ts';
import { lastRelease, unpackRelease } from '../support/previous-release.ts';
import { freePort } from '../support/redis.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const EACH = 8;
const PATIENCE = { withinMs: 120_000, everyMs: 100 };
const release = lastRelease();

const MODELS = [
  model(
    'review',
    '<startEvent id="s"/><scriptTask id="a"><script>n = 1</script></scriptTask><parallelGateway id="fork"/>' +
      `${userTask('check')}${userTask('sign')}<parallelGateway id="join"/><scriptTask id="b"><script>n = n + 1</script></scriptTask><endEvent id="e"/>` +
      '<sequenceFlow id="f1" sourceRef="s" targetRef="a"/><sequenceFlow id="f2" sourceRef="a" targetRef="fork"/>' +
      '<sequenceFlow id="f3" sourceRef="fork" targetRef="check"/><sequenceFlow id="f4" sourceRef="fork" targetRef="sign"/>' +
      '<sequenceFlow id="f5" sourceRef="check" targetRef="join"/><sequenceFlow id="f6" sourceRef="sign" targetRef="join"/>' +
      '<sequenceFlow id="f7" sourceRef="join" targetRef="b"/><sequenceFlow id="f8" sourceRef="b" targetRef="e"/>',
  ),
  model(
    'caller',
    '<startEvent id="s"/><callActivity id="call" calledElement="review"/><endEvent id="e"/>' +
      '<sequenceFlow id="f1" sourceRef="s" targetRef="call"/><sequenceFlow id="f2" sourceRef="call" targetRef="e"/>',
  ),
];

/** A program of one release. */
interface Program {
  readonly url: string;
  stop(): Promise<void>;
}

describe('two releases on one database', function () {
  this.timeout(300_000);
  const programs: Program[] = [];
  let database: TestDatabase;
  let old: string;
  before(async function () {
    if (release === undefined) this.skip(); // a clone without the history
    old = unpackRelease(release.commit);
    database = await createTestDatabase({ isMigrated: false });
  });
  afterEach(() => Promise.all(programs.splice(0).map((program) => program.stop())));
  after(async () => {
    if (release === undefined) return;
    await database.drop();
    rmSync(dirname(old), { recursive: true, force: true });
  });

  async function run(root: string, role: 'api' | 'worker' | 'projector' | 'migrate'): Promise<Program> {
    const port = await freePort();
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'fatal',
      [role === 'api' ? 'PORT' : 'METRICS_PORT']: String(port),
    };
    const child: ChildProcess = spawn(process.execPath, [join(root, 'bin', 'sluice.mjs'), role], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const exited = once(child, 'exit');
    const taken = endWithUs(() => child.kill('SIGKILL'));
    const url = `http://127.0.0.1:${port}`;
    const stop = async () => {
      child.kill('SIGTERM');
      await exited;
      taken();
    };
    if (role === 'migrate') {
      await exited;
      return { url, stop: async () => taken() };
    }
    programs.push({ url, stop });
    await eventually(`${role} of ${root} is ready`, async () => (await fetch(`${url}/ready`)).status === 200, PATIENCE);
    return { url, stop };
  }

  /** Instances that wait at their user tasks, half of them called ones. */
  async function begin(urls: readonly string[]): Promise<string[]> {
    const begun: string[] = [];
    for (let n = 0; n < EACH; n += 1) begun.push(await start(urls[n % urls.length] as string, n % 2 === 0 ? 'review' : 'caller'));
    return begun;
  }

  /** Completes every open task, each call through the next address, until nothing is left. */
  async function finishAll(urls: readonly string[]): Promise<void> {
    let next = 0;
    await eventually(
      'every task is completed',
      async () => {
        const url = urls[next++ % urls.length] as string;
        const { data: items } = expectJson(await get(url, '/UserTasks?pageSize=100'));
        const act = (taskId: string, name: string) =>
          post(urls[next++ % urls.length] as string, `/UserTasks/${taskId}/${name}`, { UserId: 'ada' });
        await Promise.all(
          items.map(async ({ activityInstanceId: taskId }: { activityInstanceId: string }) => {
            await act(taskId, 'claim');
            const { status, text } = await act(taskId, 'complete');
            // 404: the list was a moment behind; 409 and 503: an older worker has left the command to a newer one
            expect([200, 404, 409, 503], text).to.include(status);
          }),
        );
        return items.length === 0 && (await stillRunning()) === 0;
      },
      PATIENCE,
    );
  }

  async function ask(text: string): Promise<number> {
    const client = new pg.Client(database.url);
    await client.connect();
    const { rows } = await client.query(text).finally(() => client.end());
    return rows[0].n as number;
  }
  const stillRunning = () =>
    ask("select count(*)::int as n from instance where status not in ('completed', 'failed', 'cancelled')");

  it('finish what either has begun when they run side by side during an upgrade, and lose nothing', async () => {
    await run(old, 'migrate');
    const [oldApi] = await Promise.all([run(old, 'api'), run(old, 'worker'), run(old, 'projector')]);
    if (oldApi === undefined) throw new Error('no API');
    for (const text of MODELS) await deploy(oldApi.url, text);
    const before = await begin([oldApi.url]);

    await migrate(database.url); // the replicas of the old release go on meanwhile
    const during = await begin([oldApi.url]);
    await run(ROOT, 'worker');
    await run(ROOT, 'projector');
    const newApi = await run(ROOT, 'api');
    const both = [oldApi.url, newApi.url];
    during.push(...(await begin(both)));
    await finishAll(both);

    expect(await ask('select count(*)::int as n from dead_letter')).to.equal(0);
    expect(await ask("select count(*)::int as n from instance where status = 'failed'")).to.equal(0);
    for (const id of [...before, ...during]) {
      const state = expectJson(await get(newApi.url, `/Instances/${id}/state`));
      expect(state.isCompleted, id).to.equal(true);
    }
  });
});
