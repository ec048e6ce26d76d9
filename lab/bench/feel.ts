import { evaluate } from '@bpmn-io/feelin';
import type { Json } from '../../src/engine/values.ts';
import { rateOf, shownRate } from './rates.ts';
import { shipped } from './shipped.ts';

/** Conditions and mappings of real models, from the shortest to the longest. */
const TEXTS = [
  'amount > 100',
  'amount > 100 and country = "DE"',
  'order.customer.name = "Ada"',
  'amount * rate + 0.1',
  'country in ("DE", "AT", "CH")',
  'amount in [100..500]',
  'if amount > 1000 then "large" else if amount > 100 then "middle" else "small"',
  'date(due) < date("2026-12-31")',
  'sum(order.lines.price)',
  'order.lines[price > 2].price',
  '{total: sum(order.lines.price), name: upper case(order.customer.name)}',
];

const VARIABLES: Readonly<Record<string, Json>> = {
  amount: 250,
  rate: 1.19,
  country: 'AT',
  due: '2026-11-30',
  order: { customer: { name: 'Ada' }, lines: [{ price: 2 }, { price: 3.5 }, { price: 4 }] },
};
const SITUATION = { now: Date.UTC(2026, 0, 1) };

/** Scenario `feel`: evaluations a second of one thread, ours and those of feelin on the same expressions, which parses its text each time. */
export async function feel({ seconds }: { readonly seconds: number }): Promise<void> {
  const { evaluateFeel } = await shipped<typeof import('../../src/expressions/feel/evaluate.ts')>('expressions/feel/evaluate');
  const each = (seconds * 1000) / (TEXTS.length * 2);
  for (const text of TEXTS) {
    const own = rateOf(() => evaluateFeel(text, VARIABLES, SITUATION), each);
    const other = rateOf(() => evaluate(text, VARIABLES), each);
    process.stdout.write(`${shownRate(own)}  feelin ${shownRate(other)}  ${text}\n`);
  }
}
