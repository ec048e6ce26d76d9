import { expect } from 'chai';
import type { Announcement } from '../../../src/messages/command-batch.ts';
import type { Command } from '../../../src/messages/commands.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { Delivery, QueueBackend } from '../../../src/queue/queue-backend.ts';
import { startOf } from '../../support/commands.ts';
import { deferred } from '../../support/deferred.ts';
import { eventually, soon } from '../../support/eventually.ts';
import { commandBatchOf, createQueue, type QueuePlace } from '../../support/open-backend.ts';
import { BACKENDS } from '../../support/service.ts';

for (const kind of BACKENDS) {
  describe(`the queue on ${kind} (docs/contributing/adr/0002-postgres-as-source-of-truth.md)`, () => {
    let place: QueuePlace;
    let producer: QueueBackend;
    let worker: QueueBackend;
    let closers: (() => Promise<void>)[];

    beforeEach(async () => {
      place = await createQueue(kind);
      [producer, worker] = await Promise.all([place.open(), place.open()]);
      closers = [];
    });
    afterEach(async () => {
      for (const close of closers) await close();
      await place.close();
    });

    async function consume(handle: (delivery: Delivery) => Promise<void>, concurrency = 4): Promise<void> {
      const consumer = await worker.consume(handle, { concurrency });
      closers.push(() => consumer.close());
    }
    /** The jobs that are not done yet. */
    async function open(): Promise<number> {
      return (await producer.counts()).reduce((sum, { count }) => sum + count, 0);
    }
    const untilEmpty = () => eventually('an empty queue', async () => (await open()) === 0);

    it('gives each command batch to one consumer, once, when two processes consume', async () => {
      const taken: string[] = [];
      const take = async ({ commandBatch, attempt }: Delivery) => void taken.push(`${commandBatch.id} ${attempt}`);
      await consume(take);
      const second = await producer.consume(take, { concurrency: 4 });
      closers.push(() => second.close());
      const sent = Array.from({ length: 40 }, () => commandBatchOf([startOf('order')]));
      await Promise.all(sent.map((commandBatch) => producer.add(commandBatch)));
      await untilEmpty();
      expect(taken.sort()).to.deep.equal(sent.map(({ id }) => `${id} 1`).sort());
    });

    it('has one job that waits for what a sender has thrown or a mailbox holds, however often it is handed over', async () => {
      const [sender, instanceId] = [newId(), newId()];
      const single = startOf('order');
      const handOverAll = async () => {
        await producer.add(commandBatchOf([{ kind: 'DrainSender', id: newId(), senderId: sender }]));
        await producer.add(commandBatchOf([{ kind: 'DrainMailbox', id: newId(), instanceId }]));
        await producer.add(commandBatchOf([single]));
      };
      for (let n = 0; n < 5; n += 1) await handOverAll();
      expect(await open()).to.equal(3);
      const held = deferred();
      const taken: string[] = [];
      await consume(async ({ commandBatch }) => {
        taken.push(commandBatch.commands[0]?.kind ?? '');
        await held.promise;
      });
      await eventually('all are in work', () => taken.length === 3);
      // what is in work may have looked already, so one more of each is kept, and no more than one
      for (let n = 0; n < 5; n += 1) await handOverAll();
      held.resolve();
      await untilEmpty();
      await eventually('each was in work again', () => taken.length === 6);
      await handOverAll();
      await eventually('each can be handed over anew', () => taken.length === 9);
    });

    it('takes the bulk by turns', async () => {
      const commands = Array.from({ length: 6 }, () => startOf('order'));
      const turns = [3, 1, 300, 2, 1, 3];
      for (const [n, turn] of turns.entries()) await producer.add(commandBatchOf([commands[n] as Command], { turn }));
      const waits = (await producer.counts()).find(({ queue, state }) => queue === 'bulk-follow-ups' && state === 'waiting');
      expect(waits?.count).to.equal(6);
      const taken: (number | undefined)[] = [];
      await consume(async ({ commandBatch }) => void taken.push(commandBatch.turn), 1);
      await untilEmpty();
      expect(taken).to.deep.equal([1, 1, 2, 3, 3, 300]);
    });

    it('keeps command batches when no one consumes yet', async () => {
      const sent = commandBatchOf([startOf('order')]);
      await producer.add(sent);
      const arrived = deferred<Delivery>();
      await consume(async (delivery) => arrived.resolve(delivery));
      expect((await soon('the command batch', arrived.promise)).commandBatch).to.deep.equal(sent);
    });

    it('carries a command batch to the letter when members have an order and texts are odd', async () => {
      const variables = { b: 1, a: '\u0000 \ud800 é', aa: { z: [], y: 1e300 }, ['10']: 0.1 };
      const sent = commandBatchOf([startOf('order', { variables })], { fingerprints: { x: 'y' }, replyTo: newId() });
      const arrived = deferred<Delivery>();
      await consume(async (delivery) => arrived.resolve(delivery));
      await producer.add(sent);
      expect(JSON.stringify((await soon('the command batch', arrived.promise)).commandBatch)).to.equal(JSON.stringify(sent));
    });

    it('works on the configured number of command batches concurrently, and on no more', async () => {
      let inWork = 0;
      let most = 0;
      const waiting: (() => void)[] = [];
      await consume(async () => {
        inWork += 1;
        most = Math.max(most, inWork);
        await new Promise<void>((resolve) => waiting.push(resolve));
        inWork -= 1;
      }, 3);
      for (let n = 0; n < 7; n++) await producer.add(commandBatchOf([startOf('order')]));
      for (let done = 0; done < 7; done++) {
        await eventually('work', () => waiting.length > 0 && inWork === Math.min(3, 7 - done));
        waiting.shift()?.();
      }
      await untilEmpty();
      expect(most).to.equal(3);
    });

    it('ends the delivery and continues with the next when a consumer throws', async () => {
      const taken: string[] = [];
      await consume(async ({ commandBatch }) => {
        taken.push(commandBatch.id);
        if (taken.length === 1) throw new Error('this delivery goes wrong');
      }, 1);
      const sent = [commandBatchOf([startOf('order')]), commandBatchOf([startOf('order')])];
      for (const commandBatch of sent) await producer.add(commandBatch);
      await untilEmpty();
      expect(taken).to.deep.equal(sent.map(({ id }) => id));
    });

    it('passes over a job when it cannot be read', async () => {
      const taken: string[] = [];
      await producer.add({ ...commandBatchOf([startOf('order')]), v: 99 });
      await producer.add({ ...commandBatchOf([]), commands: [{} as Command] });
      const good = commandBatchOf([startOf('order')]);
      await producer.add(good);
      await consume(async ({ commandBatch }) => void taken.push(commandBatch.id));
      await untilEmpty();
      expect(taken).to.deep.equal([good.id]);
    });

    it('waits for command batches in work when a consumer closes', async () => {
      const work = deferred();
      const begun = deferred();
      let isDone = false;
      const handle = async () => {
        begun.resolve();
        await work.promise;
        isDone = true;
      };
      const consumer = await worker.consume(handle, { concurrency: 1 });
      await producer.add(commandBatchOf([startOf('order')]));
      await soon('the start of the work', begun.promise);
      const closing = consumer.close();
      work.resolve();
      await soon('the close', closing);
      expect(isDone).to.equal(true);
    });

    it('notifies the addressed process and no other when it announces', async () => {
      const [here, there] = [newId(), newId()];
      const heard: string[] = [];
      const listener = await place.open();
      await listener.listen(here, (announcements) => void heard.push(...announcements.map((a) => `here ${a.commandId}`)));
      await producer.listen(there, (announcements) => void heard.push(...announcements.map((a) => `there ${a.commandId}`)));
      const done = (commandId: string): Announcement => ({ commandId, outcome: 'done', reply: { ok: true, result: {} } });
      await worker.announce(here, [done('1'), done('2')]);
      await worker.announce(there, [done('3')]);
      await eventually('three announcements', () => heard.length === 3);
      expect(heard.sort()).to.deep.equal(['here 1', 'here 2', 'there 3']);
    });

    it('announces everything when it is more than one message holds', async () => {
      const here = newId();
      const heard: Announcement[] = [];
      await producer.listen(here, (announcements) => void heard.push(...announcements));
      const sent = Array.from({ length: 300 }, (): Announcement => {
        return { commandId: newId(), outcome: 'done', reply: { ok: true, result: { instanceId: newId() } } };
      });
      await worker.announce(here, sent);
      await eventually('all announcements', () => heard.length === sent.length);
      expect(heard).to.deep.equal(sent);
    });

    it('counts its jobs by state for the gauge (docs/contributing/spec/observability.md#metrics) when some wait', async () => {
      for (let n = 0; n < 3; n++) await producer.add(commandBatchOf([startOf('order')], { replyTo: newId() }));
      for (let n = 0; n < 2; n++) await producer.add(commandBatchOf([startOf('order')]));
      await producer.add(commandBatchOf([{ kind: 'EnableProcess', id: newId(), key: 'order' }], { replyTo: newId() }));
      for (let n = 0; n < 4; n++) await producer.add(commandBatchOf([startOf('order')], { turn: 2 }));
      const counts = await producer.counts();
      expect(counts.map(({ queue, state, count }) => `${queue} ${state} ${count}`)).to.deep.equal([
        'administration waiting 1',
        'administration active 0',
        'administration delayed 0',
        'administration failed 0',
        'commands waiting 3',
        'commands active 0',
        'commands delayed 0',
        'commands failed 0',
        'follow-ups waiting 2',
        'follow-ups active 0',
        'follow-ups delayed 0',
        'follow-ups failed 0',
        'bulk-follow-ups waiting 4',
        'bulk-follow-ups active 0',
        'bulk-follow-ups delayed 0',
        'bulk-follow-ups failed 0',
      ]);
    });
  });
}
