// runs alone: how long the event loop is kept is measured

import { type IncomingMessage, get as startGet } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createGunzip } from 'node:zlib';
import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { stateJson } from '../../src/api/state-json.ts';
import { openKysely } from '../../src/db/kysely.ts';
import { openPool, type Pool } from '../../src/db/pool.ts';
import type { EndedEntry } from '../../src/engine/read-model.ts';
import { startUi } from '../../src/ui/main.ts';
import { idOf, insertInstance, insertKnownInstance } from '../int/queries/rows.ts';
import { expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http } from '../support/http/http-client.ts';
import { startService, type TestService } from '../support/service.ts';

const STEPS = 300;
const ENDED_PER_STEP = 100;
/** one step that ends very many entries */
const LONG_STEP = 20_000;
const LIVING = 4000;
const READERS = 8;
/** generous, for a busy machine; in one go it is several seconds, and 900 MB */
const LONGEST_BLOCK_MS = 1000;
const MOST_GROWTH_BYTES = 400 * 1024 * 1024;

const LARGE = idOf(1);
const SMALL = idOf(2);
const pathOf = (id: string, query = '') => `/Instances/${id}/state${query}`;

function endedEntry(number: number): EndedEntry {
  const entry = { entry: number, element: `task "${number % 7}"`, activityType: 'ScriptTask', variableScope: 1 };
  const error = { code: '500', message: `late — ${number}` };
  return {
    ...entry,
    since: 1_700_000_000_000 + number,
    endedAt: 1_700_000_000_100 + number,
    ...(number % 50 === 0 && { error }),
  };
}

function conditionOf(number: number) {
  return { flow: `f${number}`, condition: 'amount > 10', source: 'gate', target: 'review', result: number % 2 === 0 };
}

const range = (from: number, length: number) => Array.from({ length }, (_, index) => from + index);
const living = range(1_000_000, LIVING).map((entry) => ({
  ...{ entry, element: 'each', activityType: 'UserTask', variableScope: entry + LIVING, since: 1_700_000_000_000 },
}));
const live = {
  entries: living,
  variableScopes: living.map(({ variableScope }) => ({
    ...{ variableScope, kind: 'loop', parent: 1, values: { item: { text: 'x'.repeat(60), n: 0.1 } }, locals: [] },
  })),
};
const ended = range(0, STEPS * ENDED_PER_STEP + LONG_STEP).map(endedEntry);
const conditions = range(0, STEPS * 10).map(conditionOf);

describe('the state of a large instance (docs/spec/http/instances.md#state-pages)', () => {
  let service: TestService;
  let pool: Pool;
  before(async () => {
    service = await startService({ roles: [startApi], env: { UI_PORT: '0' } });
    pool = openPool(service.databaseUrl, { max: 1, applicationName: 'test' });
    const db = openKysely(pool);
    await insertKnownInstance(db, LARGE, STEPS + 2);
    await insertInstance(db, { instanceId: LARGE, lastSeq: STEPS + 2, live });
    const step = (seq: number, completed: readonly unknown[], evaluated: readonly unknown[]) =>
      db
        .insertInto('q_instance_step')
        .values({ instance_id: LARGE, seq, completed: JSON.stringify(completed), conditions: JSON.stringify(evaluated) })
        .execute();
    for (const n of range(0, STEPS)) {
      const from = n * ENDED_PER_STEP + (n < STEPS / 2 ? 0 : LONG_STEP);
      const seq = n < STEPS / 2 ? n + 1 : n + 2;
      await step(seq, ended.slice(from, from + ENDED_PER_STEP), conditions.slice(n * 10, n * 10 + 10));
    }
    const from = (STEPS / 2) * ENDED_PER_STEP;
    await step(STEPS / 2 + 1, ended.slice(from, from + LONG_STEP), []);
    await step(STEPS + 3, [endedEntry(9_999_999)], [conditionOf(9_999_999)]);
    await insertKnownInstance(db, SMALL, 1);
    await insertInstance(db, { instanceId: SMALL });
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

  it('has the same text as a small one has, up to the row it was read at, when it is sent in parts', async () => {
    const answer = await get(service.url, pathOf(LARGE));
    expect(answer.status).to.equal(200);
    expect(answer.headers['transfer-encoding']).to.equal('chunked');
    expect(answer.text === JSON.stringify(whole())).to.equal(true);
  });

  it('keeps the process from nothing else, in bounded memory, when many read it at once', async () => {
    const idle = process.memoryUsage().rss;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const sizes = await Promise.all(range(0, READERS).map(() => sizeOf(service.url, pathOf(LARGE))));
    delay.disable();
    clearInterval(watch);
    expect(new Set(sizes).size).to.equal(1);
    expect(delay.max / 1e6).to.be.below(LONGEST_BLOCK_MS);
    expect(most - idle).to.be.below(MOST_GROWTH_BYTES);
  });

  it('gives one page of each list, and how many there are, when pages are asked for', async () => {
    const state = whole();
    const page = expectJson(await get(service.url, pathOf(LARGE, '?page=31&pageSize=1000')));
    const cut = <T>(list: readonly T[]) => list.slice(30_000, 31_000);
    expect(page).to.deep.equal({
      ...state,
      activeActivityIds: [],
      activeActivities: [],
      variableStates: [],
      conditionSequences: [],
      completedActivityIds: cut(state.completedActivityIds),
      completedActivities: cut(state.completedActivities),
      paging: {
        ...{ page: 31, pageSize: 1000 },
        totalCounts: {
          activeActivities: LIVING,
          completedActivities: ended.length,
          variableStates: LIVING,
          conditionSequences: conditions.length,
        },
      },
    });
  });

  it('corrects the page as lists do, and takes up to 1000 items, when it is out of bounds', async () => {
    const first = expectJson(await get(service.url, pathOf(LARGE, '?page=-3&pageSize=5000')));
    expect([first.paging.page, first.paging.pageSize]).to.deep.equal([1, 1000]);
    expect(first.completedActivities).to.have.length(1000);
    expect(first.conditionSequences).to.have.length(1000);
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
    const env = { Api__MaxStateEntries: '60000' };
    const bounded = await startService({ roles: [startApi], databaseUrl: service.databaseUrl, env });
    const count = ended.length + 2 * LIVING + conditions.length;
    const text =
      `The state of this instance has ${count} entries, variable scopes and conditions, more than the 60000 that are answered at once. ` +
      'Ask for it in pages: ?page=1&pageSize=1000.';
    expectProblem(await get(bounded.url, pathOf(LARGE)), 413, text, pathOf(LARGE));
    expectJson(await get(bounded.url, pathOf(LARGE, '?page=1&pageSize=1000')));
    expectJson(await get(bounded.url, pathOf(SMALL)));
    await bounded.stop();
  });

  it('has the same text when the pages read it, compressed or not', async () => {
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

function open(url: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => startGet(`${url}${path}`, { agent: false, headers }, resolve).once('error', reject));
}

/** Reads an answer and drops it. */
async function sizeOf(url: string, path: string): Promise<number> {
  let size = 0;
  for await (const chunk of await open(url, path)) size += (chunk as Buffer).length;
  return size;
}
