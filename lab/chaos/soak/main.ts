import { parseArgs } from 'node:util';
import { runCampaign } from '../campaign/campaign.ts';
import type { Deployment } from '../campaign/deployment.ts';
import type { Fault } from '../campaign/faults.ts';
import { ROLES } from '../campaign/member.ts';
import { type Sample, takeSample } from './samples.ts';
import { verdictOf } from './verdict.ts';

/** `npm run soak -- --minutes N [--seed S] [--queue redis|postgres]`: hours of mixed load with restarts. lab/README.md explains what it proves. */

/** Number of samples, for every length. */
const SAMPLES = 60;
const say = (text: string) => void process.stdout.write(`${text}\n`);

const { values: given } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    queue: { type: 'string', default: 'redis' },
    clients: { type: 'string', default: '16' },
  },
});
const minutes = Number(given.minutes);
if (!(minutes > 0)) throw new Error(`--minutes must be a number above 0, not '${given.minutes}'`);

/** One process of each role is restarted sometimes; the other one is measured. */
const RESTARTS: readonly Fault[] = ROLES.map((role) => ({
  name: `restart ${role}`,
  weight: 1,
  async happen(deployment) {
    await deployment.of(role)[1]?.restart();
    return true;
  },
}));

const samples: Sample[] = [];
const begunAt = performance.now();
function observe(deployment: Deployment): () => void {
  const kept = ROLES.map((role) => deployment.of(role)[0]).filter((member) => member !== undefined);
  const look = () =>
    void takeSample(deployment.postgres.directUrl, kept, begunAt).then(
      (sample) => samples.push(sample),
      () => {},
    );
  look();
  const timer = setInterval(look, (minutes * 60_000) / SAMPLES);
  return () => clearInterval(timer);
}

const result = await runCampaign({
  seed: Number(given.seed),
  minutes,
  queue: given.queue === 'postgres' ? 'postgres' : 'redis',
  clients: Number(given.clients),
  everyMs: Math.max(5000, (minutes * 60_000) / 60),
  recoveryMs: 30_000,
  faults: RESTARTS,
  eachOnce: false,
  observe,
  say,
});
const { lines, broken } = verdictOf(samples);
for (const line of lines) say(line);
const all = [...result.broken, ...broken];
for (const one of all.slice(0, 40)) say(`broken: ${one}`);
say(
  `${result.happened.length} restarts, ${result.acknowledged} acknowledged writes, ${result.instances} instances, ${all.length} broken promises; ` +
    `${minutes} minutes, seed ${given.seed}`,
);
process.exit(all.length === 0 ? 0 : 1);
