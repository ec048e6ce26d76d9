import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { startProjector } from '../../src/projector/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { eventually } from '../support/eventually.ts';
import { itKeepsCommonRefusals } from '../support/http/common-refusals.ts';
import { expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { deploy, start, UNKNOWN_ID } from '../support/http/steps.ts';
import { script, sequence } from '../support/models/models.ts';
import { startIssuer, type TestIssuer } from '../support/oidc-issuer.ts';
import { startService, type TestService } from '../support/service.ts';
import { bearer, type SecuredService, startSecured } from '../support/sign-in/secured.ts';
import { itFull } from '../support/tier.ts';
import { startReceiver, WEBHOOK_SECRET, type WebhookReceiver } from '../support/webhook-receiver.ts';

const settings = (url: string, name = 'hook') => ({
  Feed__Enabled: 'true',
  [`Webhooks__${name}__Url`]: url,
  [`Webhooks__${name}__Secret`]: WEBHOOK_SECRET,
  [`Webhooks__${name}__AllowPrivate`]: 'true',
  [`Webhooks__${name}__Begin`]: 'beginning',
  [`Webhooks__${name}__Attempts`]: '1',
  [`Webhooks__${name}__BackoffSeconds`]: '3600',
  [`Webhooks__${name}__MaxBackoffSeconds`]: '3600',
});

describe('/Webhooks (docs/contributing/spec/event-feed.md#list)', () => {
  let receiver: WebhookReceiver;
  let service: TestService;
  before(async () => {
    receiver = await startReceiver();
    receiver.react = () => 500;
    service = await startService({
      env: { ...settings(receiver.url), ...settings(receiver.url, 'Audit'), Webhooks__audit__Types: 'WorkflowDeleted' },
    });
    await deploy(service.url, sequence('quick', script('calculate', 'variables.done = true')));
  });
  after(async () => {
    await service.stop();
    await receiver.close();
  });
  const of = (path = '') => get(service.url, `/Webhooks${path}`);
  const act = (path: string, body: object = {}) => post(service.url, `/Webhooks/${path}`, body);
  const known = () => eventually('workers have seen it', async () => expectJson(await of('/hook')).position !== null);

  it('lists all webhooks without anything secret when some are configured', async () => {
    await known();
    const { items } = expectJson(await of());
    expect(items.map(({ name }: { name: string }) => name)).to.deep.equal(['audit', 'hook']);
    expect(items[0]).to.deep.include({ types: ['WorkflowDeleted'], format: 'event', isConfigured: true, status: 'Active' });
    expect(JSON.stringify(items)).to.not.contain('whsec').and.not.contain('/hook"');
  });

  itFull('finds a webhook in any case, and answers 404 when none exists', async () => {
    await known();
    expect(expectJson(await of('/HOOK')).name).to.equal('hook');
    for (const [name, shown] of [
      ['none', 'none'],
      ['a%20b', 'a b'],
      ['__proto__', '__proto__'],
      ["x'%3B--", "x';--"],
    ] as const) {
      for (const path of [`/${name}`, `/${name}/instances`])
        expectProblem(await of(path), 404, `Webhook '${shown}' not found.`, `/Webhooks${path}`);
      for (const name of ['retry', 'skip', 'pause', 'resume'])
        expectProblem(await act(`none/${name}`), 404, "Webhook 'none' not found.", `/Webhooks/none/${name}`);
    }
  });

  it('has pages of the instances that it refuses, by status and by id', async () => {
    const ids = [await start(service.url, 'quick'), await start(service.url, 'quick'), await start(service.url, 'quick')];
    const page = await eventually('all are refused', async () => {
      const found = expectJson(await of('/hook/instances?pageSize=2'));
      return found.totalCount === 3 && found;
    });
    expect(page.items).to.have.length(2);
    expect(expectJson(await of('/hook/instances?filters=Status==Failing')).totalCount).to.equal(3);
    expect(expectJson(await of('/hook/instances?filters=Status==Waiting')).totalCount).to.equal(0);
    const [item] = expectJson(await of(`/hook/instances?filters=InstanceId==${ids[1]}`)).items;
    expect(item).to.deep.include({ workflowInstanceId: ids[1], attempts: 1, lastError: 'HTTP 500', nextType: 'WorkflowStarted' });
    expect((await of('/hook/instances?filters=Nothing==1')).status).to.equal(400);
    expect((await of('/hook/instances?page=x')).status).to.equal(400);
  });

  it('answers 404 when an instance is not refused, and 400 when an id is invalid', async () => {
    await known();
    for (const name of ['retry', 'skip']) {
      const path = `/Webhooks/hook/${name}`;
      expectProblem(
        await act(`hook/${name}`, { InstanceId: UNKNOWN_ID }),
        404,
        `Webhook 'hook' has no blocked delivery for instance ${UNKNOWN_ID}.`,
        path,
      );
      for (const bad of ['x', 7, [], {}, 'constructor'])
        expect((await act(`hook/${name}`, { InstanceId: bad })).status).to.equal(400);
    }
  });

  it('treats a blank id as absent when it retries or skips', async () => {
    for (const name of ['retry', 'skip'])
      for (const blank of ['', ' ', null])
        expect(expectJson(await act(`audit/${name}`, { InstanceId: blank })).instanceCount, name).to.equal(0);
  });

  it('does an act once when it is repeated under one key', async () => {
    await known();
    const key = { 'Idempotency-Key': 'pause-it' };
    const answers = await Promise.all([1, 2].map(() => post(service.url, '/Webhooks/audit/pause', {}, key)));
    for (const answer of answers) expect(expectJson(answer)).to.deep.equal({ status: 'Paused', instanceCount: 0 });
    expect(expectJson(await act('audit/pause')).status).to.equal('Paused');
    expect(expectJson(await act('audit/resume')).status).to.equal('Active');
  });

  for (const name of ['retry', 'skip', 'pause', 'resume'])
    describe(`POST /Webhooks/{webhook}/${name}`, () =>
      itKeepsCommonRefusals(() => service.url, { path: `/Webhooks/hook/${name}` }));
});

describe('/Webhooks without settings (docs/contributing/spec/event-feed.md#webhooks)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  it('lists nothing and finds nothing when none is configured', async () => {
    expect(expectJson(await get(service.url, '/Webhooks'))).to.deep.equal({ items: [] });
    expectProblem(await get(service.url, '/Webhooks/hook'), 404, "Webhook 'hook' not found.", '/Webhooks/hook');
    expectProblem(await post(service.url, '/Webhooks/hook/pause', {}), 404, "Webhook 'hook' not found.", '/Webhooks/hook/pause');
  });
});

