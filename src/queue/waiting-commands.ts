import type { Command } from '../messages/commands.ts';
import type { EnvelopeGatherer } from './envelope-gatherer.ts';

/** Waiting commands of one lane in this replica, with their limits. */
export class WaitingCommands {
  private readonly gatherer: EnvelopeGatherer;
  private readonly limits: { readonly maxWaiting: number; readonly maxWaitingSize: number };
  private count = 0;
  /** unit: characters of JSON */
  private size = 0;

  constructor(gatherer: EnvelopeGatherer, limits: { readonly maxWaiting: number; readonly maxWaitingSize: number }) {
    this.gatherer = gatherer;
    this.limits = limits;
  }

  /** Accepts the first command regardless of its size, so that a limit below the largest request does not reject it forever. */
  hasCapacityFor(size: number): boolean {
    const { maxWaiting, maxWaitingSize } = this.limits;
    return this.count === 0 || (this.count < maxWaiting && this.size + size <= maxWaitingSize);
  }

  /** Adds a command to the next envelope. */
  enter(command: Command, size: number): void {
    this.count += 1;
    this.size += size;
    this.gatherer.add(command, size);
  }

  /** Removes a waiting command. */
  leave(size: number): void {
    this.count -= 1;
    this.size -= size;
    if (this.count === 0) this.gatherer.allAnswered();
  }

  /** Called when a worker has replied to an envelope. */
  answered(): void {
    this.gatherer.answered();
  }
}
