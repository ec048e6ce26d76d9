import { expect } from 'chai';
import { startUi } from '../../src/ui/main.ts';
import type { LiveChange } from '../../src/ui/wire/live.ts';
import { eventually } from '../support/eventually.ts';
import { post } from '../support/http/http-client.ts';
import { deploy, start, startAtTask, stateOf, UNKNOWN_ID } from '../support/http/steps.ts';
import { openStream, type ReadStream } from '../support/live-stream.ts';
import { STUCK } from '../support/models/incident-models.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';
import { type SignedInPages, startSignedInPages } from '../support/sign-in/signed-in.ts';
import { itFull } from '../support/tier.ts';
import { openVisitor, type Visitor } from '../support/visitor.ts';

const told = ({ events }: ReadStream, kind: keyof LiveChange) =>
  events.flatMap(([name, data]) => (name === 'changed' ? [...((data as LiveChange)[kind] ?? [])] : []));
const hears = (stream: ReadStream, kind: keyof LiveChange, key: string) =>
  eventually(`${kind} ${key}`, () => told(stream, kind).includes(key));
const isReady = (stream: ReadStream) => eventually('ready', () => stream.events.some(([name]) => name === 'ready'));

describe('the stream of what changes (docs/contributing/spec/pages.md#live)', () => {
  let service: TestService;
  let ui: string;
  before(async () => {
    service = await startService({ env: { UI_PORT: '0' } });
    ui = (await service.start(startUi)).url ?? '';
    await deploy(service.url, sequence('order', userTask('review')));
    await deploy(service.url, STUCK);
  });
  after(() => service.stop());
  const streams: ReadStream[] = [];
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.close();
  });
  async function listen(query = ''): Promise<ReadStream> {
    const stream = await openStream(`${ui}/ui/api/live${query}`);
    streams.push(stream);
    if (stream.status === 200) await isReady(stream);
    return stream;
  }

  it('is not a document when another media type is requested, and shows which one to request', async () => {
    for (const accept of ['*/*', 'application/json', '']) {
      const answer = await fetch(`${ui}/ui/api/live`, { headers: { Accept: accept } });
      expect(answer.status).to.equal(400);
      expect(await answer.json())
        .to.have.property('detail')
        .that.contains('Accept: text/event-stream');
    }
    expect((await fetch(`${ui}/ui/api/live`, { method: 'HEAD', headers: { Accept: 'text/event-stream' } })).status).to.equal(400);
  });

  it('refuses an instance that is not a GUID', async () => {
    for (const id of ['x', "'%20or%201=1", `${UNKNOWN_ID}0`]) expect((await listen(`?instance=${id}`)).status).to.equal(400);
  });

  it('instructs proxies to gather and compress nothing', async () => {
    const { headers } = await openStream(`${ui}/ui/api/live`, { 'Accept-Encoding': 'gzip' }).then((stream) => {
      streams.push(stream);
      return stream;
    });
    expect(headers).to.include({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(headers).to.not.have.property('content-encoding');
  });

  // slow: waits for the projector after each of four commands
  it('names the key when an instance begins, waits at a task, is claimed, and ends', async () => {
    const stream = await listen();
    const { taskId } = await startAtTask(service.url, 'order');
    await hears(stream, 'instances', 'order');
    await hears(stream, 'user-tasks', 'order');
    const count = told(stream, 'user-tasks').length;
    await post(service.url, `/UserTasks/${taskId}/claim`, { UserId: 'ada' });
    await eventually('a claim', () => told(stream, 'user-tasks').length > count);
    const before = told(stream, 'instances').length;
    await post(service.url, `/UserTasks/${taskId}/complete`, { UserId: 'ada' });
    await eventually('the end', () => told(stream, 'instances').length > before);
  });

  itFull('reports a deploy and an incident, and nothing while nothing happens', async () => {
    const stream = await listen();
    await deploy(service.url, sequence('fresh', userTask('review')));
    await hears(stream, 'workflows', 'fresh');
    await stateOf(service.url, await start(service.url, 'stuck'));
    await hears(stream, 'incidents', 'stuck');
    const keys = stream.events.flatMap(([, data]) => Object.values(data as LiveChange).flat());
    expect(new Set(keys)).to.deep.equal(new Set(['fresh', 'stuck']));
  });

  it('reports a step of the instance that the page shows, and of no other instance', async () => {
    const { instanceId, taskId } = await startAtTask(service.url, 'order');
    const other = await startAtTask(service.url, 'order');
    await stateOf(service.url, instanceId);
    const stream = await listen(`?instance=${instanceId}`);
    const everybody = await listen();
    await post(service.url, `/UserTasks/${other.taskId}/claim`, { UserId: 'ada' });
    await hears(stream, 'user-tasks', 'order');
    await post(service.url, `/UserTasks/${taskId}/claim`, { UserId: 'ada' });
    await hears(stream, 'instance', instanceId);
    expect(new Set(told(stream, 'instance'))).to.deep.equal(new Set([instanceId]));
    expect(told(everybody, 'instance')).to.deep.equal([]);
  });

  it('ends in order, immediately, when the process stops', async () => {
    const second = await startService({
      // a stop that waits for the streams would outlast the time of this test
      env: { UI_PORT: '0', Engine__ShutdownSeconds: '600' },
      databaseUrl: service.databaseUrl,
      roles: [],
    });
    const place = (await second.start(startUi)).url ?? '';
    const opened = await Promise.all(Array.from({ length: 5 }, () => openStream(`${place}/ui/api/live`)));
    await second.stop();
    await eventually('ends', () => opened.every((stream) => stream.hasEnded()));
  });
});

