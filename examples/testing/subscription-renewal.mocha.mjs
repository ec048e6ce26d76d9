import { fileURLToPath } from 'node:url';
import { openCoverage, openWorld } from 'sluice/testing';

const model = fileURLToPath(new URL('../subscription-renewal.camunda-7.bpmn', import.meta.url));
const times = { period: 'P30D', paymentTime: 'P7D' };
const counts = { renewals: 0, reminders: 0, cancelled: false };

describe('subscription-renewal', () => {
  const coverage = openCoverage();
  let world;
  let subscription;

  beforeEach(async () => {
    world = await openWorld({ files: [model], coverage, now: '2026-01-31T08:00:00Z' });
    await world.stubTask('send-invoice', {});
    await world.stubTask('send-reminder', {});
    subscription = await world.start('subscription-renewal', { customer: 'Ada', ...times, ...counts });
  });

  it('is renewed when the money comes', async () => {
    await world.advance('P29D');
    subscription.assertWaitsAt('period-ends').assertNotPassed('send-invoice');
    await world.advance('P1D');
    subscription.assertPassed('send-invoice').assertWaitsAt('paid', 'not-paid');
    await world.message('subscription-paid');
    subscription.assertVariables({ renewals: 1 }).assertWaitsAt('period-ends');
  });

  it('is suspended after two reminders', async () => {
    await world.advance('P60D');
    subscription.assertPassedTimes('send-reminder', 2).assertWaitsAt('suspend');
    await subscription.complete('suspend');
    subscription.assertCompleted().assertPassed('suspended');
  });

  after(() => {
    process.stdout.write(coverage.text());
  });
});
