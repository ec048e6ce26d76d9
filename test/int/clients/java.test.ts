import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { get } from '../../support/http/http-client.ts';
import { deploy, start, stateOf, until } from '../../support/http/steps.ts';
import { oneTask } from '../../support/models/custom-task-models.ts';
import { startService } from '../../support/service.ts';

const run = promisify(execFile);
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'clients', 'java');
const answers = (command: string, word: string) => spawnSync(command, [word]).status === 0;
const hasMaven = answers('mvn', '--version') && answers('javac', '-version');
if (!hasMaven) process.stdout.write('\n!!! No Maven with a JDK on the path: clients/java is NOT BUILT by the tests.\n');

describe('the worker in Java', function () {
  this.timeout(420_000);

  it('calls operations that the document of the service has', async () => {
    const source = await readFile(join(FOLDER, 'src/main/java/example/QuoteWorker.java'), 'utf8');
    const service = await startService();
    try {
      const { text } = await get(service.url, '/openapi.json');
      const called = [...source.matchAll(/\bapi\.(\w+)\(/g)].map(([, name = '']) => name);
      expect(new Set(called)).to.deep.equal(new Set(['fetchAndLock', 'completeCustomTask', 'failCustomTask', 'extendLock']));
      for (const name of called) expect(text).to.include(`"operationId":"${name}"`);
    } finally {
      await service.stop();
    }
  });

  if (!hasMaven) return;

  it('is built on the client that the plain generator makes, does tasks, and finishes what it has begun when it is stopped', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-java-'));
    const service = await startService();
    try {
      await cp(FOLDER, folder, { recursive: true, filter: (path) => !/\/target$/.test(path) });
      await writeFile(join(folder, 'openapi.json'), (await get(service.url, '/openapi.json')).text);
      await run('mvn', ['-q', '-B', 'package'], { cwd: folder, maxBuffer: 64 * 1_048_576 }).catch(({ stdout, stderr }) =>
        expect.fail(`${stdout}${stderr}`.slice(0, 4000)),
      );
      await deploy(service.url, oneTask('order', 'quote', { inputs: { quantity: '=quantity' }, outputs: { price: '=price' } }));
      const ids: string[] = [];
      for (let quantity = 1; quantity <= 20; quantity += 1)
        ids.push(await start(service.url, 'order', { Variables: { quantity } }));
      const refused = await start(service.url, 'order', { Variables: { quantity: -1 } });
      const worker = spawn('java', ['-cp', 'target/sluice-worker-1.jar:target/lib/*', 'example.QuoteWorker', service.url], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(worker, 'exit');
      const said: string[] = [];
      worker.stdout.on('data', (text: Buffer) => said.push(...String(text).trim().split('\n')));
      for (const [at, id] of ids.entries()) {
        const { variableStates } = await until(
          () => stateOf(service.url, id),
          ({ isCompleted }) => isCompleted,
        );
        expect(variableStates[0]?.variables['price']).to.equal((at + 1) * 3);
      }
      const { isFailed, completedActivities } = await until(
        () => stateOf(service.url, refused),
        (state) => state.isFailed === true,
      );
      expect(isFailed).to.equal(true);
      expect(completedActivities.flatMap(({ errorState }) => errorState?.code ?? [])).to.deep.equal(['bad-quantity']);
      worker.kill('SIGTERM');
      await ended;
      expect(new Set(said).size, 'each task once').to.equal(20);
      expect(said).to.have.length(20);
    } finally {
      await service.stop();
      await rm(folder, { recursive: true });
    }
  });
});
