import { openWorld, openCoverage, TaskFailure } from '../src/testing/index.ts';
const coverage = openCoverage();
console.time('open');
const world = await openWorld({ files: ['examples/order-fulfilment.bpmn'], coverage });
console.timeEnd('open');
console.log(world.warnings);
await world.stubTask('reserve-stock', { allInStock: true });
await world.stubTask('charge-card', {});
console.time('run');
const order = await world.start('order-fulfilment', { customer: 'Ada', items: ['book'], total: 12 });
order.assertWaitsExactlyAt('pack');
await order.fail('pack', 'DAMAGED');
order.assertWaitsExactlyAt('replace-goods');
console.log(order.waits);
await order.complete('replace-goods');
await order.complete('pack', { parcelId: 'P1' });
await world.stubTask('ship-parcel', ({ input }) => ({ trackingNumber: `T-${input['parcel']}` }));
console.timeEnd('run');
order.assertCompleted().assertPassedInOrder('reserve-stock', 'pack', 'ship', 'fulfilled').assertVariables({ trackingNumber: 'T-P1', status: 'shipped to Ada' }).assertPassedTimes('pack', 1);
console.log(order.path, order.variables, order.visits);
console.log(coverage.text());
for (const bad of [() => order.assertPassed('agree-date'), () => order.assertPassed('agree-dat'), () => order.assertVariables({ status: 'x', y: 1 }), () => order.assertRunning(), () => order.complete('pack'), () => world.start('order-fulfillment'), () => world.message('x'), ()=>world.advance('1 day')])
  try { await bad(); console.log('NO'); } catch (e) { console.log((e as Error).name, (e as Error).message); }
console.time('again');
for (let i = 0; i < 100; i++) { const o = await world.start('order-fulfilment', { customer: 'Ada', items: ['book'], total: 12 }); await o.complete('pack', { parcelId: 'P' + i }); o.assertCompleted(); }
console.timeEnd('again');
