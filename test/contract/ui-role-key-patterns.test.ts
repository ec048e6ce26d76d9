// tier all: starts a service with sign-in for each group of pages; test/contract/ui-roles.test.ts shows roles of pages

import { expect } from 'chai';
import { VIEW_NEEDS } from '../../src/ui/server/rights.ts';
import { UNKNOWN_ID } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { decision, decisionFile, literal } from '../support/models/decisions.ts';
import { messageWait, startedByCondition, startedByMessage } from '../support/models/event-models.ts';
import { sequence, userTask } from '../support/models/models.ts';
import { type SignedInPages, startSignedInPages } from '../support/sign-in/signed-in.ts';
import { openVisitor, type Visited, type Visitor } from '../support/visitor.ts';

const RULES = {
  Authorization__Rules: 'admin=chiefs,viewer:order-*=clerks,operator:order-review=clerks',
  Authorization__Claims: 'groups',
};
const USERS = {
  clerk: { password: 'secret', claims: { name: 'Clerk', groups: ['clerks'] } },
  chief: { password: 'secret', claims: { name: 'Chief', groups: ['chiefs'] } },
};
const GUIDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

describe('roles for some process keys on the pages (docs/contributing/spec/roles.md#key-patterns)', () => {
  let pages: SignedInPages;
  let clerk: Visitor;
  let chief: Visitor;
  let inside: string;
  let outside: string;
  before(async () => {
    pages = await startSignedInPages(RULES, { users: USERS });
    [clerk, chief] = [await signedIn('clerk'), await signedIn('chief')];
    for (const key of ['order', 'bill']) {
      await post(chief, '/Definitions/deploy', { BpmnXml: sequence(`${key}-review`, userTask('review')) });
      await post(chief, '/Definitions/deploy', { BpmnXml: messageWait(`${key}-wait`, 'wait', 'paid') });
      await post(chief, '/Definitions/deploy', { BpmnXml: startedByMessage(`${key}-begin`, `begin ${key}`, userTask('a')) });
      await post(chief, '/Definitions/deploy', { BpmnXml: startedByCondition(`${key}-if`, 'x > 1', userTask('a')) });
      await start(`${key}-wait`);
    }
    inside = await start('order-review');
    outside = await start('bill-review');
    await json(chief, `/instances/${inside}`);
    await json(chief, `/instances/${outside}`);
  });
  after(() => pages?.stop());

  async function signedIn(name: string): Promise<Visitor> {
    const visitor = openVisitor();
    await visitor.signIn(await visitor.get(`${pages.url}/settings`), name, 'secret');
    return visitor;
  }
  let position = '';
  const get = (who: Visitor, path: string) =>
    who.get(`${pages.url}/ui/api${path}`, position === '' ? {} : { 'Service-Min-Position': position });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  async function json(who: Visitor, path: string): Promise<any> {
    const answer = await get(who, path);
    expect(answer.status, `${path}: ${answer.text}`).to.equal(200);
    return JSON.parse(answer.text);
  }
  async function post(who: Visitor, path: string, body: object): Promise<Visited> {
    const { csrfToken } = JSON.parse((await who.get(`${pages.url}/ui/api/session`)).text);
    const answer = await who.postJson(`${pages.url}/ui/api/service${path}`, body, { 'X-CSRF-Token': csrfToken });
    position = answer.headers.get('service-position') ?? position;
    return answer;
  }
  const start = async (key: string): Promise<string> =>
    JSON.parse((await post(chief, '/Execution/start', { WorkflowId: key })).text).WorkflowInstanceId;
  const keysOf = (items: readonly { readonly key: string }[]) => [...new Set(items.map(({ key }) => key))].sort();

  it('show workflows, instances and tasks of these keys alone, with their totals', async () => {
    const workflows = await json(clerk, '/workflows');
    expect([keysOf(workflows.items), workflows.totalCount]).to.deep.equal([
      ['order-begin', 'order-if', 'order-review', 'order-wait'],
      4,
    ]);
    expect((await json(clerk, '/workflows?search=review')).totalCount).to.equal(1);
    const instances = await json(clerk, '/instances');
    expect([keysOf(instances.items), instances.totalCount]).to.deep.equal([['order-review', 'order-wait'], 2]);
    const tasks = await json(clerk, '/user-tasks');
    expect(tasks.items.map((row: { instanceId: string }) => row.instanceId)).to.deep.equal([inside]);
    expect([tasks.totalCount, (await json(chief, '/user-tasks')).totalCount]).to.deep.equal([1, 2]);
  });

  it('show what waits for events, and find, of these keys alone', async () => {
    const events = await json(clerk, '/events');
    expect(keysOf(events.messageStarts)).to.deep.equal(['order-begin']);
    expect(keysOf(events.conditionalStarts)).to.deep.equal(['order-if']);
    expect(events.messageSubscriptions).to.have.length(1);
    expect((await json(chief, '/events')).messageSubscriptions).to.have.length(2);
    expect(await json(clerk, '/search?q=bill')).to.deep.equal({ workflows: [], instances: [] });
    expect(keysOf((await json(clerk, '/search?q=review')).workflows)).to.deep.equal(['order-review']);
    expect((await json(clerk, `/search?q=${outside}`)).instances).to.deep.equal([]);
    expect((await json(clerk, `/search?q=${inside}`)).instances).to.have.length(1);
  });

  it('answer the same for an instance of another key and for an unknown one', async () => {
    for (const path of ['', '/waiting', '/journal', '/journal/file']) {
      const [there, absent] = [
        await get(clerk, `/instances/${outside}${path}`),
        await get(clerk, `/instances/${UNKNOWN_ID}${path}`),
      ];
      const sense = ({ status, text }: Visited) => [status, text.replace(GUIDS, 'ID')];
      expect([path, sense(there)]).to.deep.equal([path, sense(absent)]);
      expect((await get(clerk, `/instances/${inside}${path}`)).status, path).to.equal(200);
    }
    for (const id of [outside, UNKNOWN_ID]) {
      expect((await clerk.get(`${pages.url}/process-instance/${id}`)).status).to.equal(404);
      expect((await get(clerk, `/service/Instances/${id}/state`)).status).to.equal(404);
    }
    expect((await clerk.get(`${pages.url}/process-instance/${inside}`)).status).to.equal(200);
  });

  it('answer 403 when another key is asked for, whether it exists or not', async () => {
    for (const key of ['bill-review', 'nothing']) {
      const detail = `This needs the role viewer, operator, author or admin for the process '${key}'.`;
      for (const path of [
        `/workflows/versions?key=${key}`,
        `/workflows/next-version?key=${key}`,
        `/workflows/xml?key=${key}&version=1`,
        `/workflows/start-form?key=${key}&version=1`,
        `/workflows/read-variables?key=${key}&version=1`,
        `/workflows/names?key=${key}&version=1`,
        `/workflows/elements?key=${key}&version=1`,
        `/workflows/statistics?key=${key}&version=1`,
        `/instances?key=${key}`,
      ]) {
        const answer = await get(clerk, path);
        expect([path, answer.status, JSON.parse(answer.text).detail]).to.deep.equal([path, 403, detail]);
      }
    }
    for (const path of ['versions', 'xml', 'start-form', 'read-variables', 'names', 'elements', 'statistics']) {
      expect((await get(clerk, `/workflows/${path}?key=order-review&version=1`)).status, path).to.equal(200);
    }
  });

  it('keep texts about the service itself for those who see all keys', async () => {
    const answer = await get(clerk, '/dashboard');
    const detail = 'This needs the role viewer, operator, author or admin for all process keys.';
    expect([answer.status, JSON.parse(answer.text).detail]).to.deep.equal([403, detail]);
    expect((await clerk.get(`${pages.url}/dashboard`)).status).to.equal(200);
    expect((await get(chief, '/dashboard')).status).to.equal(200);
    expect([(await json(clerk, '/home')).service, (await json(chief, '/home')).service === null]).to.deep.equal([null, false]);
  });

  it('show nothing of other keys in any view', async () => {
    for (const key of ['order', 'bill']) {
      await post(chief, '/Definitions/deploy', { BpmnXml: oneTask(`${key}-work`, `${key}-pack`) });
      await start(`${key}-work`);
      await post(chief, '/Decisions/deploy', { DmnXml: decisionFile(decision(`${key}-fee`, literal('1'))) });
    }
    const ofVersion = '?key=order-review&version=1';
    const paths: Readonly<Record<string, string>> = {
      'GET /session': '/session',
      'GET /workflows': '/workflows',
      'GET /workflows/versions': `/workflows/versions${ofVersion}`,
      'GET /workflows/next-version': `/workflows/next-version${ofVersion}`,
      'GET /workflows/xml': `/workflows/xml${ofVersion}`,
      'GET /workflows/start-form': `/workflows/start-form${ofVersion}`,
      'GET /workflows/read-variables': `/workflows/read-variables${ofVersion}`,
      'GET /workflows/names': `/workflows/names${ofVersion}`,
      'GET /workflows/elements': `/workflows/elements${ofVersion}`,
      'GET /workflows/statistics': `/workflows/statistics${ofVersion}`,
      'GET /decisions': '/decisions',
      'GET /decisions/versions': '/decisions/versions?key=order-fee',
      'GET /decisions/uses': '/decisions/uses?key=order-fee&version=1',
      'GET /instances': '/instances',
      'GET /instances/{instanceId}': `/instances/${inside}`,
      'GET /instances/{instanceId}/waiting': `/instances/${inside}/waiting`,
      'GET /instances/{instanceId}/journal': `/instances/${inside}/journal`,
      'GET /instances/{instanceId}/journal/file': `/instances/${inside}/journal/file`,
      'GET /user-tasks': '/user-tasks',
      'GET /events': '/events',
      'GET /home': '/home',
      'GET /timers': '/timers',
      'GET /batches/failed-again': `/batches/failed-again?batches=${outside}`,
      'GET /batches/now': `/batches/now?batch=${outside}`,
      'GET /task-types': '/task-types',
      'GET /task-types/tasks': '/task-types/tasks?type=bill-pack',
      'GET /search': '/search?q=bill',
      'GET /variables': '/variables',
      'GET /variables/values': `/variables/values?path=amount&instances=${outside}`,
      'GET /variables/names': `/variables/names?instances=${outside}`,
      'GET /variables/matches': '/variables/matches?value=5',
      'GET /variables/known': '/variables/known?path=amount',
    };
    // the dashboard needs all keys; test/contract/ui-live.test.ts shows the live changes
    expect(Object.keys(VIEW_NEEDS).filter((name) => !(name in paths))).to.have.members(['GET /dashboard', 'GET /live']);
    for (const path of Object.values(paths)) {
      const { status, text } = await get(clerk, path);
      expect([path, status]).to.deep.equal([path, 200]);
      expect(/bill/i.test(text), `${path}: ${text}`).to.equal(false);
    }
  });

  it('inform the pages of the keys of each permission, and permit no more', async () => {
    const { rights } = await json(clerk, '/session');
    expect(rights).to.deep.equal({
      see: ['order-*', 'order-review'],
      'see-tasks': ['order-*', 'order-review'],
      work: ['order-review'],
      operate: ['order-review'],
      author: [],
      administer: [],
    });
    expect((await post(clerk, '/Execution/start', { WorkflowId: 'order-review' })).status).to.equal(200);
    expect((await post(clerk, '/Execution/start', { WorkflowId: 'order-wait' })).status).to.equal(403);
    expect((await post(clerk, `/Instances/${outside}/cancel`, {})).status).to.equal(404);
  });
});
