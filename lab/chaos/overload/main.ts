import { parseArgs } from 'node:util';
import { runOverload } from './overload.ts';

/** `npm run overload -- [--share 0.1] [--only signal] [--queue redis|postgres]`. lab/README.md explains what it proves. */

const say = (text: string) => void process.stdout.write(`${text}\n`);
const { values: given } = parseArgs({
  options: {
    share: { type: 'string', default: '1' },
    only: { type: 'string' },
    queue: { type: 'string', default: 'redis' },
  },
});
const share = Number(given.share);
if (!(share > 0 && share <= 1)) throw new Error(`--share must be a number above 0 and at most 1, not '${given.share}'`);

const queue = given.queue === 'postgres' ? 'postgres' : 'redis';
const broken = await runOverload({ queue, share, only: given.only, say });
for (const one of broken) say(`broken: ${one}`);
say(`${broken.length} broken promises`);
process.exit(broken.length === 0 ? 0 : 1);
