import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { openLog } from '../../src/platform/log.ts';
import { expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, type State, start, stateOf, until } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { type StubServer, startStub } from '../support/servers/stub-server.ts';
import { startService, type TestService } from '../support/service.ts';

const SECRET = 'qX7-t0ken-of-nobody';

describe('secrets of custom tasks (docs/contributing/spec/http/custom-tasks.md#secrets-of-custom-tasks)', () => {
  const lines: string[] = [];
  let directory: string;
  let stub: StubServer;
  let service: TestService;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'secrets-'));
    writeFileSync(join(directory, 'TOKEN'), `${SECRET}\n`);
    stub = await startStub(({ path, headers }, response) => {
      response
        .writeHead(path === '/fail' ? 500 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ echo: headers['authorization'] ?? null }));
    });
    service = await startService({
      env: { Plugins__RestCall__DenyPrivateNetworks: 'false', Secrets__Directory: directory },
      log: openLog({
        level: 'Debug',
        role: 'all',
        processName: 'sluice-1',
        destination: { write: (line) => void lines.push(line) },
      }),
    });
    const inputs = { url: '=url', method: 'post', 'headers.Authorization': 'Bearer {{secrets.TOKEN}}', body: '=note' };
    await deploy(service.url, oneTask('call', 'rest-call', { inputs, outputs: { echo: '=__response.body.echo' } }));
    await deploy(service.url, oneTask('unknown', 'rest-call', { inputs: { url: stub.url, body: '{{secrets.MISSING}}' } }));
    await deploy(service.url, oneTask('remote', 'quote', { inputs: { key: '{{secrets.TOKEN}}' } }));
  });
  after(async () => {
    await service.stop();
    await stub.close();
    rmSync(directory, { recursive: true });
  });
  const ended = (id: string): Promise<State> =>
    until(
      () => stateOf(service.url, id),
      (state) => state.isCompleted || state.isFailed,
    );
  const call = async (path: string) => {
    const note = 'from a customer: {{secrets.TOKEN}}';
    return ended(await start(service.url, 'call', { Variables: { url: `${stub.url}${path}`, note } }));
  };

  it('reach the other service in the input that names them, and in no other', async () => {
    await call('/');
    expect(stub.requests.at(-1)?.headers['authorization']).to.equal(`Bearer ${SECRET}`);
    expect(stub.requests.at(-1)?.body).to.equal('from a customer: {{secrets.TOKEN}}');
  });

  it('are hidden in results and failures when the other service repeats them', async () => {
    expect((await call('/')).variableStates.at(0)?.variables).to.deep.include({ echo: 'Bearer ***' });
    const failed = (await call('/fail')).completedActivities.find(({ activityId }) => activityId === 'work');
    expect(failed?.errorState?.message).to.contain('Bearer ***');
  });

  it('fail the task by name when the host has none', async () => {
    const work = (await ended(await start(service.url, 'unknown'))).completedActivities.at(-1);
    expect(work?.errorState).to.deep.equal({
      code: 'SECRET_UNAVAILABLE',
      message: "This host has no secret 'MISSING' for process 'unknown'",
    });
  });

  it('are not handed to remote workers', async () => {
    const id = await start(service.url, 'remote');
    const fetched = await until(
      async () => expectJson(await post(service.url, '/custom-tasks/quote/fetch-and-lock', { WorkerId: 'w', MaxTasks: 1 })),
      (found) => JSON.stringify(found).includes(id),
    );
    expect(JSON.stringify(fetched)).to.contain('{{secrets.TOKEN}}').and.not.to.contain(SECRET);
  });

  it('are in no table, no line and no answer when all that is over', async () => {
    const client = new pg.Client(service.databaseUrl);
    await client.connect();
    const { rows: tables } = await client.query("select tablename from pg_tables where schemaname = 'public'");
    for (const { tablename } of tables) {
      const { rows } = await client.query(`select count(*)::int as n from "${tablename}" t where t::text like $1`, [
        `%${SECRET}%`,
      ]);
      expect(rows[0].n, tablename).to.equal(0);
    }
    await client.end();
    expect(lines.filter((line) => line.includes(SECRET))).to.deep.equal([]);
    const { items } = expectJson(await get(service.url, '/Instances?pageSize=50'));
    for (const { instanceId } of items) {
      for (const path of ['state', 'history']) {
        const { text } = await get(service.url, `/Instances/${instanceId}/${path}`);
        expect(text, path).not.to.contain(SECRET);
      }
    }
  });
});
