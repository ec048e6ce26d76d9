// tier all: starts a service for chains of calls; the parts are also tested by the lists that show them
import { expect } from 'chai';
import { startUi } from '../../src/ui/main.ts';
import { createBatch, endedBatch, itemsOf } from '../support/batches.ts';
import { expectEmpty, expectJson } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, start, until } from '../support/http/steps.ts';
import { STUCK } from '../support/models/incident-models.ts';
import { sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

const call = (id: string, key: string) => `<callActivity id="${id}" name="Name of ${id}" calledElement="${key}" />`;

describe('incidents of called instances (docs/contributing/spec/incidents.md#called-instances)', () => {
  let service: TestService;
  let ui = '';
  const ids: Record<string, string> = {};
  let incidentId = '';
  before(async () => {
    service = await startService({ env: { UI_PORT: '0' } });
    ui = (await service.start(startUi)).url ?? '';
    await deploy(service.url, STUCK.replace('id="work"', 'id="work" name="Charge card"'));
    await deploy(service.url, sequence('payment', call('charge', 'stuck')));
    await deploy(service.url, sequence('order', call('pay', 'payment')));
    await deploy(service.url, sequence('fine', call('pay', 'waits')));
    await deploy(service.url, sequence('waits', task('rest')));
    ids['order'] = await start(service.url, 'order', { BusinessId: 'SO-1' });
    ids['fine'] = await start(service.url, 'fine', { BusinessId: 'SO-2' });
    ids['stuck'] = await start(service.url, 'stuck', { BusinessId: 'SO-3' });
    const { items } = await until(
      async () => expectJson(await get(service.url, '/Incidents?filters=RootBusinessId==SO-1')),
      (page) => page.totalCount === 1,
    );
    incidentId = items[0].incidentId;
    ids['bank'] = items[0].workflowInstanceId;
    await until(
      () => find('HasCalledIncident==true'),
      ({ totalCount }) => totalCount === 2,
    );
    ids['payment'] = (await find('ProcessDefinitionKey==payment')).items[0].instanceId;
  });
  after(() => service.stop());

  const list = async (path: string, filters: string) =>
    expectJson(await get(service.url, `${path}?${new URLSearchParams({ filters })}`));
  const find = (filters: string) => list('/Instances', filters);
  const found = async (path: string, filters: string, id: string) =>
    (await list(path, filters)).items
      .map((row: Record<string, string>) => Object.keys(ids).find((name) => ids[name] === row[id]))
      .sort();
  const view = async (path: string) => expectJson(await get(ui, `/ui/api/${path}`));

  it('have the topmost caller with its business id, and are found by it', async () => {
    const root = { rootInstanceId: ids['order'], rootProcessDefinitionKey: 'order', rootBusinessId: 'SO-1' };
    const incident = expectJson(await get(service.url, `/Incidents/${incidentId}`));
    expect(incident).to.include({ ...root, businessId: null, processDefinitionKey: 'stuck' });
    const own = (await list('/Incidents', 'RootBusinessId==SO-3')).items;
    expect(own).to.have.length(1);
    expect(own[0]).to.include({ businessId: 'SO-3' }).and.not.have.any.keys('rootInstanceId', 'rootBusinessId');
    const of = (filters: string) => found('/Incidents', filters, 'workflowInstanceId');
    for (const filters of [
      `RootInstanceId==${ids['order']}`,
      'RootBusinessId@=*so-1',
      'RootBusinessId!=SO-3',
      'rootbusinessid_=SO-1',
    ])
      expect(await of(filters), filters).to.deep.equal(['bank']);
    expect(await of('RootBusinessId==SO-1|SO-3')).to.deep.equal(['bank', 'stuck']);
    expect(await of(`RootInstanceId!=${ids['order']}`)).to.deep.equal(['stuck']);
    for (const filters of ['RootBusinessId==null', 'BusinessId==SO-1', 'RootBusinessId==SO-2'])
      expect(await of(filters), filters).to.deep.equal([]);
    expect((await get(service.url, '/Incidents?filters=RootInstanceId==x')).status).to.equal(400);
  });

  it('are shown in the rows of all their callers, which one filter finds', async () => {
    const open = {
      incidentId,
      workflowInstanceId: ids['bank'],
      processDefinitionKey: 'stuck',
      processName: null,
      activityId: 'work',
      errorCode: '500',
      openIncidents: 1,
    };
    const row = async (name: string) =>
      (await find('Status==Running')).items.find((one: { instanceId: string }) => one.instanceId === ids[name]);
    for (const name of ['order', 'payment']) expect((await row(name)).calledIncident, name).to.deep.include(open);
    for (const name of ['bank', 'fine', 'stuck']) expect(await row(name), name).not.to.have.property('calledIncident');
    expect(await row('payment')).to.include({ rootInstanceId: ids['order'], rootBusinessId: 'SO-1' });
    expect(await row('order')).not.to.have.any.keys('rootInstanceId', 'incident');
    const of = (filters: string) => found('/Instances', filters, 'instanceId');
    expect(await of('HasCalledIncident==true')).to.deep.equal(['order', 'payment']);
    expect(await of('HasIncident==true')).to.deep.equal(['bank', 'stuck']);
    expect(await of('(HasIncident|HasCalledIncident)==true')).to.deep.equal(['bank', 'order', 'payment', 'stuck']);
    expect(await of('HasCalledIncident==false,ProcessDefinitionKey==order|fine')).to.deep.equal(['fine']);
    expect(await of('HasCalledIncident==true,ActivityId==charge')).to.deep.equal(['payment']);
  });

  it('explain why a caller waits, through several calls', async () => {
    const waits = async (name: string) => expectJson(await get(service.url, `/Instances/${ids[name]}/waiting`)).items[0];
    const { called, text } = await waits('order');
    const { errorMessage } = called.incident;
    expect(called.incident).to.include({ incidentId, workflowInstanceId: ids['bank'], activityName: 'Charge card', count: 1 });
    expect(Date.parse(called.incident.lastFailedAt)).to.be.closeTo(Date.now(), 300_000);
    expect(text).to.equal(
      `Call activity 'pay' (Name of pay) waits for the called instance ${ids['payment']} of 'payment' version 1, which waits for the called instance ` +
        `${ids['bank']} of 'stuck', which has an incident at 'work' (Charge card): 500: ${errorMessage.replace(/\.$/, '')}.`,
    );
    expect((await waits('payment')).text).to.include(
      `waits for the called instance ${ids['bank']} of 'stuck' version 1, which has an incident at 'work' (Charge card): 500: `,
    );
    expect((await waits('fine')).called).not.to.have.property('incident');
  });

  it('are counted at the call activities of the diagram, whose links list exactly these instances', async () => {
    const at = async (key: string) =>
      (await view(`workflows/elements?key=${key}`)).find((row: { active: number }) => row.active > 0);
    expect(await at('order')).to.include({ activityId: 'pay', active: 1, incidents: 0, calledIncidents: 1 });
    expect(await at('payment')).to.include({ activityId: 'charge', calledIncidents: 1 });
    expect(await at('fine')).to.include({ activityId: 'pay', calledIncidents: 0 });
    const listed = async (query: string) =>
      (await view(`instances?${query}`)).items.map((row: { instanceId: string }) => row.instanceId);
    expect(await listed('key=order&incident=called&activityId=pay')).to.deep.equal([ids['order']]);
    expect(await listed('key=order&incident=called&activityId=start')).to.deep.equal([]);
    expect(await listed('key=fine&incident=called')).to.deep.equal([]);
    const workflows = (await view('workflows')).items.map((row: { key: string; incidents: number }) => [row.key, row.incidents]);
    expect(workflows).to.deep.include.members([
      ['order', 0],
      ['payment', 0],
      ['stuck', 2],
    ]);
  });

  it('count as in an incident, not as waiting, in the analysis, whose links list exactly these instances', async () => {
    const at = async (key: string, id: string, version = '1') =>
      (await view(`workflows/statistics?key=${key}&version=${version}&period=hour`)).elements.find(
        (row: { activityId: string }) => row.activityId === id,
      );
    for (const [key, id] of [
      ['order', 'pay'],
      ['payment', 'charge'],
      ['stuck', 'work'],
    ] as const) {
      const row = await at(key, id);
      const own = key === 'stuck' ? 2 : 1;
      expect(row, key).to.include({ active: own, inIncident: own, openMedianMs: null, openOldestMs: null });
      expect(row.failedMs, key).to.be.greaterThan(0);
      expect(await at(key, id, 'all'), key).to.include({ active: own, inIncident: own });
    }
    expect(await at('fine', 'pay')).to.include({ active: 1, inIncident: 0, failedMs: 0 });
    const listed = async (query: string) =>
      (await view(`instances?${query}`)).items.map((row: { instanceId: string }) => row.instanceId).sort();
    for (const [key, id] of [
      ['order', 'pay'],
      ['fine', 'pay'],
    ] as const) {
      const inIncident = key === 'order' ? [ids[key]] : [];
      const waiting = key === 'order' ? [] : [ids[key]];
      for (const place of ['', `&activityId=${id}`, `&activityId=${id}&entry=active`]) {
        expect(await listed(`key=${key}&incident=any${place}`), `${key} ${place}`).to.deep.equal(inIncident);
        expect(await listed(`key=${key}&incident=none${place}`), `${key} ${place}`).to.deep.equal(waiting);
      }
    }
    expect(await listed('key=stuck&incident=any')).to.deep.equal([ids['bank'], ids['stuck']].sort());
    expect(await listed('incident=none'))
      .to.include(ids['fine'])
      .and.not.include(ids['order']);
  });

  it('have one filter with failed instances and open incidents, also in called instances', async () => {
    await deploy(service.url, STUCK.replace('id="stuck"', 'id="broken"').replace(' onFailure="incident"', ''));
    ids['broken'] = await start(service.url, 'broken', { BusinessId: 'SO-4' });
    await until(
      () => find('Status==Failed'),
      ({ totalCount }) => totalCount === 1,
    );
    const of = (filters: string) => found('/Instances', filters, 'instanceId');
    const all = ['bank', 'broken', 'order', 'payment', 'stuck'];
    expect(await of('HasProblem==true')).to.deep.equal(all);
    expect(await of('hasproblem!=false')).to.deep.equal(all);
    expect(await of('HasProblem==false'))
      .to.include('fine')
      .and.not.include.members(all);
    expect(await of('HasProblem==true,ProcessDefinitionKey==order|broken')).to.deep.equal(['broken', 'order']);
    expect(await of('HasProblem==true,Status==Failed')).to.deep.equal(['broken']);
    const answer = await get(service.url, '/Instances?filters=HasProblem==maybe');
    expect([answer.status, answer.text.includes('HasProblem')]).to.deep.equal([400, true]);
  });

  it('are in the header of a caller, which names callers and called instances', async () => {
    const header = await view(`instances/${ids['payment']}`);
    expect(header.calledIncident).to.include({ incidentId, instanceId: ids['bank'], openIncidents: 1 });
    expect(header.parent).to.include({ instanceId: ids['order'], activityId: 'pay', key: 'order', businessId: 'SO-1' });
    expect(header.children).to.deep.equal([
      { instanceId: ids['bank'], activityId: 'charge', key: 'stuck', processName: null, businessId: null },
    ]);
    expect(header.root).to.deep.equal({ instanceId: ids['order'], key: 'order', businessId: 'SO-1' });
  });

  it('name the called instance that failed when the call itself has the incident', async () => {
    await deploy(service.url, STUCK.replace('id="stuck"', 'id="fails"').replace(' onFailure="incident"', ''));
    await deploy(service.url, sequence('careful', call('pay', 'fails')).replace('<process ', '<process onFailure="incident" '));
    const instanceId = await start(service.url, 'careful');
    const item = await until(
      async () => expectJson(await get(service.url, `/Instances/${instanceId}/waiting`)).items[0],
      ({ kind, called }) => kind === 'Incident' && called?.status === 'Failed',
    );
    expect(item.called).to.include({ processDefinitionKey: 'fails' });
  });

  it('have elements whose names the pages read, without the model', async () => {
    const names = async (query: string) => (await view(`workflows/names?${query}`)).names;
    expect(await names('key=stuck&version=1')).to.deep.equal({ work: 'Charge card' });
    expect(await names('key=order')).to.deep.equal({ pay: 'Name of pay' });
    expect(await names('key=order&version=9')).to.deep.equal({});
    for (const query of ['', 'key=order&version=x'])
      expect((await get(ui, `/ui/api/workflows/names?${query}`)).status).to.equal(400);
  });

  it('show after a retry of all that they failed again: in the list of batches, its items, and at the caller', async () => {
    const batchId = await createBatch(service.url, { Operation: 'retry', Filters: 'ProcessKey==stuck' });
    await endedBatch(service.url, batchId);
    const items = await itemsOf(service.url, batchId);
    expect(items.map(({ statusNow }) => statusNow)).to.deep.equal(['Failed', 'Failed']);
    const itemOf = (name: string) => items.find(({ workflowInstanceId }) => workflowInstanceId === ids[name]);
    const failure = { activityId: 'work', code: '500' };
    expect(itemOf('bank')).to.deep.include({ businessId: null, rootInstanceId: ids['order'], rootBusinessId: 'SO-1' });
    expect(itemOf('stuck')).to.include({ businessId: 'SO-3' }).and.not.have.property('rootBusinessId');
    for (const name of ['bank', 'stuck']) expect(itemOf(name)?.failureNow).to.include(failure);
    const cancelled = await createBatch(service.url, { Operation: 'cancel', Ids: [ids['fine']], Reason: 'test' });
    await endedBatch(service.url, cancelled);
    expect((await view(`batches/failed-again?batches=${batchId},${cancelled}`)).counts).to.deep.equal({ [batchId]: 2 });
    for (const query of ['', 'batches=x']) expect((await get(ui, `/ui/api/batches/failed-again?${query}`)).status).to.equal(400);
    const { called } = expectJson(await get(service.url, `/Instances/${ids['order']}/waiting`)).items[0];
    expect(called.incident.count).to.equal(2);
  });

  it('are gone from the callers when the incident is resolved', async () => {
    expectEmpty(await post(service.url, `/Incidents/${incidentId}/resolve`, {}));
    await until(
      () => find('HasCalledIncident==true'),
      ({ totalCount }) => totalCount === 0,
    );
    expect(
      (await view('workflows/elements?key=order')).some((row: { calledIncidents: number }) => row.calledIncidents > 0),
    ).to.equal(false);
    const { elements } = await until(
      () => view('workflows/statistics?key=payment&version=1&period=all'),
      (read) =>
        read.elements.some(
          (row: { completed: number; activityId: string }) => row.activityId === 'charge' && row.completed === 1,
        ),
    );
    const charge = elements.find(({ activityId }: { activityId: string }) => activityId === 'charge');
    expect(charge.failedMs, 'the time in the incident is not time of work').to.be.greaterThan(charge.totalMs);
  });
});
