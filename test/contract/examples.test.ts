// tier all: runs every example to its ends, with timers

import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { expectJson } from '../support/http/expect-answer.ts';
import { post } from '../support/http/http-client.ts';
import { startService, type TestService } from '../support/service.ts';
import { ExampleRun, exampleText } from './example-run.ts';

const FILES = readdirSync(new URL('../../examples/', import.meta.url)).filter((file) => file.endsWith('.bpmn'));
const DIALECTS = ['', '-camunda-7', '-camunda-8'];
const SOON = 'PT0.2S';
const LATE = 'PT1H';

describe('the examples', () => {
  let service: TestService;
  const run = (key: string, variables: object = {}): Promise<ExampleRun> => ExampleRun.start(service.url, key, variables);

  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  for (const file of FILES) {
    it(`${file} is deployed without a warning when it is sent as it is`, async () => {
      const answer = expectJson(await post(service.url, '/Definitions/deploy', { BpmnXml: exampleText(file) }));
      expect(answer).to.include({ Version: 1 }).and.not.have.property('Warnings');
    });
  }

  it('hello greets when the greeting is approved', async () => {
    const hello = await run('hello', { name: 'Ada' });
    await hello.job('review', { approved: true });
    expect(await hello.endsAt('sent')).to.include({ greeting: 'Hello, Ada!' });
  });

  for (const dialect of DIALECTS) {
    const order = { customer: 'Ann', items: ['tea', 'cup'], total: 42 };

    it(`order-fulfilment${dialect} ships when everything is in stock`, async () => {
      const fulfilment = await run(`order-fulfilment${dialect}`, order);
      await fulfilment.job('reserve-stock', { allInStock: true });
      await fulfilment.waitsAt('charge-card', 'pack');
      await fulfilment.job('charge-card');
      await fulfilment.person('pack', { parcelId: 'p-1' });
      await fulfilment.job('ship', { trackingNumber: 't-1' });
      expect(await fulfilment.endsAt('fulfilled')).to.deep.equal({
        ...order,
        allInStock: true,
        parcelId: 'p-1',
        trackingNumber: 't-1',
        status: 'shipped to Ann',
      });
    });

    it(`order-fulfilment${dialect} packs again when goods are damaged`, async () => {
      const fulfilment = await run(`order-fulfilment${dialect}`, order);
      await fulfilment.job('reserve-stock', { allInStock: false });
      await fulfilment.person('agree-date', { deliveryDate: '2027-01-31' });
      await fulfilment.fails('pack', 'DAMAGED');
      await fulfilment.waitsAt('charge-card', 'replace-goods');
      await fulfilment.job('replace-goods');
      await fulfilment.person('pack', { parcelId: 'p-2' });
      await fulfilment.job('charge-card');
      await fulfilment.job('ship', { trackingNumber: 't-2' });
      expect(await fulfilment.endsAt('fulfilled')).to.include({ parcelId: 'p-2', deliveryDate: '2027-01-31' });
    });

    it(`loan-approval${dialect} asks twice and reminds when the risk is high`, async () => {
      const application = { applicant: 'Bob', advisor: 'eve', amount: 90_000, income: 10_000, reminderAfter: SOON };
      const loan = await run(`loan-approval${dialect}`, application);
      await loan.waitsAt('credit-check', 'second-opinion');
      await loan.job('credit-check', { score: 512 });
      await loan.person('second-opinion', { opinion: 'fair' });
      await loan.waitsAt('decide', 'remind');
      await loan.job('remind');
      await loan.person('decide', { approved: true });
      await loan.job('pay-out');
      expect(await loan.endsAt('granted')).to.deep.equal({
        ...application,
        risk: 'high',
        score: 512,
        opinion: 'fair',
        approved: true,
      });
    });

    it(`loan-approval${dialect} asks once when the risk is low, and declines`, async () => {
      const loan = await run(`loan-approval${dialect}`, {
        applicant: 'Cy',
        advisor: 'eve',
        amount: 5,
        income: 9,
        reminderAfter: LATE,
      });
      await loan.waitsAt('credit-check');
      await loan.job('credit-check', { score: 700 });
      await loan.person('decide', { approved: false });
      await loan.job('reject');
      expect(await loan.endsAt('declined')).to.include({ risk: 'low', approved: false });
    });

    it(`invoice-approval${dialect} is approved in the second round when it was clarified`, async () => {
      const invoice = await run(`invoice-approval${dialect}`, { invoiceNumber: 'i-7', approvalTime: LATE });
      await invoice.person('assign-approver', { approver: 'mary' });
      await invoice.person('approve', { approved: false });
      await invoice.person('clarify', { clarified: true });
      await invoice.person('approve', { approved: true });
      await invoice.person('prepare-transfer');
      await invoice.job('archive', { archiveId: 'a-7' });
      expect(await invoice.endsAt('processed')).to.include({ approver: 'mary', archiveId: 'a-7' });
    });

    it(`invoice-approval${dialect} gets another approver when the first does not react`, async () => {
      const invoice = await run(`invoice-approval${dialect}`, { invoiceNumber: 'i-8', approvalTime: SOON });
      await invoice.person('assign-approver', { approver: 'mary' });
      await invoice.waitsAt('assign-approver');
      await invoice.person('assign-approver', { approver: 'paul', approvalTime: LATE });
      await invoice.person('approve', { approved: false });
      await invoice.person('clarify', { clarified: false });
      expect(await invoice.endsAt('not-processed')).to.include({ approver: 'paul', clarified: false });
    });
  }

  describe('trip-booking', () => {
    const tillPayment = async (paid: boolean): Promise<ExampleRun> => {
      const trip = await run('trip-booking', { city: 'Rome' });
      await trip.job('book-hotel', { hotelBooking: 'h-1' });
      await trip.job('book-flight', { flightBooking: 'f-1' });
      return trip.person('take-payment', { paid });
    };

    it('sends the tickets when the trip is paid', async () => {
      const trip = await tillPayment(true);
      await trip.job('send-tickets');
      const variables = { city: 'Rome', hotelBooking: 'h-1', flightBooking: 'f-1', paid: true };
      expect(await trip.endsAt('on-the-way')).to.deep.equal(variables);
    });

    it('cancels flight and hotel, the last one first, when it is not paid', async () => {
      const trip = await tillPayment(false);
      await trip.waitsAt('book-trip', 'cancel-flight');
      await trip.job('cancel-flight', { flightRefund: 90 });
      await trip.waitsAt('book-trip', 'cancel-hotel');
      await trip.job('cancel-hotel', { hotelRefund: 50 });
      await trip.waitsAt('apologise');
      await trip.job('apologise');
      expect(await trip.endsAt('stays-home')).to.include({ paid: false, flightRefund: 90, hotelRefund: 50 });
      expect(await trip.timesThrough('on-the-way')).to.equal(0);
    });
  });

  describe('incident-escalation', () => {
    it('is closed without a manager when the first level solves it', async () => {
      const incident = await run('incident-escalation', { incidentId: 'n-1', firstLevelTime: LATE });
      await incident.person('first-level', { solved: true });
      await incident.job('close-ticket', { closedBy: 'ann' });
      expect(await incident.endsAt('closed')).to.include({ closedBy: 'ann' });
      expect(await incident.timesThrough('informed')).to.equal(0);
    });

    it('goes to the second level and notifies the manager when the first takes too long', async () => {
      const incident = await run('incident-escalation', { incidentId: 'n-2', firstLevelTime: SOON });
      await incident.waitsAt('handle', 'second-level', 'inform-manager');
      await incident.job('inform-manager');
      await incident.person('second-level');
      await incident.job('close-ticket', { closedBy: 'bob' });
      expect(await incident.endsAt('closed')).to.include({ closedBy: 'bob' });
      expect(await incident.timesThrough('informed')).to.equal(1);
    });
  });

  describe('subscription-renewal', () => {
    const subscription = { customer: 'dora', period: SOON, renewals: 0, reminders: 0, cancelled: false };

    it('renews until it is cancelled, and then ends with the period', async () => {
      const renewal = await run('subscription-renewal', { ...subscription, paymentTime: LATE });
      await renewal.waitsAt('send-invoice');
      await renewal.job('send-invoice');
      await renewal.message('subscription-cancelled');
      await renewal.message('subscription-paid');
      expect(await renewal.endsAt('ended')).to.include({ renewals: 1, cancelled: true });
    });

    it('reminds twice and suspends when no one pays', async () => {
      const renewal = await run('subscription-renewal', { ...subscription, paymentTime: SOON });
      await renewal.waitsAt('send-invoice');
      await renewal.job('send-invoice');
      for (const _ of [1, 2]) {
        await renewal.waitsAt('send-reminder');
        await renewal.job('send-reminder');
      }
      await renewal.waitsAt('suspend');
      await renewal.job('suspend');
      expect(await renewal.endsAt('suspended')).to.include({ reminders: 2, renewals: 0 });
    });
  });

  it('document-review publishes when all agree, after one round that ended with the first rejection', async () => {
    const review = await run('document-review', { document: 'd', author: 'zoe', reviewers: ['ann', 'bob', 'cy'] });
    await review.waitsAt('review', 'review', 'review', 'review');
    await review.person('review', { verdict: 'accept' });
    await review.person('review', { verdict: 'reject' });
    await review.waitsAt('rework');
    await review.person('rework');
    for (const _ of [1, 2, 3]) await review.person('review', { verdict: 'accept' });
    await review.job('publish', { url: 'u' });
    expect(await review.endsAt('published')).to.deep.equal({
      document: 'd',
      author: 'zoe',
      reviewers: ['ann', 'bob', 'cy'],
      verdicts: ['accept', 'accept', 'accept'],
      publishedAt: 'u',
    });
  });

  describe('employee-onboarding', () => {
    const tillEquipment = async (inStock: boolean): Promise<ExampleRun> => {
      const onboarding = await run('employee-onboarding', {
        employee: 'kim',
        role: 'engineer',
        buddy: 'lee',
        systems: ['mail', 'wiki'],
      });
      await onboarding.person('write-contract', { salary: 1 });
      for (const _ of [1, 2]) await onboarding.job('create-accounts');
      await onboarding.waitsAt('order-equipment', 'prepared');
      const child = await ExampleRun.at(service.url, 'equipment-order', 'pick-device');
      await child.person('pick-device', { inStock });
      if (inStock) await child.job('tag-device', { assetTag: 'x-1' });
      return onboarding;
    };

    it('comes to the welcome talk when the device is handed over', async () => {
      const onboarding = await tillEquipment(true);
      await onboarding.waitsAt('welcome');
      await onboarding.person('welcome');
      expect(await onboarding.endsAt('onboard'))
        .to.include({ assetTag: 'x-1', salary: 1 })
        .and.not.have.any.keys('device', 'system');
    });

    it('lends a device when the called process ends with its error', async () => {
      const onboarding = await tillEquipment(false);
      await onboarding.waitsAt('lend-device', 'prepared');
      await onboarding.person('lend-device');
      await onboarding.person('welcome');
      // the called process has no assetTag, and an output of a missing variable is null
      expect(await onboarding.endsAt('onboard')).to.include({ soldOut: 'no laptop for kim', assetTag: null });
    });
  });

  describe('insurance-claim', () => {
    it('pays up to the limit when nothing is wrong, with every document filed', async () => {
      const claim = await run('insurance-claim', { claimId: 'c-1', limit: 1000 });
      for (const n of [1, 2]) await claim.message('claim-document', 'c-1', { document: n });
      await claim.person('inspect', { damage: 5000 });
      await claim.job('pay');
      expect(await claim.endsAt('settled')).to.include({ documents: 2, payment: 1000 });
    });

    it('is refused when the inspection finds a fraud', async () => {
      const claim = await run('insurance-claim', { claimId: 'c-2', limit: 1000 });
      await claim.fails('inspect', 'FRAUD');
      await claim.person('investigate', { fraud: true });
      await claim.job('refuse');
      expect(await claim.endsAt('refused')).to.include({ fraud: true });
    });

    it('is closed immediately when it is withdrawn', async () => {
      const claim = await run('insurance-claim', { claimId: 'c-3', limit: 1000 });
      await claim.message('claim-withdrawn', 'c-3');
      await claim.waitsAt('withdrawal', 'close-file');
      await claim.job('close-file');
      await claim.endsAt('closed');
      expect(await claim.timesThrough('settled')).to.equal(0);
    });
  });

  it('pizza-order correlates two customers with their own pizzas, and a question on the way', async () => {
    const eager = await run('pizza-customer', { orderId: 'o-1', patience: SOON });
    const calm = await run('pizza-customer', { orderId: 'o-2', patience: LATE });
    await eager.person('choose', { pizza: 'funghi' });
    const first = await ExampleRun.at(service.url, 'pizzeria', 'bake');
    await eager.waitsAt('impatient', 'pizza-here');
    await first.knows('questions');
    await first.person('bake');
    await calm.person('choose', { pizza: 'marinara' });
    const second = await ExampleRun.at(service.url, 'pizzeria', 'bake');
    expect(second.id).not.to.equal(first.id);
    await second.person('bake');
    await second.person('deliver', { price: 9 });
    await calm.waitsAt('eat');
    await calm.job('eat');
    expect(await calm.endsAt('full')).to.include({ pizza: 'marinara', price: 9 });
    await first.person('deliver', { price: 11 });
    await eager.waitsAt('eat');
    await eager.job('eat');
    expect(await eager.endsAt('full')).to.include({ pizza: 'funghi', price: 11 });
    expect(await first.endsAt('delivered'))
      .to.include({ orderId: 'o-1' })
      .and.have.property('questions')
      .that.is.greaterThan(0);
  });

  it('parking-alert starts on its condition, lights the sign, and ends when cars have left', async () => {
    const evaluate = (occupied: number) =>
      post(service.url, '/Execution/evaluate-conditions', { Variables: { carPark: 'north', capacity: 100, occupied } });
    expect(expectJson(await evaluate(89)).StartedInstanceIds).to.deep.equal([]);
    const [id = ''] = expectJson(await evaluate(95)).StartedInstanceIds;
    const alert = new ExampleRun(service.url, id);
    const sign = await ExampleRun.at(service.url, 'parking-sign', 'show-full');
    await sign.job('show-full');
    await alert.message('sensor-reading', 'north', { occupied: 85 });
    await alert.waitsAt('direct-cars');
    await alert.message('sensor-reading', 'north', { occupied: 79 });
    expect(await alert.endsAt('alert-over')).to.include({ occupied: 79 });
    await sign.waitsAt('show-free');
    await sign.job('show-free');
    await sign.endsAt('sign-off');
    expect(await alert.timesThrough('read')).to.equal(2);
  });
});
