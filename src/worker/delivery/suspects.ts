import type { AloneTrial } from '../../messages/envelope.ts';
import { newId } from '../../platform/ids.ts';
import type { Delivery } from '../../queue/queue-backend.ts';

/** Worker deaths during lone trials after which a command is parked. */
const MAX_DEATHS = 2;

/** Commands during which a worker has died. They are tried one at a time, to identify them (docs/contributing/spec/reliability.md#poison-command). */
export class Suspects {
  private readonly worker = newId();
  private last: Promise<unknown> = Promise.resolve();

  /** Runs `work` after all work that was passed before. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => {});
    return turn;
  }

  trialsOf(delivery: Delivery): AloneTrials {
    return new AloneTrials(delivery, this.worker);
  }
}

/** Trials of one delivery. Each is noted in the queue before it begins: a worker that finds the note of another worker counts a death. */
export class AloneTrials {
  private readonly delivery: Delivery;
  private readonly worker: string;
  private last: AloneTrial | undefined;

  constructor(delivery: Delivery, worker: string) {
    this.delivery = delivery;
    this.worker = worker;
    const { trial } = delivery.envelope;
    // the same worker is alive: the queue only considered it dead
    this.last = trial === undefined || trial.worker === worker ? trial : { ...trial, deaths: trial.deaths + 1 };
  }

  /** Returns whether a command has ended too many workers that tried it alone. */
  isPoison(commandId: string): boolean {
    return this.deathsOf(commandId) >= MAX_DEATHS;
  }

  async begin(commandId: string): Promise<void> {
    this.last = { commandId, deaths: this.deathsOf(commandId), worker: this.worker };
    await this.delivery.keep({ ...this.delivery.envelope, trial: this.last });
  }

  private deathsOf(commandId: string): number {
    return this.last?.commandId === commandId ? this.last.deaths : 0;
  }
}
