import { expect } from 'chai';
import { startApi } from '../../../src/api/main.ts';
import { startFeedOut } from '../../../src/feed-out/main.ts';
import type { LogEventId } from '../../../src/platform/log-events.ts';
import { startProjector } from '../../../src/projector/main.ts';
import { startWorker } from '../../../src/worker/main.ts';
import { eventually } from '../../support/eventually.ts';
import { expectJson } from '../../support/http/expect-answer.ts';
import { get, http, post } from '../../support/http/http-client.ts';
import { deploy, start, stateOf } from '../../support/http/steps.ts';
import { script, sequence, task } from '../../support/models/models.ts';
import { recordingLog } from '../../support/recording-log.ts';
import { startService, type TestService } from '../../support/service.ts';
import { faultsOfMessages, startReceiver, WEBHOOK_SECRET, type WebhookReceiver } from '../../support/webhook-receiver.ts';

// tier all: delivery with many receivers; contract/webhooks shows the rules

const EXAMPLE = { 'Webhooks:hook:Secret': WEBHOOK_SECRET, 'Webhooks:hook:AllowPrivate': 'true', Feed__Enabled: 'true' };

describe('webhooks (docs/contributing/spec/event-feed.md#webhooks)', function () {
  this.timeout(120_000);
  let receiver: WebhookReceiver;
  let service: TestService;
  const log = recordingLog();
  beforeEach(async () => {
    log.lines.length = 0;
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await service?.stop();
    await receiver.close();
  });

  async function serve(more: Record<string, string> = {}): Promise<string> {
    const env = { ...EXAMPLE, 'Webhooks:hook:Url': receiver.url, 'Webhooks:hook:Begin': 'beginning', ...more };
    service = await startService({ env, log });
    await deploy(service.url, sequence('quick', script('calculate', 'variables.done = true')));
    await deploy(service.url, sequence('order', task('pack')));
    return service.url;
  }
  const webhook = async () => expectJson(await get(service.url, '/Webhooks/hook'));
  const instances = async () => expectJson(await get(service.url, '/Webhooks/hook/instances')).items;
  const act = (name: string, body: object = {}) => post(service.url, `/Webhooks/hook/${name}`, body);
  const takenOf = (id: string) => receiver.taken.filter(({ event }) => event.workflowInstanceId === id);
  const hasEnded = (id: string) => takenOf(id).some(({ event }) => event.type === 'WorkflowCompleted');
  const ended = (...ids: string[]) => eventually('their ends are received', () => ids.every(hasEnded));
  const refused = (attempts = 1) =>
    eventually(
      'something is refused',
      async () =>
        (await webhook()).waitingCount + (await webhook()).failingCount >= 1 &&
        (await instances())[0]?.attempts >= attempts &&
        (await instances()),
    );
  const lines = (id: number) => log.of(id as LogEventId);

  it('gets every event of every instance once, signed and in order, when many run', async () => {
    const url = await serve();
    const ids = await Promise.all(Array.from({ length: 20 }, () => start(url, 'quick', { Variables: { amount: 1 } })));
    await ended(...ids);
    expect(faultsOfMessages(receiver.seen)).to.deep.equal([]);
    expect(new Set(receiver.seen.map(({ id }) => id)).size).to.equal(receiver.seen.length);
    for (const id of ids) {
      const history = expectJson(await get(url, `/Instances/${id}/history?pageSize=100`)).items as { sequence: number }[];
      expect(takenOf(id).map(({ event: { position, workflowInstanceId, processDefinitionKey, ...rest } }) => rest)).to.deep.equal(
        history,
      );
    }
    expect(receiver.seen[0]?.contentType).to.equal('application/json; charset=utf-8');
    const stand = await eventually('it has caught up', async () => (await webhook()).lagRows === 0 && (await webhook()));
    expect(stand).to.deep.include({
      name: 'hook',
      isConfigured: true,
      status: 'Active',
      failingCount: 0,
      waitingCount: 0,
      lastError: null,
    });
    expect(stand.receiver).to.equal(`http://127.0.0.1:${receiver.port}`);
    expect(JSON.stringify(stand)).to.not.contain('/hook').and.not.contain('whsec');
  });

  it('gets CloudEvents with two signatures, and what its filter lets through alone, when it is set up so', async () => {
    const url = await serve({
      'Webhooks:hook:Format': 'cloudevents',
      'Webhooks:hook:PreviousSecret': 'an older secret that is long',
      'Webhooks:hook:Keys': 'qui*',
      'Webhooks:hook:Types': 'WorkflowCompleted',
    });
    await start(url, 'order');
    const id = await start(url, 'quick');
    await ended(id);
    const [message, ...others] = receiver.seen;
    expect(others).to.deep.equal([]);
    expect(message).to.deep.include({ isSigned: true, contentType: 'application/cloudevents+json; charset=utf-8' });
    expect(message?.signatures).to.have.length(2);
    expect(message?.body).to.deep.include({ specversion: '1.0', id: message?.id, type: 'sluice.WorkflowCompleted', subject: id });
  });

  it('lets others continue when one instance is refused, and has all of it in order when it is received again', async () => {
    const url = await serve();
    const bad = await start(url, 'quick');
    let isDown = true;
    receiver.react = ({ event }) => (isDown && event.workflowInstanceId === bad && event.sequence === 3 ? 500 : 204);
    // it may have been received already
    const others = await Promise.all(Array.from({ length: 5 }, () => start(url, 'quick')));
    await ended(...others);
    isDown = false;
    await ended(bad);
    expect(faultsOfMessages(receiver.taken)).to.deep.equal([]);
    await eventually('nothing is parked', async () => (await webhook()).waitingCount === 0);
  });

  it('shows an instance as failing when it was refused often enough, tries it again, and sends it immediately when an operator retries', async () => {
    receiver.react = () => 503;
    const url = await serve({
      'Webhooks:hook:Attempts': '2',
      'Webhooks:hook:MaxBackoffSeconds': '3600',
      'Webhooks:hook:BackoffSeconds': '1',
    });
    const id = await start(url, 'quick');
    await stateOf(url, id);
    const [shown] = await refused(2);
    expect(shown).to.deep.include({
      workflowInstanceId: id,
      processDefinitionKey: 'quick',
      status: 'Failing',
      lastError: 'HTTP 503',
      nextType: 'WorkflowStarted',
    });
    expect(shown.attempts).to.be.at.least(2);
    expect(await webhook()).to.deep.include({ failingCount: 1, waitingCount: 0, lastError: 'HTTP 503' });
    expect([lines(4070).length, lines(4071).length]).to.deep.equal([1, 1]);
    expect((await get(url, '/metrics')).status).to.equal(200);
    receiver.react = () => 204;
    expect(expectJson(await act('retry', { InstanceId: id }))).to.deep.equal({ status: 'Active', instanceCount: 1 });
    await ended(id);
    expect(faultsOfMessages(receiver.taken)).to.deep.equal([]);
    expect(lines(4074)[0]?.properties).to.deep.include({ Webhook: 'hook', Act: 'retry', Count: 1, WorkflowInstanceId: id });
  });

  it('passes over one event and sends those behind it when an operator skips', async () => {
    receiver.react = ({ event }) => (event.sequence === 2 ? 422 : 204);
    const url = await serve({
      'Webhooks:hook:Attempts': '1',
      'Webhooks:hook:MaxBackoffSeconds': '3600',
      'Webhooks:hook:BackoffSeconds': '3600',
    });
    const id = await start(url, 'quick');
    await refused();
    expect(expectJson(await act('skip'))).to.deep.equal({ status: 'Active', instanceCount: 1 });
    await ended(id);
    const sequences = takenOf(id).map(({ event }) => event.sequence);
    expect(sequences.slice(0, 3)).to.deep.equal([1, 3, 4]);
    await eventually('nothing is parked', async () => (await webhook()).failingCount === 0);
  });

  it('gets nothing while it is paused, and everything when it is resumed', async () => {
    const url = await serve();
    await ended(await start(url, 'quick'));
    expect(expectJson(await act('pause'))).to.deep.equal({ status: 'Paused', instanceCount: 0 });
    const stand = await webhook();
    expect([stand.status, stand.reason]).to.deep.equal(['Paused', 'An operator has paused it.']);
    const seen = receiver.seen.length;
    const id = await start(url, 'quick');
    await eventually('it lags', async () => (await webhook()).lagRows > 0);
    expect(receiver.seen.slice(seen).filter(({ event }) => event.workflowInstanceId === id)).to.deep.equal([]);
    expectJson(await act('resume'));
    await ended(id);
    expect(faultsOfMessages(receiver.seen)).to.deep.equal([]);
  });

  it('is paused when it answers 410, and continues where it was when it is resumed', async () => {
    receiver.react = () => 410;
    const url = await serve();
    const id = await start(url, 'quick');
    const stand = await eventually('it is paused', async () => (await webhook()).status === 'Paused' && (await webhook()));
    expect(stand.reason).to.equal('The receiver answered 410 Gone.');
    expect(lines(4072).length).to.be.at.least(1);
    receiver.react = () => 204;
    expectJson(await act('resume'));
    expectJson(await act('retry'));
    await ended(id);
    expect(faultsOfMessages(receiver.taken)).to.deep.equal([]);
  });

  it('gets the tombstone next, and is free of the instance, when it is deleted while it is refused', async () => {
    receiver.react = () => 500;
    const url = await serve({ 'Webhooks:hook:BackoffSeconds': '3600', 'Webhooks:hook:MaxBackoffSeconds': '3600' });
    const id = await start(url, 'quick');
    await stateOf(url, id);
    await refused();
    expect((await http(url, { method: 'DELETE', path: `/Instances/${id}` })).status).to.equal(200);
    receiver.react = () => 204;
    expectJson(await act('retry'));
    await eventually('the tombstone is received', () => receiver.taken.some(({ event }) => event.type === 'WorkflowDeleted'));
    expect(takenOf(id).map(({ event }) => event.type)).to.not.include('WorkflowStarted');
    await eventually('nothing is parked', async () => (await instances()).length === 0);
  });

  it('continues behind what it has when it is stopped and started again, and sends with one process of two', async () => {
    const url = await serve();
    const second = await service.start(startWorker);
    const ids = await Promise.all(Array.from({ length: 10 }, () => start(url, 'quick')));
    await ended(...ids);
    await second.stop();
    await service.stopRole('worker');
    const before = receiver.seen.length;
    await service.start(startWorker);
    const id = await start(url, 'quick');
    await ended(id);
    expect(new Set(receiver.seen.slice(before).map(({ event }) => event.workflowInstanceId))).to.deep.equal(new Set([id]));
    expect(new Set(receiver.seen.map((message) => message.id)).size).to.equal(receiver.seen.length);
  });

  it('begins at the end of the feed when nothing else is specified', async () => {
    service = await startService({ env: { Feed__Enabled: 'true' }, log });
    await deploy(service.url, sequence('quick', script('calculate', 'variables.done = true')));
    const early = await start(service.url, 'quick');
    await eventually('it is fed', async () =>
      (await get(service.url, `/Events?instance=${early}`)).text.includes('WorkflowCompleted'),
    );
    const later = await startService({
      databaseUrl: service.databaseUrl,
      env: { ...EXAMPLE, 'Webhooks:hook:Url': receiver.url },
      log,
      roles: [startWorker, startProjector, startApi],
    });
    try {
      await eventually('it is there', async () => expectJson(await get(later.url, '/Webhooks/hook')).position !== null);
      const id = await start(later.url, 'quick');
      await ended(id);
      expect(new Set(receiver.seen.map(({ event }) => event.workflowInstanceId))).to.deep.equal(new Set([id]));
    } finally {
      await later.stop();
    }
  });

  it('is refused at the start when it wants a type that there is not', async () => {
    service = await startService({ env: { Feed__Enabled: 'true' }, log });
    const { config } = service.runtime;
    const webhooks = [{ ...exampleOf(receiver), types: ['Nothing'] }];
    expect(() => startFeedOut({ ...service.runtime, config: { ...config, webhooks } })).to.throw('Webhooks:hook:Types');
  });
});

function exampleOf({ url }: WebhookReceiver) {
  return {
    name: 'hook',
    url,
    secrets: [WEBHOOK_SECRET],
    keys: [],
    types: [],
    businessId: undefined,
    begin: 'beginning',
    format: 'event',
    allowsPrivate: true,
    timeoutMs: 1000,
    concurrency: 2,
    attempts: 3,
    firstDelayMs: 100,
    maxDelayMs: 1000,
  } as const;
}
