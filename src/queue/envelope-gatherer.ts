import type { Command, CommandKind } from '../messages/commands.ts';

/** Envelopes that may be unanswered before new commands gather for a moment. More makes smaller envelopes, fewer leaves workers idle. */
const BUSY_ENVELOPES = 2;
/** Commands that share no transaction: they take other locks than those of instances, and a deploy may be large. */
const TRAVELS_ALONE: ReadonlySet<CommandKind> = new Set<CommandKind>(['DeployDefinition', 'LockCustomTasks']);
/** Longest time a command gathers while workers are busy. Unit: ms. */
const LINGER_MS = 8;
/** Larger envelopes hold row locks longer and make a repeated delivery dearer. */
const MAX_COMMANDS = 128;

/**
 * Gathers the commands that arrive while earlier envelopes are being handed over or worked on (house 7).
 * At low load an envelope has one command and nothing waits; under load envelopes grow by themselves.
 */
export class EnvelopeGatherer {
  private readonly handOver: (commands: readonly Command[]) => Promise<void>;
  private gathered: Command[] = [];
  private unanswered = 0;
  private isHandingOver = false;
  private isScheduled = false;
  private linger: NodeJS.Timeout | undefined;

  constructor(handOver: (commands: readonly Command[]) => Promise<void>) {
    this.handOver = handOver;
  }

  add(command: Command): void {
    this.gathered.push(command);
    if (this.isScheduled) return;
    this.isScheduled = true;
    // Requests that were read in the same turn of the event loop share an envelope.
    setImmediate(() => {
      this.isScheduled = false;
      this.next();
    });
  }

  /** A worker has answered an envelope. */
  answered(): void {
    if (this.unanswered > 0) this.unanswered -= 1;
    if (this.gathered.length > 0) this.next();
  }

  /** Nobody waits any more: answers that went missing are not missed for ever. */
  allAnswered(): void {
    this.unanswered = 0;
  }

  private next(): void {
    if (this.isHandingOver || this.gathered.length === 0) return;
    if (this.unanswered >= BUSY_ENVELOPES && this.gathered.length < MAX_COMMANDS) {
      this.linger ??= setTimeout(() => this.send(), LINGER_MS);
      return;
    }
    this.send();
  }

  private send(): void {
    clearTimeout(this.linger);
    this.linger = undefined;
    if (this.isHandingOver || this.gathered.length === 0) return;
    const commands = this.takeNext();
    this.isHandingOver = true;
    this.unanswered += 1;
    this.handOver(commands).finally(() => {
      this.isHandingOver = false;
      this.next();
    });
  }

  private takeNext(): Command[] {
    const alone = this.gathered.findIndex((command) => TRAVELS_ALONE.has(command.kind));
    const count = alone === 0 ? 1 : alone < 0 ? MAX_COMMANDS : Math.min(alone, MAX_COMMANDS);
    return this.gathered.splice(0, count);
  }
}
