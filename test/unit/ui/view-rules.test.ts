import { expect } from 'chai';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { VIEW_NEEDS } from '../../../src/ui/server/rights.ts';
import { captured } from '../../../src/ui/server/shards/captured.ts';
import { PAGE_RULES, VIEW_RULES, type ViewRule } from '../../../src/ui/server/shards/view-rules.ts';
import type { VariableValuesView } from '../../../src/ui/wire/search.ts';

function combine<T>(path: string, ...views: T[]): T {
  return (VIEW_RULES[path] as unknown as ViewRule<T>)(views as [T, ...T[]]);
}

/** Views that are read from one shard: that of an instance, or the first with its definitions, sessions and changes. */
const OF_ONE_SHARD = [
  ...['/session', '/live', '/decisions', '/decisions/versions'],
  ...['/workflows/next-version', '/workflows/xml', '/workflows/start-form', '/workflows/read-variables'],
  '/workflows/names',
];

describe('the views of several shards', () => {
  it('have a rule for each view that is not about one instance or one definition', () => {
    const views = Object.keys(VIEW_NEEDS).map((view) => view.slice('GET '.length));
    const ofAll = views.filter((path) => !path.includes('{') && !OF_ONE_SHARD.includes(path));
    expect([...Object.keys(PAGE_RULES), ...Object.keys(VIEW_RULES)].sort()).to.deep.equal(ofAll.sort());
  });

  it('add the groups of the home page, largest first', () => {
    const group = {
      version: 1,
      activityId: 'a',
      code: 'c',
      message: 'm',
      latestMessage: 'm',
      messages: 1,
      examples: [],
      excluded: ['x'],
      isExactList: true,
      hourly: [0, 1],
    };
    const home = (key: string, count: number, lastAt: string) => ({
      incidents: { groups: [{ ...group, key, count, firstAt: lastAt, lastAt }], count, more: 0, isExact: true },
      failed: { groups: [], count: 0, more: 0, isExact: true },
      lateTimers: { groups: [], count: 0, more: 0, isExact: true },
      overdueTasks: { groups: [], count: 0, more: 0, isExact: true },
      unserved: [{ taskType: 'T', count, isExact: true, oldestAt: lastAt }],
      deadLetters: { count, isExact: true, lastAt },
      service: { missing: [], jobsWaiting: count, lost: [], lagSeconds: count },
      throughput: [{ minute: 'm1', started: count, finished: 0, failed: 0 }],
      failures: [{ key, failed: count, lastFailedAt: lastAt }],
      durations: [{ key: 'k', count, medianMs: count * 10, p95Ms: 0 }],
    });
    const both = combine('/home', home('k', 1, 't1'), home('k', 2, 't2'));
    expect(both.incidents.groups).to.have.length(1);
    expect(both.incidents.groups[0]).to.deep.include({ count: 3, firstAt: 't1', lastAt: 't2', hourly: [0, 2] });
    expect(both.unserved).to.deep.equal([{ taskType: 'T', count: 3, isExact: true, oldestAt: 't1' }]);
    expect(both.deadLetters).to.deep.equal({ count: 3, isExact: true, lastAt: 't2' });
    expect(both.service).to.deep.include({ jobsWaiting: 3, lagSeconds: 2 });
    expect(both.throughput).to.deep.equal([{ minute: 'm1', started: 3, finished: 0, failed: 0 }]);
    expect(both.failures).to.deep.equal([{ key: 'k', failed: 3, lastFailedAt: 't2' }]);
    expect(both.durations, 'a sample of the larger shard').to.deep.equal([{ key: 'k', count: 3, medianMs: 20, p95Ms: 0 }]);
    const other = combine('/home', home('k', 1, 't1'), home('j', 5, 't0'));
    expect(other.incidents.groups.map(({ key }) => key)).to.deep.equal(['j', 'k']);
  });

  it('join the values of instances, which are in different shards', () => {
    const views: VariableValuesView[] = [{ values: { i1: 5, i2: true } }, { values: { i3: 'x' } }, { values: {} }];
    expect(combine('/variables/values', ...views)).to.deep.equal({ values: { i1: 5, i2: true, i3: 'x' } });
    expect(combine('/variables/values', { values: {} }, { values: {} })).to.deep.equal({ values: {} });
  });

  it('add the instances of each definition, which all shards have', () => {
    const counts = { running: 1, completed: 2, failed: 3, cancelled: 4 };
    const page = { items: [{ key: 'k', version: 1, counts, incidents: 2 }], totalCount: 1, page: 1, pageSize: 20 };
    const both = combine('/workflows', page, page);
    expect(both.totalCount).to.equal(1);
    expect(both.items[0]?.counts).to.deep.equal({ running: 2, completed: 4, failed: 6, cancelled: 8 });
    expect(both.items[0]?.incidents).to.equal(4);
    expect(combine('/workflows', page, { ...page, items: [] }).items).to.deep.equal(page.items);
  });

  it('count a process that serves all shards once', () => {
    const view = {
      projection: { lagSeconds: 1, pending: 2 },
      cluster: [{ processName: 'p' }],
      activations: [
        { kind: 'running instances', processName: null, count: 3 },
        { kind: 'queue jobs active', processName: 'p', count: 4 },
      ],
      reminders: { total: 1, due: 0, items: [{ dueAt: 't' }] },
      methods: [],
      deadLetters: { total: 1, items: [{ at: 't' }] },
    };
    const both = combine('/dashboard', view, view);
    expect(both.cluster).to.have.length(1);
    expect(both.activations.map(({ count }) => count)).to.deep.equal([6, 4]);
    expect(both.reminders.total).to.equal(2);
  });
});

