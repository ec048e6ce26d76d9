import type { AloneTrial } from '../../messages/command-batch.ts';
import { newId } from '../../platform/ids.ts';
import type { Delivery } from '../../queue/queue-backend.ts';

/** Deaths of workers during separate trials after which a command becomes a dead letter. */
const MAX_DEATHS = 2;

/** Runs commands one at a time if a worker has died during one of them (docs/contributing/spec/reliability.md#poison-command). */
export class Suspects {
  private readonly worker = newId();
  private last: Promise<unknown> = Promise.resolve();

  /** Runs `work` after all earlier work has ended. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => {});
    return turn;
  }

  trialsOf(delivery: Delivery): AloneTrials {
    return new AloneTrials(delivery, this.worker);
  }
}

/** Trials of the commands of one delivery, each stored in the queue before it begins. A worker that finds the trial of another worker counts its death. */
export class AloneTrials {
  private readonly delivery: Delivery;
  private readonly worker: string;
  private last: AloneTrial | undefined;

  constructor(delivery: Delivery, worker: string) {
    this.delivery = delivery;
    this.worker = worker;
    const { trial } = delivery.commandBatch;
    // a trial of this worker is not a death: the queue only considered it dead
    this.last = trial === undefined || trial.worker === worker ? trial : { ...trial, deaths: trial.deaths + 1 };
  }

  /** Whether too many workers have died during its separate trials. */
  isPoison(commandId: string): boolean {
    return this.deathsOf(commandId) >= MAX_DEATHS;
  }

  async begin(commandId: string): Promise<void> {
    this.last = { commandId, deaths: this.deathsOf(commandId), worker: this.worker };
    await this.delivery.keep({ ...this.delivery.commandBatch, trial: this.last });
  }

  private deathsOf(commandId: string): number {
    return this.last?.commandId === commandId ? this.last.deaths : 0;
  }
}