const RULES = {
  Authorization__Rules: 'admin=chiefs,viewer:order-*=clerks,worker=helpers',
  Authorization__Claims: 'groups',
};
const USERS = {
  chief: { password: 'secret', claims: { name: 'Chief', groups: ['chiefs'] } },
  clerk: { password: 'secret', claims: { name: 'Clerk', groups: ['clerks'] } },
  helper: { password: 'secret', claims: { name: 'Helper', groups: ['helpers'] } },
  nobody: { password: 'secret', claims: { name: 'Nobody', groups: [] } },
};
type Name = keyof typeof USERS;

describe('the stream of what changes, for people who sign in (docs/contributing/spec/pages.md#live-rights)', () => {
  let pages: SignedInPages;
  const visitors = new Map<Name, Visitor>();
  const streams: ReadStream[] = [];
  before(async () => {
    pages = await startSignedInPages(RULES, { users: USERS });
    for (const name of Object.keys(USERS) as Name[]) visitors.set(name, await signedIn(name));
    for (const key of ['order-a', 'bill']) {
      await act('/Definitions/deploy', { BpmnXml: sequence(key, userTask('review')) });
    }
  });
  after(() => pages?.stop());
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.close();
  });
  async function signedIn(name: Name): Promise<Visitor> {
    const visitor = openVisitor();
    await visitor.signIn(await visitor.get(`${pages.url}/settings`), name, 'secret');
    return visitor;
  }
  const cookieOf = (visitor: Visitor) =>
    [...(visitor.cookies.get(new URL(pages.url).host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  async function listen(visitor: Visitor, query = ''): Promise<ReadStream> {
    const stream = await openStream(`${pages.url}/ui/api/live${query}`, { cookie: cookieOf(visitor) });
    streams.push(stream);
    if (stream.status === 200) await isReady(stream);
    return stream;
  }
  const of = (name: Name) => visitors.get(name) ?? expect.fail(name);
  async function act(path: string, body: object, who = of('chief')): Promise<string> {
    const { csrfToken } = JSON.parse((await who.get(`${pages.url}/ui/api/session`)).text);
    const answer = await who.postJson(`${pages.url}/ui/api/service${path}`, body, { 'X-CSRF-Token': csrfToken });
    expect(answer.status, answer.text).to.equal(200);
    return answer.text === '' ? '' : JSON.parse(answer.text).WorkflowInstanceId;
  }

  it('is refused without a sign-in', async () => {
    expect((await openStream(`${pages.url}/ui/api/live`)).status).to.equal(401);
  });

  it('notifies everyone of the keys and kinds that they may see, and of nothing else', async () => {
    const [chief, clerk, helper, nobody] = await Promise.all(
      (['chief', 'clerk', 'helper', 'nobody'] as const).map((name) => listen(of(name))),
    );
    await act('/Execution/start', { WorkflowId: 'order-a' });
    await act('/Execution/start', { WorkflowId: 'bill' });
    for (const key of ['order-a', 'bill']) {
      await hears(chief as ReadStream, 'instances', key);
      await hears(helper as ReadStream, 'user-tasks', key);
    }
    await hears(clerk as ReadStream, 'instances', 'order-a');
    await hears(clerk as ReadStream, 'user-tasks', 'order-a');
    expect(JSON.stringify(clerk?.events)).to.not.contain('bill');
    expect(JSON.stringify(helper?.events)).to.not.match(/"instances"|"workflows"/);
    expect(nobody?.events).to.deep.equal([['ready', {}]]);
  });

  itFull('notifies no one of an instance whose key they may not see', async () => {
    const inside = await act('/Execution/start', { WorkflowId: 'order-a' });
    const outside = await act('/Execution/start', { WorkflowId: 'bill' });
    const [may, mayNot, chief] = [
      await listen(of('clerk'), `?instance=${inside}`),
      await listen(of('clerk'), `?instance=${outside}`),
      await listen(of('chief'), `?instance=${outside}`),
    ];
    for (const id of [inside, outside]) await act(`/Instances/${id}/cancel`, {});
    await hears(may, 'instance', inside);
    await hears(chief, 'instance', outside);
    expect(told(mayNot, 'instance')).to.deep.equal([]);
  });

  it('reports that the sign-in is over and ends when a user signs out, for all tabs of the session and no other', async () => {
    const leaving = await signedIn('clerk');
    const [first, second, stays] = [await listen(leaving), await listen(leaving), await listen(of('clerk'))];
    const { csrfToken } = JSON.parse((await leaving.get(`${pages.url}/ui/api/session`)).text);
    await leaving.post(`${pages.url}/Account/Logout`, { csrfToken });
    await eventually('the end', () => first.hasEnded() && second.hasEnded());
    for (const { events } of [first, second]) expect(events.at(-1)).to.deep.equal(['over', {}]);
    expect(stays.hasEnded()).to.equal(false);
  });

  it('has at most twenty tabs of one session, and room again when one of them closes', async () => {
    const busy = await signedIn('clerk');
    const opened = await Promise.all(Array.from({ length: 20 }, () => listen(busy)));
    expect(opened.map(({ status }) => status)).to.deep.equal(Array.from({ length: 20 }, () => 200));
    const refused = await listen(busy);
    expect([refused.status, refused.headers['retry-after']]).to.deep.equal([503, '30']);
    expect((await listen(of('chief'))).status).to.equal(200);
    opened[0]?.close();
    await eventually('room', async () => (await listen(busy)).status === 200);
  });
});
