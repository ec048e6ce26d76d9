import { startWorker } from '../../src/worker/main.ts';
import { setPause } from '../../src/worker/pause-points.ts';
import { startService } from '../support/service.ts';

/** A worker that ends immediately, as by a power cut, when it is about to commit what has the id. It prints that it works. */
const [databaseUrl = '', deadlyId = '', redisUrl] = process.argv.slice(2);
setPause((point, ids) => {
  if (point === 'before-commit' && ids.includes(deadlyId)) process.kill(process.pid, 'SIGKILL');
  return undefined;
});
const env = redisUrl === undefined ? {} : { REDIS_URL: redisUrl };
await startService({ databaseUrl, roles: [startWorker], env });
process.stdout.write('works\n');
