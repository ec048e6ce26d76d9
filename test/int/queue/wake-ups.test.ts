import { expect } from 'chai';
import type { QueueBackend } from '../../../src/queue/queue-backend.ts';
import { deferred } from '../../support/deferred.ts';
import { eventually, soon } from '../../support/eventually.ts';
import { createQueue, type QueuePlace } from '../../support/open-backend.ts';
import { BACKENDS } from '../../support/service.ts';

for (const kind of BACKENDS) {
  describe(`wake-up signals of custom tasks on ${kind} (ADR 0021)`, () => {
    let place: QueuePlace;
    let worker: QueueBackend;
    let hostA: QueueBackend;
    let hostB: QueueBackend;
    const closers: (() => Promise<void>)[] = [];

    before(async () => {
      place = await createQueue(kind);
      [worker, hostA, hostB] = await Promise.all([place.open(), place.open(), place.open()]);
    });
    after(async () => {
      for (const close of closers) await close();
      await place.close();
    });
    const hear = async (host: QueueBackend, typeKey: string, onWakeUp: () => void) => {
      const consumer = await host.consumeWakeUps(typeKey, onWakeUp);
      closers.push(() => consumer.close());
    };

    it('wake one host of the type, and hosts of other types not at all', async () => {
      let [mail, other] = [0, 0];
      await hear(hostA, 'mail', () => mail++);
      await hear(hostB, 'mail', () => mail++);
      await hear(hostB, 'other: type/é', () => other++);
      await worker.sendWakeUp('mail');
      await eventually('the signal', () => mail === 1);
      await worker.sendWakeUp('other: type/é');
      await eventually('the other signal', () => other === 1);
      expect([mail, other]).to.deep.equal([1, 1]);
    });

    it('wait in the queue when no host listens yet, and are counted by its name', async () => {
      await worker.sendWakeUp('later');
      const waiting = (await worker.counts()).find(({ queue, state }) => queue === 'task-later' && state === 'waiting');
      expect(waiting?.count).to.equal(1);
      const woken = deferred();
      await hear(hostA, 'later', () => woken.resolve());
      await soon('the signal', woken.promise);
    });

    it('inform every host which tasks have ended, however many', async () => {
      const heard: string[][] = [[], []];
      await hostA.listenEnded((ids) => heard[0]?.push(...ids));
      await hostB.listenEnded((ids) => heard[1]?.push(...ids));
      const ids = Array.from({ length: 450 }, (_, n) => `00000000-0000-5000-8000-${String(n).padStart(12, '0')}`);
      await worker.announceEnded(ids);
      await eventually('all ids at both hosts', () => heard.every((of) => of.length === ids.length));
      expect(heard).to.deep.equal([ids, ids]);
    });
  });
}
