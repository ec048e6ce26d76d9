import { createGunzip } from 'node:zlib';
import { expect } from 'chai';
import { stateJson } from '../../src/api/instance-json.ts';
import { startApi } from '../../src/api/main.ts';
import { openPool, type Pool } from '../../src/db/pool.ts';
import { startUi } from '../../src/ui/main.ts';
import { expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http } from '../support/http/http-client.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';
import { insertLargeAndSmall, LARGE, largeInstance, open, pathOf, SMALL, sizeOf } from './large-state-rows.ts';

/** More text than the buffers of a connection hold: the service waits for a client that does not read. */
const instance = largeInstance({ steps: 60, longStep: 4000, living: 800, messageLength: 50_000 });
const { live, ended, conditions } = instance;

describe('the state of a large instance (docs/contributing/spec/http/instances.md#state-pages)', () => {
  let service: TestService;
  let pool: Pool;
  before(async () => {
    service = await startService({ roles: [startApi], env: { UI_PORT: '0' } });
    pool = openPool(service.databaseUrl, { max: 1, applicationName: 'test' });
    await insertLargeAndSmall(pool, instance);
  });
  after(async () => {
    await pool.end();
    await service.stop();
  });

  const whole = () => {
    const at = new Date('2026-01-31T10:20:30.123Z');
    const head = {
      instanceId: LARGE,
      definitionId: 'order:1:x',
      businessId: null,
      createdAt: at,
      startedAt: at,
      completedAt: null,
    };
    const flags = { isCompleted: false, isCancelled: false, isFailed: false, suspendedBy: [] };
    return stateJson({ ...head, ...flags, live, ended, conditions } as never);
  };

  itFull('has the same text as a small one has, up to the row it was read at, when it is sent in parts', async () => {
    const answer = await get(service.url, pathOf(LARGE));
    expect(answer.status).to.equal(200);
    expect(answer.headers['transfer-encoding']).to.equal('chunked');
    expect(answer.text === JSON.stringify(whole())).to.equal(true);
  });

  itFull('keeps the process from nothing else while clients have not read what was sent', async () => {
    const responses = await Promise.all([1, 2].map(() => open(service.url, pathOf(LARGE))));
    let sent = 0;
    for (const response of responses) response.once('end', () => sent++);
    for (let n = 0; n < 5; n++) expectJson(await get(service.url, pathOf(SMALL)));
    expect(sent).to.equal(0);
    expect(new Set(await Promise.all(responses.map(sizeOf))).size).to.equal(1);
  });

  itFull('gives one page of each list, and how many there are, when pages are asked for', async () => {
    const state = whole();
    const page = expectJson(await get(service.url, pathOf(LARGE, '?page=7&pageSize=1000')));
    const cut = <T>(list: readonly T[]) => list.slice(6000, 7000);
    expect(page).to.deep.equal({
      ...state,
      activeActivityIds: [],
      activeActivities: [],
      variableStates: [],
      conditionSequences: [],
      completedActivityIds: cut(state.completedActivityIds),
      completedActivities: cut(state.completedActivities),
      paging: {
        ...{ page: 7, pageSize: 1000 },
        totalCounts: {
          activeActivities: live.entries.length,
          completedActivities: ended.length,
          variableStates: live.entries.length,
          conditionSequences: conditions.length,
        },
      },
    });
  });

  it('corrects the page as lists do, and takes up to 1000 items, when it is out of bounds', async () => {
    const first = expectJson(await get(service.url, pathOf(LARGE, '?page=-3&pageSize=5000')));
    expect([first.paging.page, first.paging.pageSize]).to.deep.equal([1, 1000]);
    expect(first.completedActivities).to.have.length(1000);
    expect(first.conditionSequences).to.have.length(conditions.length);
    const behind = expectJson(await get(service.url, pathOf(LARGE, '?page=2147483647')));
    expect([behind.paging.pageSize, behind.completedActivities]).to.deep.equal([100, []]);
    const small = expectJson(await get(service.url, pathOf(SMALL, '?pageSize=1')));
    expect(small.paging.totalCounts.completedActivities).to.equal(0);
    expectProblem(await get(service.url, pathOf(SMALL, '?page=x')), 400, 'page must be an integer.', pathOf(SMALL));
    expectProblem(await get(service.url, pathOf(SMALL, '?pageSize=x')), 400, 'pageSize must be an integer.', pathOf(SMALL));
  });

  it('answers without a page as before when the parameters are empty', async () => {
    expect(expectJson(await get(service.url, pathOf(SMALL, '?page=&pageSize=')))).not.to.have.property('paging');
  });

  it('sends the headers alone when HEAD asks', async () => {
    const answer = await http(service.url, { method: 'HEAD', path: pathOf(LARGE) });
    expect([answer.status, answer.text]).to.deep.equal([200, '']);
  });

  it('reads no further when the client goes away', async () => {
    const response = await open(service.url, pathOf(LARGE));
    await new Promise((resolve) => response.once('readable', resolve));
    response.destroy();
    const activity = async () => {
      const text = `select count(*)::int as running from pg_stat_activity
        where datname = current_database() and state <> 'idle' and query like '%json_array_elements(steps.items)%' and pid <> pg_backend_pid()`;
      return (await pool.query<{ running: number }>(text)).rows[0]?.running;
    };
    let quiet = 0;
    while (quiet < 10) quiet = (await activity()) === 0 ? quiet + 1 : 0;
    expect(quiet).to.equal(10);
  });

  it('is cut, never sent as if it were whole, when the database fails in the middle', async () => {
    const response = await open(service.url, pathOf(LARGE));
    await pool.query('alter table q_instance_step rename to q_away');
    const failed = await new Promise<boolean>((resolve) => {
      response.resume().once('error', () => resolve(true));
      response.once('end', () => resolve(false));
    });
    await pool.query('alter table q_away rename to q_instance_step');
    expect([response.statusCode, failed]).to.deep.equal([200, true]);
  });

  it('is refused with the way to page when it has more than the setting allows', async () => {
    const env = { Api__MaxStateEntries: '12000' };
    const bounded = await startService({ roles: [startApi], databaseUrl: service.databaseUrl, env });
    const count = ended.length + 2 * live.entries.length + conditions.length;
    const text =
      `The state of this instance has ${count} activity instances, variable scopes and conditions. One answer has at most 12000. ` +
      'Request pages: ?page=1&pageSize=1000.';
    expectProblem(await get(bounded.url, pathOf(LARGE)), 413, text, pathOf(LARGE));
    expectJson(await get(bounded.url, pathOf(LARGE, '?page=1&pageSize=1000')));
    expectJson(await get(bounded.url, pathOf(SMALL)));
    await bounded.stop();
  });

  // slow: 13 MB twice, through the pages and the API
  itFull('has the same text when the pages read it, compressed or not', async () => {
    const ui = await service.start(startUi);
    const path = `/ui/api/service${pathOf(LARGE)}`;
    const plain = await get(ui.url ?? '', path);
    expect(plain.text === JSON.stringify(whole())).to.equal(true);
    const packed = await open(ui.url ?? '', path, { 'Accept-Encoding': 'gzip' });
    expect(packed.headers['content-encoding']).to.equal('gzip');
    let text = '';
    for await (const chunk of packed.pipe(createGunzip()).setEncoding('utf8')) text += chunk;
    expect(text === plain.text).to.equal(true);
  });
});
