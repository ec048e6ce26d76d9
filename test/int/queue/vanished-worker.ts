import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Delivery } from '../../../src/queue/queue-backend.ts';
import { startOf } from '../../support/commands.ts';
import { deferred } from '../../support/deferred.ts';
import { soon } from '../../support/eventually.ts';
import { commandBatchOf, createQueue, type QueuePlace } from '../../support/open-backend.ts';
import { BACKENDS } from '../../support/service.ts';

const CONSUMER = fileURLToPath(new URL('./vanishing-consumer.ts', import.meta.url));

/**
 * Kills two workers that have a command batch, one after the other.
 * @param recoveryMs how soon the next one has to take it; undefined: some time
 */
export function describeVanishedWorkers(recoveryMs?: number): void {
  describe('workers that vanish (docs/contributing/spec/reliability.md#worker-dies-in-transaction, docs/contributing/spec/reliability.md#poison-command)', function () {
    this.timeout(300_000);
    let places: QueuePlace[];
    const children: ChildProcess[] = [];

    before(async () => {
      places = await Promise.all(BACKENDS.map(createQueue));
    });
    after(async () => {
      for (const child of children) child.kill('SIGKILL');
      for (const place of places) await place.close();
    });

    /** Starts a consumer, lets it take a command batch and kills it at its work. The time until it consumes is the machine's, not the queue's. */
    async function takeAndVanish({ databaseUrl, redisUrl }: QueuePlace): Promise<string> {
      const args = ['--import', 'tsx', CONSUMER, databaseUrl, ...(redisUrl === undefined ? [] : [redisUrl])];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      children.push(child);
      const [consumes, taken] = [deferred(), deferred<string>()];
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line === 'consumes') consumes.resolve();
        else taken.resolve(line);
      });
      await soon('a consumer starts', consumes.promise);
      const line = await soon('a consumer takes the command batch', taken.promise, recoveryMs);
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      return line;
    }

    async function outliveTwo(place: QueuePlace): Promise<readonly unknown[]> {
      const backend = await place.open();
      const commandBatch = commandBatchOf([startOf('order')]);
      await backend.add(commandBatch);
      const lines = [await takeAndVanish(place), await takeAndVanish(place)];
      const taken = deferred<Delivery>();
      const consumer = await backend.consume(async (delivery) => taken.resolve(delivery), { concurrency: 1 });
      const third = await soon('the third delivery', taken.promise, recoveryMs);
      await consumer.close();
      const id = (text: string) => text.replace(commandBatch.id, 'the command batch');
      return [place.kind, ...lines.map(id), id(`${third.commandBatch.id} ${third.attempt}`), third.commandBatch.trial?.deaths];
    }

    it('lose nothing on any backend: the next takes the command batch, knows how many had it before, and what they noted in it', async () => {
      const seen = await Promise.all(places.map(outliveTwo));
      expect(seen).to.deep.equal(
        BACKENDS.map((kind) => [kind, 'the command batch 1', 'the command batch 2', 'the command batch 3', 1]),
      );
    });
  });
}
