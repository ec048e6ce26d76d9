import { parseArgs } from 'node:util';
import { hasRedisServer } from '../../../test/support/redis.ts';
import { runCampaign } from './campaign.ts';
import { faultTable } from './fault-table.ts';
import { FAULTS } from './faults.ts';

/** `npm run chaos -- --minutes N [--seed S] [--queue redis|postgres] [--clients C] [--every MS]`. lab/README.md explains what it proves. */

const MOST_SHOWN = 40;
const say = (text: string) => void process.stdout.write(`${text}\n`);

const { values: given } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    queue: { type: 'string', default: hasRedisServer() ? 'redis' : 'postgres' },
    clients: { type: 'string', default: '24' },
    every: { type: 'string', default: '1200' },
  },
});
if (given.queue !== 'redis' && given.queue !== 'postgres')
  throw new Error(`--queue must be redis or postgres, not '${given.queue}'`);

const options = {
  seed: positive('seed', given.seed),
  minutes: positive('minutes', given.minutes),
  clients: positive('clients', given.clients),
  everyMs: positive('every', given.every),
  queue: given.queue,
  recoveryMs: 30_000,
  faults: FAULTS,
  eachOnce: true,
  say,
} as const;
say(`seed ${options.seed}, ${options.minutes} minutes, queue in ${options.queue}`);
const begunAt = performance.now();
const { happened, instances, journalRows, acknowledged, broken } = await runCampaign(options);
say(`\n${faultTable(happened)}\n`);
for (const one of broken.slice(0, MOST_SHOWN)) say(`broken: ${one}`);
say(
  `${happened.length} faults, ${acknowledged} acknowledged writes, ${instances} instances, ${journalRows} journal rows, ` +
    `${broken.length} broken promises; ${((performance.now() - begunAt) / 1000).toFixed(0)} s, seed ${options.seed}`,
);
process.exit(broken.length === 0 ? 0 : 1);

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not '${text}'`);
  return value;
}
