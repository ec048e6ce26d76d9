// tier all: starts and kills worker processes, one after the other

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { newId } from '../../src/platform/ids.ts';
import type { QueueBackend } from '../../src/queue/queue-backend.ts';
import { startOf } from '../support/commands.ts';
import { endWithUs } from '../support/end-with-us.ts';
import { eventually } from '../support/eventually.ts';
import { sequence, task } from '../support/models/models.ts';
import { commandBatchOf, emptyRedis, openView } from '../support/open-backend.ts';
import { BACKENDS } from '../support/service.ts';
import { openWriteSide, type WriteSide } from '../support/write-side.ts';

const WORKER = fileURLToPath(new URL('./dying-worker.ts', import.meta.url));

for (const kind of BACKENDS) {
  describe(`commands that workers die of, with ${kind} (docs/contributing/spec/reliability.md#poison-command)`, function () {
    this.timeout(600_000);
    let side: WriteSide;
    let redisUrl: string | undefined;
    let backend: QueueBackend;
    const children: ChildProcess[] = [];
    beforeEach(async () => {
      side = await openWriteSide();
      redisUrl = await emptyRedis(kind);
      backend = await openView(side.url, redisUrl);
      await side.deploy(sequence('order', task('work')));
    });
    afterEach(async () => {
      for (const child of children.splice(0)) child.kill('SIGKILL');
      await backend.close();
      await side.close();
    });

    function startWorkerFor(deadlyId: string): ChildProcess {
      const args = ['--import', 'tsx', WORKER, side.url, deadlyId, ...(redisUrl === undefined ? [] : [redisUrl])];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const stay = endWithUs(() => child.kill('SIGKILL'));
      child.once('exit', stay);
      children.push(child);
      return child;
    }
    const parked = async () => (await side.sql<{ id: string }>('select command_id as id from dead_letter')).map(({ id }) => id);
    const countOf = () => side.value<number>('select count(*)::int from instance');
    const startsOf = (instanceId: string) =>
      side.value<number>('select count(*)::int from journal where subject_id = $1', [instanceId]);

    it('are parked when two have died while they tried one alone; its neighbours run once', async () => {
      const [before, deadly, behind] = [startOf('order'), startOf('order'), startOf('order')];
      await backend.add(commandBatchOf([before, deadly, behind], { replyTo: newId() }));
      let deaths = 0;
      const worked = eventually('it is parked', async () => (await parked()).length > 0, { withinMs: 500_000 }).then(() => true);
      worked.catch(() => {});
      for (let isParked = false; !isParked && deaths < 6; ) {
        const died = once(startWorkerFor(deadly.id), 'exit').then(() => false);
        isParked = await Promise.race([died, worked]);
        if (!isParked) deaths += 1;
      }
      expect([await parked(), deaths]).to.deep.equal([[deadly.id], 3]);
      await eventually('the neighbours have run', async () => (await countOf()) === 2);
      expect([await startsOf(before.instanceId), await startsOf(behind.instanceId)]).to.deep.equal([1, 1]);
    });

    it('do not hit ordinary commands when the worker is killed three times under load', async () => {
      const starts = Array.from({ length: 240 }, () => startOf('order'));
      for (let at = 0; at < starts.length; at += 4)
        await backend.add(commandBatchOf(starts.slice(at, at + 4), { replyTo: newId() }));
      for (let kills = 0; kills < 3; kills += 1) {
        const before = await countOf();
        const worker = startWorkerFor('none');
        await eventually('it works', async () => (await countOf()) > before || before === starts.length, { withinMs: 300_000 });
        const exited = once(worker, 'exit');
        worker.kill('SIGKILL');
        await exited;
      }
      startWorkerFor('none');
      await eventually('all have run', async () => (await countOf()) === starts.length, { withinMs: 300_000 });
      expect(await parked()).to.deep.equal([]);
      const started = `select count(*)::int from journal where events::text like '%"InstanceStarted"%'`;
      expect(await side.value(started)).to.equal(starts.length);
    });
  });
}
