import { definePlugin, response, TaskFailure } from 'sluice/plugin';
import { readRates } from './rates.js';

/** Converts an amount from one currency to another. A model that names an unknown currency can catch `UNKNOWN_CURRENCY`. */
export default definePlugin({
  taskType: 'exchange-rate',
  displayName: 'Exchange rate',
  concurrency: 4,
  parameters: [
    { name: 'amount', type: 'Integer', required: true, displayName: 'Amount', description: 'In cents', rule: { minimum: 0 } },
    { name: 'from', type: 'String', required: true, displayName: 'From', rule: { pattern: '^[A-Z]{3}$' } },
    { name: 'to', type: 'String', displayName: 'To', defaultValue: 'EUR', rule: { pattern: '^[A-Z]{3}$' } },
  ],
  async execute(input, context, signal) {
    const amount = input['amount'] as number;
    const from = input['from'] as string;
    const to = (input['to'] ?? 'EUR') as string;

    // Pass the signal to slow calls. After the activity is interrupted, no one uses the result.
    const rates = await readRates(signal);
    const [bought, sold] = [rates.get(from), rates.get(to)];
    if (bought === undefined || sold === undefined) {
      throw new TaskFailure('UNKNOWN_CURRENCY', `There is no rate from ${from} to ${to}`, { isRetryable: false });
    }

    context.log.info('converted', { from, to, attempt: context.attempt });
    return response({ amount: Math.round((amount * bought) / sold), currency: to, reference: context.idempotencyKey });
  },
});
