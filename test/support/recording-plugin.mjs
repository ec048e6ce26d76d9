// A plugin that writes down when a run begins and ends, outside the service: what a called system would see.
import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const note = (what, { ActivityInstanceId, idempotencyKey, attempt }) =>
  appendFileSync(process.env.RECORD_FILE, `${JSON.stringify({ what, ActivityInstanceId, idempotencyKey, attempt })}\n`);

export default {
  taskType: 'recorded',
  concurrency: 8,
  async execute(_input, context) {
    note('begun', context);
    await pause(120);
    note('ended', context);
    return { __response: context.attempt };
  },
};
