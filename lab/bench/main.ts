import { build } from '../../bin/build.mjs';
import { batch } from './batch.ts';
import { customTasks } from './custom-tasks.ts';
import { cycles } from './cycles/scenario.ts';
import { decisions } from './decisions.ts';
import { deletion } from './deletion.ts';
import { extremes } from './extremes.ts';
import { feel } from './feel.ts';
import { find } from './find.ts';
import { finished } from './finished.ts';
import { growth } from './growth.ts';
import { hostile } from './hostile.ts';
import { latency } from './latency.ts';
import { linear } from './linear.ts';
import { lists } from './lists.ts';
import { externalTasks } from './peers/external-tasks.ts';
import { compare } from './peers/scenario.ts';
import { retention } from './retention.ts';
import { steps } from './steps.ts';
import { timers } from './timers.ts';
import { yardstick } from './yardstick/scenario.ts';

/** `npm run bench -- [linear|growth|steps|hostile|timers|lists|find|custom-tasks|retention|deletion|batch|cycles|yardstick|compare|external-tasks|latency|extremes|finished|feel] [seconds=10] [runs=3] [out=folder] [minutes=60] [day=60] [connections=64] [waiting=100000] [instances=1000000] [incidents=10000] [cycle=user-task] [rate=500] [workers=2] [shards=1,2]`: prints what was measured in this run. */
const [scenario = 'linear', ...settings] = process.argv.slice(2);
const given = Object.fromEntries(settings.map((setting) => setting.split('=')));
const options = { seconds: Number(given['seconds'] ?? 10), connections: Number(given['connections'] ?? 64) };
const size = { instances: Number(given['instances'] ?? 1_000_000), rounds: Number(given['rounds'] ?? 40) };

build();
if (scenario === 'linear') {
  const shards = given['shards']?.split(',').map(Number);
  await linear({ ...options, ...(shards && { shards }) });
  if (shards === undefined) await growth();
} else if (scenario === 'growth') await growth();
else if (scenario === 'extremes') await extremes();
else if (scenario === 'latency') await latency(options);
else if (scenario === 'steps') await steps();
else if (scenario === 'hostile') await hostile(options);
else if (scenario === 'timers') await timers({ waiting: Number(given['waiting'] ?? 100_000), connections: options.connections });
else if (scenario === 'custom-tasks') await customTasks(options);
else if (scenario === 'yardstick') {
  await yardstick({ ...options, runs: Number(given['runs'] ?? 3), folder: given['out'] });
} else if (scenario === 'compare') {
  await compare({
    seconds: options.seconds,
    connections: Number(given['connections'] ?? 32),
    runs: Number(given['runs'] ?? 3),
    folder: given['out'],
  });
} else if (scenario === 'external-tasks') {
  await externalTasks({
    instances: Number(given['instances'] ?? 4000),
    workers: Number(given['workers'] ?? 2),
    runs: Number(given['runs'] ?? 3),
  });
} else if (scenario === 'batch')
  await batch({ incidents: Number(given['incidents'] ?? 10_000), connections: options.connections });
else if (scenario === 'cycles') {
  const rate = given['rate'] === undefined ? undefined : Number(given['rate']);
  await cycles({ scenario: given['cycle'], seconds: options.seconds, connections: Number(given['connections'] ?? 32), rate });
} else if (scenario === 'deletion') await deletion({ instances: Number(given['instances'] ?? 20_000) });
else if (scenario === 'retention') {
  await retention({ minutes: Number(given['minutes'] ?? 60), day: Number(given['day'] ?? 60), connections: options.connections });
} else if (scenario === 'finished') {
  await finished({
    instances: size.instances,
    scenario: given['cycle'] ?? 'linear',
    seconds: options.seconds,
    connections: Number(given['connections'] ?? 32),
    runs: Number(given['runs'] ?? 3),
  });
} else if (scenario === 'lists') await lists(size);
else if (scenario === 'find') await find(size);
else if (scenario === 'feel') await feel(options);
else if (scenario === 'decisions') await decisions(options);
else {
  process.stderr.write(
    `unknown scenario '${scenario}'; there are: linear, growth, steps, hostile, timers, lists, find, custom-tasks, retention, deletion, batch, cycles, yardstick, compare, external-tasks, latency, extremes, finished, feel, decisions\n`,
  );
  process.exitCode = 1;
}
