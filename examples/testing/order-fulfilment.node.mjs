import { beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openWorld, TaskFailure } from 'sluice/testing';

const model = fileURLToPath(new URL('../order-fulfilment.bpmn', import.meta.url));
const order = { customer: 'Ada', items: ['book'], total: 12 };

describe('order-fulfilment', () => {
  let world;

  beforeEach(async () => {
    world = await openWorld({ files: [model] });
    await world.stubTask('reserve-stock', { allInStock: true });
    await world.stubTask('charge-card', {});
    await world.stubTask('ship-parcel', ({ input }) => ({ trackingNumber: `T-${input.parcel}` }));
  });

  it('ships what is in stock', async () => {
    const instance = await world.start('order-fulfilment', order);
    instance.assertWaitsExactlyAt('pack');
    await instance.complete('pack', { parcelId: 'P1' });
    instance
      .assertCompleted()
      .assertPassedInOrder('reserve-stock', 'pack', 'ship', 'fulfilled')
      .assertNotPassed('agree-date')
      .assertVariables({ trackingNumber: 'T-P1', status: 'shipped to Ada' });
  });

  it('agrees on a date when something is missing', async () => {
    await world.stubTask('reserve-stock', { allInStock: false });
    const instance = await world.start('order-fulfilment', order);
    instance.assertWaitsExactlyAt('agree-date');
    await instance.complete('agree-date', { deliveryDate: '2026-02-01' }, { by: 'sam', groups: ['sales'] });
    instance.assertWaitsExactlyAt('pack');
  });

  it('replaces damaged goods, and packs again', async () => {
    await world.stubTask('replace-goods', {});
    const instance = await world.start('order-fulfilment', order);
    await instance.fail('pack', 'DAMAGED');
    await instance.complete('pack', { parcelId: 'P2' });
    instance.assertCompleted().assertPassedInOrder('replace-goods', 'pack').assertPassedTimes('charge-card', 1);
  });

  it('fails when the card is refused and nobody catches that', async () => {
    await world.stubTask('charge-card', () => {
      throw new TaskFailure('CARD_REFUSED', 'not covered');
    });
    const instance = await world.start('order-fulfilment', order);
    instance.assertFailed('CARD_REFUSED');
  });
});
