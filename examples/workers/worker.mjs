// A worker for custom tasks on the client of Sluice: node worker.mjs http://localhost:8080
import { BpmnError, openClient } from 'sluice/client';

const url = process.argv[2] ?? 'http://localhost:8080';
const name = `node-${process.pid}`;
const sluice = openClient({ url, token: process.env.SLUICE_TOKEN || undefined });

/** The work: prices an order. It may run twice: hand idempotencyKey to other systems, so that it does no harm there. */
async function quote({ input, idempotencyKey }, { signal }) {
  signal.throwIfAborted(); // give it to fetch as well: it is aborted when another worker has the task
  const { quantity } = input;
  if (typeof quantity !== 'number' || quantity <= 0)
    throw new BpmnError('bad-quantity', `quantity must be a positive number, not ${JSON.stringify(quantity)}`);
  console.log(`priced ${idempotencyKey}`);
  return { price: quantity * 3, pricedBy: name };
}

/** What listens: input.__listener says to what. What it gives is stored. */
function audit({ input }) {
  console.log(`${input.__listener.element}: ${input.__listener.event}`);
  return { auditedBy: name };
}

const workers = [
  sluice.work('quote', quote, { workerId: name, lockSeconds: 30 }),
  sluice.work('audit', audit, { workerId: name }),
];
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => workers.map((worker) => worker.stop()));
await Promise.all(workers.map(({ ended }) => ended));
