import { expect } from 'chai';
import { openPool } from '../../src/db/pool.ts';
import type { ServedHost } from '../../src/plugin-host/host.ts';
import { definePlugin, type Parameter } from '../../src/plugins/plugin.ts';
import { eventually } from '../support/eventually.ts';
import { expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get } from '../support/http/http-client.ts';
import { startTestHost } from '../support/plugin-host.ts';
import { startService, type TestService } from '../support/service.ts';

const URL_PARAMETER: Parameter = {
  name: 'url',
  type: 'String',
  required: true,
  displayName: 'URL',
  description: 'Absolute address',
};
const plain = (taskType: string, displayName?: string) =>
  definePlugin({ taskType, execute: () => undefined, ...(displayName === undefined ? {} : { displayName }) });

describe('the catalog of custom tasks (docs/contributing/spec/http/custom-tasks.md#catalog-reads)', () => {
  let service: TestService;
  let hosts: ServedHost[];
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  beforeEach(() => {
    hosts = [];
  });
  afterEach(async () => {
    for (const host of hosts) await host.stop();
  });

  async function offer(name: string, ...plugins: Parameters<typeof startTestHost>[2]): Promise<ServedHost> {
    const host = await startTestHost(service, name, plugins);
    hosts.push(host);
    return host;
  }
  const list = async (): Promise<{ taskType: string; siloNames: string[] }[]> =>
    expectJson(await get(service.url, '/custom-tasks'));
  const offered = async (taskType: string) => (await list()).find((entry) => entry.taskType === taskType);
  const until = (taskType: string, siloNames: readonly string[]) =>
    eventually(`${taskType} of ${siloNames}`, async () => String((await offered(taskType))?.siloNames) === String(siloNames));
  const sql = async (text: string, values: readonly unknown[] = []) => {
    const pool = openPool(service.databaseUrl, { max: 1, applicationName: 'sluice test' });
    await pool.query(text, values as unknown[]);
    await pool.end();
  };

  it('lists what the worker itself offers, with its process name', async () => {
    await eventually('the built-ins', async () => (await offered('log')) !== undefined);
    expect((await offered('log'))?.siloNames).to.deep.equal([service.runtime.config.processName]);
    const types = (await list()).map(({ taskType }) => taskType);
    expect(types).to.deep.equal([...types].sort());
  });

  it('shows an entry with its parameters when a plugin declares them', async () => {
    await offer(
      'silo-1',
      definePlugin({ taskType: 'Call', displayName: 'A call', parameters: [URL_PARAMETER], execute: () => undefined }),
    );
    await until('Call', ['silo-1']);
    expect(expectJson(await get(service.url, '/custom-tasks/cALL/'))).to.deep.equal({
      taskType: 'Call',
      displayName: 'A call',
      parameterSchema: {
        parameters: [
          {
            name: 'url',
            displayName: 'URL',
            type: 'String',
            required: true,
            description: 'Absolute address',
            defaultValue: null,
            itemType: null,
          },
        ],
      },
      siloNames: ['silo-1'],
    });
  });

  it('distinguishes a plugin that declares nothing and one that takes no inputs', async () => {
    await offer('silo-2', plain('silent'), definePlugin({ taskType: 'empty', parameters: [], execute: () => undefined }));
    await until('empty', ['silo-2']);
    expect(await offered('silent')).to.deep.include({ displayName: null, parameterSchema: null });
    expect(await offered('empty')).to.deep.include({ parameterSchema: { parameters: [] } });
  });

  it('names every host once, sorted, and shows the most recent description', async () => {
    await offer('silo-b', plain('shared', 'first'));
    await until('shared', ['silo-b']);
    await offer('silo-a', plain('SHARED', 'second'));
    await until('SHARED', ['silo-a', 'silo-b']);
    expect(await offered('SHARED')).to.deep.include({ displayName: 'second' });
  });

  it('takes a host out immediately when it stops in order', async () => {
    const host = await offer('silo-c', plain('leaving'));
    await until('leaving', ['silo-c']);
    await host.stop();
    expect(await offered('leaving')).to.equal(undefined);
  });

  it('takes a host out when it was not seen for half of the promised 30 seconds', async () => {
    const insert = `insert into custom_task_host values ('gone', 'vanished', 'vanished', null, null, now(), now() - make_interval(secs => $1))`;
    await sql(insert, [14]);
    const seenBefore = (seconds: number) =>
      sql(`update custom_task_host set seen_at = now() - make_interval(secs => $1) where host = 'gone'`, [seconds]);
    // a look that comes a second late finds it gone
    const shown = await eventually('it is offered', async () => {
      await seenBefore(14);
      return offered('vanished');
    });
    expect(shown).to.deep.include({ siloNames: ['gone'] });
    await seenBefore(16);
    expect(await offered('vanished')).to.equal(undefined);
  });

  it('does not start a host when two of its plugins have one type', async () => {
    let thrown: unknown;
    await startTestHost(service, 'silo-d', [plain('twice'), plain('TWICE')]).catch((error: unknown) => {
      thrown = error;
    });
    expect(String(thrown)).to.include("two plugins have the task type 'TWICE'");
  });

  it('answers 404 when no plugin registers the type', async () => {
    const path = '/custom-tasks/no%20such%2Ftype';
    expectProblem(await get(service.url, path), 404, "No plugin registers the task type 'no such/type'.", path);
  });
});