describe('the rights for webhooks (docs/contributing/spec/event-feed.md#acts)', () => {
  let issuer: TestIssuer;
  let service: SecuredService;
  const who: Record<string, Record<string, string>> = {};
  before(async () => {
    issuer = await startIssuer({});
    const rules = {
      Authorization__Rules: 'admin=chiefs,operator=operators,viewer=readers,operator:order-*=clerks',
      Audit__Enabled: 'true',
    };
    const env = { ...rules, ...settings('http://127.0.0.1:9/') };
    service = await startSecured(issuer.url, env, [startWorker, startProjector, startApi]);
    for (const [name, role] of Object.entries({ chief: 'chiefs', operator: 'operators', reader: 'readers', clerk: 'clerks' }))
      who[name] = bearer(await issuer.forge({ sub: name, preferred_username: name, roles: [role] }));
  });
  after(async () => {
    await service?.stop();
    await issuer.close();
  });

  it('let operators of all keys see and admins act, and no one else', async () => {
    const statusOf = async (name: string) => [
      (await get(service.url, '/Webhooks', who[name])).status,
      (await post(service.url, '/Webhooks/hook/pause', {}, who[name])).status,
    ];
    await eventually(
      'workers have seen it',
      async () => expectJson(await get(service.url, '/Webhooks/hook', who['chief'])).position !== null,
    );
    expect(await statusOf('chief')).to.deep.equal([200, 200]);
    expect(await statusOf('operator')).to.deep.equal([200, 403]);
    expect(await statusOf('reader')).to.deep.equal([403, 403]);
    expect(await statusOf('clerk')).to.deep.equal([403, 403]);
    expect((await get(service.url, '/Webhooks')).status).to.equal(401);
    expect(expectJson(await get(service.url, '/Webhooks/hook', who['chief'])).reason).to.equal('chief has paused it.');
  });

  it('are recorded with the act when it is accepted', async () => {
    await post(service.url, '/Webhooks/hook/resume', {}, who['chief']);
    const { items } = expectJson(await get(service.url, '/Audit?filters=Act==SteerWebhook,Result==accepted', who['chief']));
    expect(items[0]).to.deep.include({ act: 'SteerWebhook', actor: 'chief', targetKind: 'webhook', targetId: 'hook' });
  });
});
