import { setTimeout as wait } from 'node:timers/promises';
import { definePlugin, type Plugin, response, TaskFailure } from '../plugin.ts';

const MAX_DELAY_MS = 3_600_000;
/** A waiting run costs only a timer. */
const CONCURRENCY = 1000;

/**
 * Bundled plugin `delay`: waits, for demos and load tests. It holds a lock and a slot, and restarts if its process stops. In production
 * models use a timer event.
 */
export const delayTask: Plugin = definePlugin({
  taskType: 'delay',
  displayName: 'Delay',
  concurrency: CONCURRENCY,
  parameters: [
    {
      name: 'delayMs',
      type: 'Integer',
      required: true,
      displayName: 'Delay in milliseconds',
      description: `0 to ${MAX_DELAY_MS}`,
      rule: { minimum: 0, maximum: MAX_DELAY_MS },
    },
  ],
  async execute({ delayMs }, _context, signal) {
    if (typeof delayMs !== 'number' || !(delayMs >= 0 && delayMs <= MAX_DELAY_MS)) {
      throw new TaskFailure('400', `delayMs must be a whole number from 0 to ${MAX_DELAY_MS}.`, { isRetryable: false });
    }
    const startedAt = performance.now();
    await wait(delayMs, undefined, { signal });
    return response({ waitedMs: Math.round(performance.now() - startedAt) });
  },
});