describe('an answer that is captured', () => {
  const request = { url: '/x', originalUrl: '/ui/api/x?a=1' } as Request;
  const response = { locals: {} } as Response;

  it('is not sent, and its handler reads the other query', async () => {
    const handler: RequestHandler = (asked, answer) =>
      void answer.status(201).set('X-A', '1').type('application/json').send(asked.originalUrl);
    expect(await captured(handler, request, response, '/ui/api/x?a=2')).to.deep.equal({
      status: 201,
      headers: { 'X-A': '1' },
      type: 'application/json',
      body: '/ui/api/x?a=2',
    });
  });

  it('comes from a router too, which writes to its request', async () => {
    const routes = Router().get('/x', (asked, answer) => void answer.send(asked.originalUrl));
    const got = { ...request, method: 'GET' } as Request;
    expect((await captured(routes, got, response, '/ui/api/x?a=2'))?.body).to.equal('/ui/api/x?a=2');
  });

  it('rejects with the error of its handler, and is undefined if no route matches', async () => {
    const failing: RequestHandler = (_request, _response, next) => next(new Error('lost'));
    const outcome = await captured(failing, request, response, '/x').catch((error: Error) => error.message);
    expect(outcome).to.equal('lost');
    const passing: RequestHandler = (_request, _response, next) => next();
    expect(await captured(passing, request, response, '/x')).to.equal(undefined);
  });

  it('add the elements of an analysis: sums, the oldest wait, and medians of the shard with most of them', () => {
    const element = {
      activityId: 'a',
      failed: 0,
      cancelled: 0,
      repeated: 0,
      repeatedMedianMs: null,
      waitingMs: null,
      workingMs: 5,
    };
    const view = (own: object) => ({
      whole: { completed: 1, failed: 0, cancelled: 0, medianMs: 1, p95Ms: 1 },
      elements: [{ ...element, ...own }],
      ...{ instances: 1, entries: 1, migrated: 0, isWhole: true, trend: [] },
    });
    const first = {
      active: 3,
      inIncident: 2,
      openMedianMs: 10,
      openOldestMs: 10,
      openMs: 10,
      failedMs: 4,
      completed: 1,
      inOneStep: 1,
    };
    const second = {
      active: 2,
      inIncident: 0,
      openMedianMs: 70,
      openOldestMs: 90,
      openMs: 140,
      failedMs: 0,
      completed: 5,
      inOneStep: 0,
    };
    const ended = { medianMs: 8, p95Ms: 9, totalMs: 40 };
    const { elements } = combine<object>(
      '/workflows/statistics',
      view({ ...first, medianMs: null, p95Ms: null, totalMs: 0 }),
      view({ ...second, ...ended }),
    ) as { elements: readonly object[] };
    const sums = { active: 5, inIncident: 2, openMs: 150, failedMs: 4, completed: 6, inOneStep: 1, workingMs: 10 };
    expect(elements[0]).to.deep.equal({ ...element, ...ended, openMedianMs: 70, openOldestMs: 90, ...sums });
  });

  it('merge the evaluations of a decision by time, and add the counts of its rules', () => {
    const view = (at: string, rule: number) => ({
      items: [{ at }],
      rules: [{ rule, count: 2 }],
      counted: 2,
      matching: 1,
      isWhole: true,
    });
    const merged = combine<object>('/decisions/uses', view('2026-01-01T00:00:00Z', 1), view('2026-01-02T00:00:00Z', 1));
    expect(merged).to.deep.equal({
      items: [{ at: '2026-01-02T00:00:00Z' }, { at: '2026-01-01T00:00:00Z' }],
      rules: [{ rule: 1, count: 4 }],
      ...{ counted: 4, matching: 2, isWhole: true },
    });
  });
});
