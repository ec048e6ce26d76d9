import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { startProjector } from '../../src/projector/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import type { FeedLine } from '../support/feed-line.ts';
import { expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { deploy, start, startAtTask, stateOf, UNKNOWN_ID, until } from '../support/http/steps.ts';
import { script, sequence, task, userTask } from '../support/models/models.ts';
import { startIssuer, type TestIssuer } from '../support/oidc-issuer.ts';
import { startService, type TestService } from '../support/service.ts';
import { bearer, type SecuredService, startSecured } from '../support/sign-in/secured.ts';
import { itFull } from '../support/tier.ts';

interface End {
  readonly next: string;
  readonly isAtEnd: boolean;
}

const ON = { Feed__Enabled: 'true' };

/** Reads one page as JSON lines. */
async function page(url: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const answer = await get(url, `/Events?${new URLSearchParams(query)}`, headers);
  expect(answer.status, answer.text).to.equal(200);
  expect(answer.headers['content-type']).to.equal('application/x-ndjson; charset=utf-8');
  const lines = answer.text
    .split('\n')
    .slice(0, -1)
    .map((text) => JSON.parse(text));
  return { lines: lines.slice(0, -1) as FeedLine[], end: lines.at(-1) as End };
}
/** All lines behind a position, with pages of a size. */
async function all(
  url: string,
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<readonly FeedLine[]> {
  const found: FeedLine[] = [];
  for (let after = query['after'] ?? '0'; ; ) {
    const { lines, end } = await page(url, { ...query, after }, headers);
    found.push(...lines);
    after = end.next;
    if (end.isAtEnd) return found;
  }
}
const inOrder = (lines: readonly FeedLine[]) => lines.map(({ sequence }, index) => sequence === index + 1);

describe('GET /Events (docs/contributing/spec/event-feed.md#pages)', () => {
  let service: TestService;
  let url: string;
  before(async () => {
    service = await startService({ env: ON });
    url = service.url;
    await deploy(url, sequence('order', userTask('review', { assignee: 'ann' })));
    await deploy(url, sequence('quick', script('calculate', 'variables.done = true')));
    await deploy(url, sequence('other', task('pack')));
  });
  after(() => service.stop());

  const historyOf = async (id: string) => expectJson(await get(url, `/Instances/${id}/history?pageSize=100`)).items as object[];
  const withoutPlace = ({ position, workflowInstanceId, processDefinitionKey, ...rest }: FeedLine) => rest;
  const endOfFeed = async () => (await page(url, { after: 'end' })).end.next;

  itFull('gives each event as the history of its instance has it, once and in order, when many instances run', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => start(url, 'quick', { Variables: { amount: 1 } })));
    for (const id of ids) await stateOf(url, id);
    const lines = await all(url, { keys: 'quick' });
    for (const id of ids) {
      const ours = lines.filter((line) => line.workflowInstanceId === id);
      expect(ours.map(withoutPlace)).to.deep.equal(await historyOf(id));
      expect(new Set(ours.map(({ processDefinitionKey }) => processDefinitionKey))).to.deep.equal(new Set(['quick']));
    }
    expect(new Set(lines.map(({ position }) => position)).size).to.equal(lines.length);
  });

  it('continues behind every line when its position is handed back, whatever the limit', async () => {
    const from = await endOfFeed();
    const { instanceId, taskId } = await startAtTask(url, 'order');
    await post(url, `/UserTasks/${taskId}/complete`, { UserId: 'ann' });
    await stateOf(url, instanceId);
    const whole = await all(url, { after: from });
    expect(inOrder(whole)).to.not.include(false);
    for (const limit of ['1', '2', '7']) expect(await all(url, { after: from, limit })).to.deep.equal(whole);
    for (const [index, { position }] of whole.entries())
      expect(await all(url, { after: position })).to.deep.equal(whole.slice(index + 1));
    expect((await page(url, { after: from, limit: '3' })).lines).to.have.length(3);
  });

  it('gives what fits all filters and no more', async () => {
    const business = { BusinessId: 'PO-77' };
    const [one, two] = [await start(url, 'order', business), await start(url, 'other')];
    for (const id of [one, two]) await stateOf(url, id);
    const idsOf = async (query: Record<string, string>) => [
      ...new Set((await all(url, query)).map(({ workflowInstanceId }) => workflowInstanceId)),
    ];
    expect(await idsOf({ businessId: 'PO-77' })).to.deep.equal([one]);
    expect(await idsOf({ instance: two.toUpperCase() })).to.deep.equal([two]);
    expect(await idsOf({ keys: 'ot*,nothing' })).to.deep.equal([two]);
    expect(await idsOf({ keys: 'other', instance: one })).to.deep.equal([]);
    const types = new Set((await all(url, { types: 'WorkflowStarted,ActivityCompleted' })).map(({ type }) => type));
    expect([...types].sort()).to.deep.equal(['ActivityCompleted', 'WorkflowStarted']);
    const { lines, end } = await page(url, { types: 'WorkflowFailed' });
    expect([lines, end.isAtEnd, end.next]).to.deep.equal([[], true, await endOfFeed()]);
  });

  it('gives one object or a batch of CloudEvents when these are asked for', async () => {
    const id = await start(url, 'other');
    await stateOf(url, id);
    const lines = await all(url, { instance: id });
    const json = expectJson(await get(url, `/Events?instance=${id}`, { Accept: 'application/json' }));
    expect(json.items).to.deep.equal(lines);
    expect([json.isAtEnd, typeof json.next]).to.deep.equal([true, 'string']);
    const answer = await get(url, `/Events?instance=${id}&limit=2`, { Accept: 'application/cloudevents-batch+json' });
    expect(answer.headers['content-type']).to.equal('application/cloudevents-batch+json; charset=utf-8');
    const batch = JSON.parse(answer.text);
    expect(batch).to.have.length(3);
    const [first] = lines;
    expect(batch[0]).to.deep.include({
      specversion: '1.0',
      id: first?.position,
      type: 'sluice.WorkflowStarted',
      subject: id,
      datacontenttype: 'application/json',
      data: first,
    });
    expect(batch[0].source).to.match(/^urn:uuid:[0-9a-f-]{36}$/);
    expect(batch[2]).to.deep.include({ type: 'sluice.EndOfPage', data: { next: batch[1].id, isAtEnd: false } });
    const empty = JSON.parse((await get(url, '/Events?after=end', { Accept: 'application/cloudevents-batch+json' })).text);
    expect(empty.map(({ type }: { type: string }) => type)).to.deep.equal(['sluice.EndOfPage']);
    expectProblem(
      await get(url, '/Events', { Accept: 'text/html' }),
      406,
      'Events are sent as application/x-ndjson, application/json or application/cloudevents-batch+json.',
      '/Events',
    );
  });

  it('waits for the next event when requested, and reports that none came when the time is over', async () => {
    const from = await endOfFeed();
    const waiting = page(url, { after: from, wait: '30', types: 'WorkflowStarted' });
    const id = await start(url, 'other');
    const { lines } = await waiting;
    expect(lines.map(({ workflowInstanceId, type }) => [workflowInstanceId, type])).to.deep.equal([[id, 'WorkflowStarted']]);
    const { lines: none, end } = await page(url, { after: 'end', wait: '1' });
    expect([none, end.isAtEnd]).to.deep.equal([[], true]);
  });

  it('has one line with nothing but the id when an instance is deleted', async () => {
    const id = await start(url, 'quick', { BusinessId: 'secret', Variables: { name: 'Ann Person' } });
    await until(
      () => stateOf(url, id),
      ({ isCompleted }) => isCompleted,
    );
    const before = await all(url, { instance: id });
    const middle = before[2]?.position ?? '';
    expect((await http(url, { method: 'DELETE', path: `/Instances/${id}` })).status).to.equal(200);
    // until the projector has done its step the line replaces the events (docs/contributing/spec/event-feed.md#deleted)
    const rowOf = (line: FeedLine | undefined) => Number(line?.position.split('.')[1]);
    const lines = await until(
      () => all(url, { instance: id }),
      (found) => found.length === 1 && rowOf(found[0]) > rowOf(before.at(-1)),
    );
    expect(withoutPlace(lines[0] as FeedLine)).to.deep.include({ sequence: null, type: 'WorkflowDeleted', data: {} });
    expect(JSON.stringify(lines)).not.to.contain('Ann');
    const rest = (await all(url, { after: middle })).filter(({ workflowInstanceId }) => workflowInstanceId === id);
    expect(rest.map(({ type }) => type)).to.include('WorkflowDeleted');
    expect(JSON.stringify(rest)).not.to.contain('Ann');
  });

  const position = 'after must be a position of this feed, 0 for its beginning, or end.';
  const refused: readonly [query: string, detail: string][] = [
    ['after=-1', position],
    ['after=1', position],
    ['after=99999999999999999999', position],
    ['after=7c1e09ab', position],
    ['after=7c1e09ab.1.99999999999999', position],
    ['after=7c1e09ab.1.-2', position],
    ["after='%20or%201=1--", position],
    ['limit=0', 'limit must be a whole number from 1 to 10000.'],
    ['limit=10001', 'limit must be a whole number from 1 to 10000.'],
    ['limit=1e3', 'limit must be a whole number from 1 to 10000.'],
    ['wait=61', 'wait must be a whole number from 0 to 60.'],
    ['wait=-1', 'wait must be a whole number from 0 to 60.'],
    [`keys=${Array(10_000).fill('k').join()}`.slice(0, 15_000), 'keys takes at most 100 entries.'],
    ['keys=a,,b', 'Entry 2 of keys is not a process key, or the beginning of one with * behind it.'],
    ['keys=a*b', 'Entry 1 of keys is not a process key, or the beginning of one with * behind it.'],
    ['types=WorkflowStarted,Nonsense', 'Entry 2 of types is not a type of events.'],
    ['types=__proto__', 'Entry 1 of types is not a type of events.'],
    ['instance=42', 'instance must be the id of an instance.'],
    ['businessId=%20x', 'BusinessId must not have leading or trailing white space.'],
  ];
  for (const [query, detail] of refused) {
    it(`answers 400 when it is asked for ${query.slice(0, 60)}`, async () => {
      expectProblem(await get(url, `/Events?${query}`), 400, detail, '/Events');
    });
  }

  it('answers 409 when the position is of another feed, or lies beyond the end', async () => {
    const next = await endOfFeed();
    const [feed, row] = next.split('.');
    expectProblem(
      await get(url, '/Events?after=00000000.1'),
      409,
      'This position belongs to a different database. Restart from after=0.',
      '/Events',
    );
    for (const beyond of [`${feed}.${Number(row) + 1}`, `${feed}.999999999999999.1`])
      expectProblem(
        await get(url, `/Events?after=${beyond}`),
        409,
        'This position is beyond the end of the feed. Restart from after=0.',
        '/Events',
      );
    expect((await page(url, { after: next })).lines).to.deep.equal([]);
    expect((await page(url, { instance: UNKNOWN_ID })).lines).to.deep.equal([]);
  });
});

