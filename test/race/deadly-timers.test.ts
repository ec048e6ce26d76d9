// tier all: starts and kills ten worker processes, one after the other

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { nameBasedId } from '../../src/platform/ids.ts';
import { startOf } from '../support/commands.ts';
import { endWithUs } from '../support/end-with-us.ts';
import { eventually } from '../support/eventually.ts';
import { catching, onTimer, processOf } from '../support/models/event-elements.ts';
import { openWriteSide, type WriteSide } from '../support/write-side.ts';

const WORKER = fileURLToPath(new URL('./dying-worker.ts', import.meta.url));
const LAST_ATTEMPT = 10;

describe('a timer that ends every worker that fires it (docs/contributing/spec/waiting.md#due-timer)', function () {
  this.timeout(900_000);
  let side: WriteSide;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    side = await openWriteSide();
    for (const key of ['deadly', 'healthy']) await side.deploy(processOf(key, '', [catching('wait', onTimer('PT0S'))]));
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await side.close();
  });

  function startWorkerFor(deadlyId: string): ChildProcess {
    const child = spawn(process.execPath, ['--import', 'tsx', WORKER, side.url, deadlyId], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const stay = endWithUs(() => child.kill('SIGKILL'));
    child.once('exit', stay);
    children.push(child);
    return child;
  }
  const parked = () =>
    side.sql<{ kind: string; instance: string }>(
      `select command ->> 'kind' as kind, command ->> 'instanceId' as instance from dead_letter`,
    );
  const healthyLeft = () =>
    side.value(`select count(*)::int from instance where definition_id like 'healthy:%' and not is_terminal`);
  const endLeases = () => side.sql(`update timer set leased_until = clock_timestamp() where leased_until < 'infinity'`);

  /** Starts workers, one after the other, until the healthy timers have fired. Returns how many workers the deadly timer ended before. */
  async function untilHealthyFired(deadlyId: string): Promise<number> {
    for (let deaths = 0; ; deaths += 1) {
      const worker = startWorkerFor(deadlyId);
      const died = once(worker, 'exit').then(() => true);
      // the lease of the worker before may have to end
      const fired = eventually('the healthy ones have fired', async () => (await healthyLeft()) === 0, { withinMs: 180_000 });
      const isDead = await Promise.race([died, fired.then(() => false)]);
      worker.kill('SIGKILL');
      await died;
      if (!isDead) return deaths;
      fired.catch(() => {});
    }
  }

  it('is parked at the tenth attempt, and five healthy ones due at the same time fire immediately', async () => {
    const deadly = startOf('deadly');
    await side.run(deadly, ...Array.from({ length: 5 }, () => startOf('healthy')));
    const subscription = await side.value('select subscription from timer where instance_id = $1', [deadly.instanceId]);
    const deadlyId = nameBasedId(deadly.instanceId, `timer:${subscription}`);
    let deaths = 0;
    for (; (await parked()).length === 0 && deaths < 2 * LAST_ATTEMPT; ) {
      const worker = startWorkerFor(deadlyId);
      const died = once(worker, 'exit').then(() => true);
      const worked = eventually('it is parked', async () => (await parked()).length > 0).then(() => false);
      if (await Promise.race([died, worked])) deaths += 1;
      worked.catch(() => {});
      if (deaths === 1) deaths += await untilHealthyFired(deadlyId);
      await endLeases();
    }
    expect(await parked()).to.deep.equal([{ kind: 'FireTimer', instance: deadly.instanceId }]);
    // the first attempt is not counted when it is made on time
    expect(deaths).to.be.within(LAST_ATTEMPT - 2, LAST_ATTEMPT - 1);
    expect(await side.value('select leased_until::text from timer')).to.equal('infinity');
    const other = startOf('healthy');
    await side.run(other);
    await eventually('another one fires', async () => (await healthyLeft()) === 0);
  });
});
