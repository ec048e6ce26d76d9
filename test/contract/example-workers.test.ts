// tier all: builds the package and starts workers as their own programs

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { build } from '../../bin/build.mjs';
import { deploy, type State, start, stateOf, until } from '../support/http/steps.ts';
import { oneTaskCaught } from '../support/models/custom-task-models.ts';
import { startService, type TestService } from '../support/service.ts';

const FOLDER = new URL('../../examples/workers/', import.meta.url).pathname;
/** Where its library is, without an installation. */
const PYTHONPATH = new URL('../../clients/python/src', import.meta.url).pathname;
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) process.stdout.write('\n!!! No python3 on the path: the tests of examples/workers/worker.py are LEFT OUT.\n');

const WORKERS = [
  { language: 'JavaScript', program: process.execPath, file: 'worker.mjs', name: 'node', many: '"many"' },
  ...(hasPython ? [{ language: 'Python', program: 'python3', file: 'worker.py', name: 'python', many: "'many'" }] : []),
];

for (const { language, program, file, name, many } of WORKERS) {
  describe(`the worker of the examples in ${language}`, () => {
    let service: TestService;
    let worker: ChildProcess;
    let said = '';
    before(async function () {
      this.timeout(180_000);
      build(); // what it imports
      service = await startService();
      const mappings = { inputs: { quantity: '=quantity' }, outputs: { price: '=price', pricedBy: '=pricedBy' } };
      await deploy(service.url, oneTaskCaught('order', 'quote', 'bad-quantity', mappings));
      worker = spawn(program, [FOLDER + file, service.url], {
        env: { ...process.env, PYTHONPATH, PYTHONDONTWRITEBYTECODE: '1' },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      worker.on('error', (error) => {
        said += error.message;
      });
      worker.stderr?.on('data', (bytes: Buffer) => {
        said += bytes.toString();
      });
    });
    after(async () => {
      if (worker.exitCode === null) {
        worker.kill('SIGTERM');
        await once(worker, 'exit');
      }
      await service.stop();
    });

    const ended = (id: string): Promise<State> =>
      until(
        () => stateOf(service.url, id),
        (state) => state.isCompleted || state.isFailed,
      );

    it('completes a task with what output mappings read when its work is done', async () => {
      const { variableStates } = await ended(await start(service.url, 'order', { Variables: { quantity: 4 } }));
      const variables = { quantity: 4, price: 12, pricedBy: `${name}-${worker.pid}` };
      expect(variableStates.at(0)?.variables, said).to.deep.equal(variables);
    });

    it('fails a task with its own code when the input is bad, and the boundary event catches it', async () => {
      const state = await ended(await start(service.url, 'order', { Variables: { quantity: 'many' } }));
      expect(state.completedActivityIds, said).to.include('caught');
      const entry = state.completedActivities.find(({ activityId }) => activityId === 'work');
      expect(entry?.errorState).to.deep.equal({
        code: 'bad-quantity',
        message: `quantity must be a positive number, not ${many}`,
      });
    });

    it('does all of them when many wait', async () => {
      const ids = await Promise.all(
        Array.from({ length: 20 }, (_, at) => start(service.url, 'order', { Variables: { quantity: at + 1 } })),
      );
      const states: State[] = [];
      for (const id of ids) states.push(await ended(id));
      expect(states.map((state) => state.variableStates.at(0)?.variables['price'])).to.deep.equal(
        ids.map((_, at) => (at + 1) * 3),
      );
      expect(said).to.equal('');
    });

    it('ends when it is asked to', async () => {
      worker.kill('SIGTERM');
      const [code] = await once(worker, 'exit');
      expect(code).to.equal(0);
    });
  });
}