describe('GET /Events while the feed is off (docs/contributing/spec/event-feed.md)', () => {
  itFull('answers 409, and nothing is fed', async () => {
    const service = await startService();
    try {
      await deploy(service.url, sequence('quick', script('s', 'variables.done = true')));
      await stateOf(service.url, await start(service.url, 'quick'));
      expectProblem(
        await get(service.url, '/Events'),
        409,
        'The event feed is off. Set Feed:Enabled to true to turn it on.',
        '/Events',
      );
    } finally {
      await service.stop();
    }
  });
});

describe('GET /Events for a user with a role for some process keys (docs/contributing/spec/event-feed.md#rights)', () => {
  let issuer: TestIssuer;
  let service: SecuredService;
  const RULES = { ...ON, Authorization__Rules: 'admin=chiefs,viewer:order-*=clerks,worker=workers' };
  const who: Record<string, Record<string, string>> = {};
  before(async () => {
    issuer = await startIssuer({});
    service = await startSecured(issuer.url, RULES, [startWorker, startProjector, startApi]);
    for (const role of ['chiefs', 'clerks', 'workers'])
      who[role] = bearer(await issuer.forge({ sub: role, preferred_username: role, roles: [role] }));
    for (const key of ['order-a', 'bill-a'])
      expectJson(await post(service.url, '/Definitions/deploy', { BpmnXml: sequence(key, task('pack')) }, who['chiefs']));
  });
  after(async () => {
    await service?.stop();
    await issuer.close();
  });

  it('has the events of these keys alone, and answers 200 whatever is asked for', async () => {
    for (const key of ['bill-a', 'order-a', 'bill-a']) {
      const started = await post(service.url, '/Execution/start', { WorkflowId: key }, who['chiefs']);
      const id = expectJson(started).WorkflowInstanceId;
      await get(service.url, `/Instances/${id}/state`, who['chiefs']);
    }
    const keysOf = async (name: string, query: Record<string, string> = {}) => [
      ...new Set((await all(service.url, query, who[name])).map(({ processDefinitionKey }) => processDefinitionKey)),
    ];
    expect((await keysOf('chiefs')).sort()).to.deep.equal(['bill-a', 'order-a']);
    expect(await keysOf('clerks')).to.deep.equal(['order-a']);
    expect(await keysOf('clerks', { keys: 'bill-a' })).to.deep.equal([]);
    expect(await keysOf('clerks', { keys: '*', limit: '1' })).to.deep.equal(['order-a']);
    expect((await get(service.url, '/Events', who['workers'])).status).to.equal(403);
    expect((await get(service.url, '/Events')).status).to.equal(401);
  });
});
