import type { Command } from '../messages/commands.ts';
import type { EnvelopeGatherer } from './envelope-gatherer.ts';

/** Commands of one lane that wait in this replica: how many there may be, and how they travel. */
export class WaitingRoom {
  private readonly gatherer: EnvelopeGatherer;
  private readonly limits: { readonly maxWaiting: number; readonly maxWaitingSize: number };
  private count = 0;
  /** unit: characters of JSON */
  private size = 0;

  constructor(gatherer: EnvelopeGatherer, limits: { readonly maxWaiting: number; readonly maxWaitingSize: number }) {
    this.gatherer = gatherer;
    this.limits = limits;
  }

  /** The first command is taken whatever its size: a limit below the largest request must not refuse that request for ever. */
  hasPlaceFor(size: number): boolean {
    const { maxWaiting, maxWaitingSize } = this.limits;
    return this.count === 0 || (this.count < maxWaiting && this.size + size <= maxWaitingSize);
  }

  /** A command waits, and travels in the next envelope. */
  enter(command: Command, size: number): void {
    this.count += 1;
    this.size += size;
    this.gatherer.add(command, size);
  }

  /** Removes a request from the waiting ones. */
  leave(size: number): void {
    this.count -= 1;
    this.size -= size;
    if (this.count === 0) this.gatherer.allAnswered();
  }

  /** A worker has answered an envelope. */
  answered(): void {
    this.gatherer.answered();
  }
}
