// runs alone: it starts programs of two releases, each of which compiles and loads itself

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { endWithUs } from '../support/end-with-us.ts';
import { eventually } from '../support/eventually.ts';
import { expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, start } from '../support/http/steps.ts';
import { model, userTask } from '../support/models/models.ts';
import { type PublishedRelease, previousRelease, unpackRelease } from '../support/previous-release.ts';
import { freePort } from '../support/redis.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const EACH = 8;
const PATIENCE = { withinMs: 150_000, everyMs: 100 };

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
type Role = 'api' | 'worker' | 'projector';

describe('two releases on one database (docs/upgrading.md)', function () {
  this.timeout(400_000);
  const programs = new Set<Program>();
  let release: PublishedRelease;
  let database: TestDatabase;
  let old: string;
  before(async () => {
    release = previousRelease();
    old = unpackRelease(release);
  });
  beforeEach(async () => {
    database = await createTestDatabase({ isMigrated: false });
  });
  afterEach(async () => {
    await Promise.all([...programs].map((program) => program.stop()));
    await database.drop();
  });
  after(() => {
    if (old !== undefined) rmSync(dirname(old), { recursive: true, force: true });
  });

  function launch(root: string, verb: string, port: number): ChildProcess {
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'Critical',
      [verb === 'api' ? 'PORT' : 'METRICS_PORT']: String(port),
    };
    return spawn(process.execPath, [join(root, 'bin', 'sluice.mjs'), verb], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  }

  async function migrated(root: string): Promise<void> {
    const child = launch(root, 'migrate', await freePort());
    const taken = endWithUs(() => child.kill('SIGKILL'));
    const [code] = await once(child, 'exit');
    taken();
    expect(code, `migrate of ${root}`).to.equal(0);
  }

  async function run(root: string, role: Role): Promise<Program> {
    const port = await freePort();
    const child = launch(root, role, port);
    const exited = once(child, 'exit');
    const taken = endWithUs(() => child.kill('SIGKILL'));
    const url = `http://127.0.0.1:${port}`;
    const program: Program = {
      url,
      async stop() {
        programs.delete(program);
        child.kill('SIGTERM');
        await exited;
        taken();
      },
    };
    programs.add(program);
    await eventually(
      `${role} of ${root} is ready`,
      async () => {
        if (child.exitCode !== null) throw new Error(`${role} of ${root} has ended with ${child.exitCode}`);
        return (await fetch(`${url}/ready`)).status === 200;
      },
      PATIENCE,
    );
    return program;
  }
  const runAll = (root: string) => Promise.all([run(root, 'api'), run(root, 'worker'), run(root, 'projector')] as const);

  /** Instances that wait at their user tasks, half of them called ones. */
  async function begin(urls: readonly string[]): Promise<string[]> {
    const begun: string[] = [];
    for (let n = 0; n < EACH; n += 1) begun.push(await start(urls[n % urls.length] as string, n % 2 === 0 ? 'review' : 'caller'));
    return begun;
  }

  async function openTasks(url: string): Promise<readonly string[]> {
    const { data } = expectJson(await get(url, '/UserTasks?pageSize=100'));
    return data.map(({ activityInstanceId }: { activityInstanceId: string }) => activityInstanceId);
  }

  /** Claims and completes every open task, each call through the next address, until nothing runs. */
  async function finishAll(urls: readonly string[]): Promise<void> {
    let next = 0;
    const act = (taskId: string, name: string) =>
      post(urls[next++ % urls.length] as string, `/UserTasks/${taskId}/${name}`, { UserId: 'ada' });
    await eventually(
      'every task is completed',
      async () => {
        const tasks = await openTasks(urls[next++ % urls.length] as string);
        await Promise.all(
          tasks.map(async (taskId) => {
            await act(taskId, 'claim');
            const { status, text } = await act(taskId, 'complete');
            // 404: the list was a moment behind; 409 and 503: an older worker has left the claim to a newer one
            expect([200, 404, 409, 503], text).to.include(status);
          }),
        );
        return (await stillRunning()) === 0;
      },
      PATIENCE,
    );
  }

  async function ask(text: string): Promise<number> {
    const client = new pg.Client(database.url);
    await client.connect();
    const { rows } = await client.query(text).finally(() => client.end());
    return Number(rows[0].n);
  }
  const stillRunning = () => ask('select count(*) as n from instance where not is_terminal');

  async function expectFinished(url: string, ids: readonly string[]): Promise<void> {
    expect(await ask('select count(*) as n from dead_letter'), 'dead letters').to.equal(0);
    for (const id of ids) {
      const state = expectJson(await get(url, `/Instances/${id}/state`));
      expect([id, state.isCompleted, state.isFailed, state.isCancelled]).to.deep.equal([id, true, false, false]);
      if (state.variableStates[0]?.variables.n !== undefined) expect(state.variableStates[0].variables.n).to.equal(2);
    }
  }

  it('finish what either has begun, and lose nothing, when they run side by side during an upgrade', async () => {
    await migrated(old);
    const [oldApi] = await runAll(old);
    for (const text of MODELS) await deploy(oldApi.url, text);
    const begun = await begin([oldApi.url]);

    await migrated(ROOT); // the replicas of the old release continue
    begun.push(...(await begin([oldApi.url])));
    const [newApi] = await runAll(ROOT);
    const both = [oldApi.url, newApi.url];
    begun.push(...(await begin(both)));
    await finishAll(both);
    await expectFinished(newApi.url, begun);
  });

  it('lose nothing when an upgrade is taken back and done again', async () => {
    await migrated(old);
    const before = await runAll(old);
    for (const text of MODELS) await deploy(before[0].url, text);
    const begun = await begin([before[0].url]);
    await migrated(ROOT);
    for (const program of before) await program.stop();

    const first = await runAll(ROOT);
    begun.push(...(await begin([first[0].url])));
    for (const program of first) await program.stop();

    const back = await runAll(old);
    // instances that only they have written continue; those that newer ones have written wait
    const [alone = ''] = begun;
    begun.push(...(await begin([back[0].url])));
    expect(expectJson(await get(back[0].url, `/Instances/${alone}/state`)).isCompleted).to.equal(false);
    for (const program of back) await program.stop();

    const [again] = await runAll(ROOT);
    await finishAll([again.url]);
    await expectFinished(again.url, begun);
  });
});
