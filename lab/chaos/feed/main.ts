import { parseArgs } from 'node:util';
import { seededRandom } from '../../../test/support/random.ts';
import { EVENTS_PER_INSTANCE, runFeedCampaign } from './feed-campaign.ts';

/** `npm run chaos:feed -- [--events N] [--kills K] [--seed S]`. lab/README.md explains what it proves. */

const say = (text: string) => void process.stdout.write(`${text}\n`);
const { values: given } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const instances = Math.ceil(Number(given.events) / EVENTS_PER_INSTANCE);
say(`seed ${given.seed}: ${instances * EVENTS_PER_INSTANCE} events, ${given.kills} kills`);
const begunAt = performance.now();
const random = seededRandom(Number(given.seed));
const { events, kills, rebuilds, faults } = await runFeedCampaign({ instances, kills: Number(given.kills), random, say });
for (const fault of faults.slice(0, 40)) say(`broken: ${fault}`);
say(
  `${events} events, ${kills.consumer} kills of the consumer, ${kills.projector} of projectors, ${kills.api} of the API, ${rebuilds} rebuild, ` +
    `${faults.length} lost, doubled or misplaced, ${Math.round((performance.now() - begunAt) / 1000)} s`,
);
// the server of the run goes with this process
process.exit(faults.length === 0 ? 0 : 1);
