import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { withPauses } from '../../../src/queue/opened-queues.ts';

class FetchingWorker extends EventEmitter {
  fetches = 0;
  #fault: Error | undefined;

  failsWith(fault: Error | undefined): void {
    this.#fault = fault;
  }

  /** As BullMQ's main loop: asks again whatever comes. */
  async ask(times: number): Promise<void> {
    for (let left = times; left > 0; left -= 1) await this._getNextJob().catch(() => {});
  }

  async _getNextJob(): Promise<undefined> {
    this.fetches += 1;
    if (this.#fault !== undefined) throw this.#fault;
  }
}

async function turns(): Promise<void> {
  for (let left = 100; left > 0; left -= 1) await turn();
}

describe('a worker of the queue whose store answers with errors', () => {
  it('waits between its attempts when the fault lasts', async () => {
    const worker = withPauses(new FetchingWorker());
    worker.failsWith(new Error('could not access file "plpgsql"'));
    const asking = worker.ask(20);
    await turns();
    expect(worker.fetches).to.be.at.most(3);
    worker.emit('closing');
    await asking;
    expect(worker.fetches).to.equal(20);
  });

  it('does not wait when all is well, or when BullMQ waits automatically', async () => {
    const worker = withPauses(new FetchingWorker());
    await worker.ask(50);
    worker.failsWith(new Error('connect ECONNREFUSED 127.0.0.1:6379'));
    const asking = worker.ask(50);
    await turns();
    expect(worker.fetches).to.equal(100);
    await asking;
  });
});
