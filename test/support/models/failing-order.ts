import { documentOf, flow, script, task, userTask } from './models.ts';

/** An order whose price cannot be computed while its quantity is not a number: then it waits for an operator. Key: `order-pricing`. */
export const FAILING_ORDER = documentOf(
  [
    '<process id="order-pricing" name="Order pricing" isExecutable="true" onFailure="incident">',
    '<startEvent id="order-received" name="Order received"/>',
    script('price', 'price = quantity * unitPrice').replace('id="price"', 'id="price" name="Compute the price"'),
    task('charge').replace('id="charge"', 'id="charge" name="Charge the card"'),
    userTask('pack', { groups: 'warehouse' }).replace('id="pack"', 'id="pack" name="Pack the parcel"'),
    '<endEvent id="shipped" name="Shipped"/>',
    flow('to-price', 'order-received', 'price'),
    flow('to-charge', 'price', 'charge'),
    flow('to-pack', 'charge', 'pack'),
    flow('to-shipped', 'pack', 'shipped'),
    '</process>',
  ].join(''),
);

/** Start values of an order that fails, and the correct quantity. */
export const WRONG_ORDER = { customer: 'Ann', quantity: 'three', unitPrice: 14 };
export const RIGHT_QUANTITY = '3';
