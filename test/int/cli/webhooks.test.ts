import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { expectJson } from '../../support/http/expect-answer.ts';
import { get } from '../../support/http/http-client.ts';
import { deploy, start } from '../../support/http/steps.ts';
import { script, sequence } from '../../support/models/models.ts';
import { runVerb } from '../../support/run-verb.ts';
import { startService, type TestService } from '../../support/service.ts';
import { startReceiver, WEBHOOK_SECRET, type WebhookReceiver } from '../../support/webhook-receiver.ts';

// tier all: starts a process per command; everyday-verbs shows the way from the command line to the API

describe('sluice webhooks', function () {
  this.timeout(60_000);
  let service: TestService;
  let receiver: WebhookReceiver;
  let id: string;
  before(async () => {
    receiver = await startReceiver();
    receiver.react = () => 500;
    const env = {
      Feed__Enabled: 'true',
      Webhooks__billing__Url: receiver.url,
      Webhooks__billing__Secret: WEBHOOK_SECRET,
      Webhooks__billing__AllowPrivate: 'true',
      Webhooks__billing__Begin: 'beginning',
      Webhooks__billing__Attempts: '1',
      Webhooks__billing__BackoffSeconds: '3600',
    };
    service = await startService({ env });
    await deploy(service.url, sequence('quick', script('calculate', 'variables.done = true')));
    id = await start(service.url, 'quick');
    await eventually('it is refused', async () => expectJson(await get(service.url, '/Webhooks/billing')).failingCount === 1);
  });
  after(async () => {
    await service.stop();
    await receiver.close();
  });
  const run = (...words: string[]) => runVerb(['webhooks', ...words], { SLUICE_URL: service.url });

  it('shows webhooks and what they refuse, as a table and as JSON, when it is asked', async () => {
    const list = await run('--table');
    expect([list.code, list.stderr]).to.deep.equal([0, '']);
    expect(list.stdout)
      .to.match(/^WEBHOOK +STATUS +RECEIVER/)
      .and.match(/\nbilling +Active +http:\/\/127/);
    const shown = await run('show', 'billing', '--table');
    expect(shown.stdout).to.contain(id).and.contain('Failing').and.contain('HTTP 500');
    expect(JSON.parse((await run('show', 'billing')).stdout).instances.totalCount).to.equal(1);
  });

  it('skips, retries, pauses and resumes when requested', async () => {
    const refused = await run('retry', 'billing');
    expect(refused.code).to.equal(2);
    expect(refused.stderr).to.match(/^retry needs --instance or --all\n/);
    receiver.react = () => 204;
    expect((await run('retry', 'billing', '--instance', id, '--table')).stdout).to.equal('instances: 1\n');
    await eventually('it is received', async () => {
      const { failingCount, waitingCount } = expectJson(await get(service.url, '/Webhooks/billing'));
      return failingCount + waitingCount === 0;
    });
    expect((await run('pause', 'billing', '--table')).stdout).to.equal('Paused\n');
    expect(JSON.parse((await run('resume', 'billing')).stdout)).to.deep.equal({ status: 'Active', instanceCount: 0 });
    expect((await run('skip', 'billing', '--all', '--table')).stdout).to.equal('instances: 0\n');
    expect((await run('show', 'none')).code).to.equal(1);
  });
});
