import { sizeOfCommand } from '../messages/command-size.ts';
import type { Command, CommandKind } from '../messages/commands.ts';

/** Envelopes without a reply before new commands are collected. A larger number makes smaller envelopes, a smaller one leaves workers idle. */
const BUSY_ENVELOPES = 2;
/** Commands that share no transaction: they do not lock instances, and a deploy may be large. */
const SENT_ALONE: ReadonlySet<CommandKind> = new Set<CommandKind>(['DeployDefinition', 'DeployDecisions', 'LockCustomTasks']);
/** Longest collection time of a command while workers are busy. Unit: ms. */
const LINGER_MS = 8;
/** Maximum commands per envelope: larger ones hold row locks longer and make a repeated delivery more expensive. */
const MAX_COMMANDS = 128;
/**
 * Maximum size of an envelope: a worker must finish it well within the queue's lock on its job (5 s), and 128 of the largest requests would be 128
 * MB. A larger command gets a separate envelope. Unit: characters of JSON.
 */
const MAX_SIZE = 2_097_152;

/** A command with the approximate size of its JSON text. */
interface Gathered {
  readonly command: Command;
  readonly size: number;
}

/**
 * Collects commands into envelopes while earlier envelopes are sent or processed (docs/contributing/architecture.md#the-way-of-a-write). At low load
 * an envelope has one command without delay; under load envelopes grow.
 */
export class EnvelopeGatherer {
  private readonly handOver: (commands: readonly Command[]) => Promise<void>;
  private gathered: Gathered[] = [];
  private unanswered = 0;
  private isHandingOver = false;
  private isScheduled = false;
  private linger: NodeJS.Timeout | undefined;

  constructor(handOver: (commands: readonly Command[]) => Promise<void>) {
    this.handOver = handOver;
  }

  /** `size`: approximate length of the command's JSON text. Unit: characters. */
  add(command: Command, size = sizeOfCommand(command)): void {
    this.gathered.push({ command, size });
    if (this.isScheduled) return;
    this.isScheduled = true;
    // Requests that were read in the same turn of the event loop share an envelope.
    setImmediate(() => {
      this.isScheduled = false;
      this.next();
    });
  }

  /** Called when a worker has replied to an envelope. */
  answered(): void {
    if (this.unanswered > 0) this.unanswered -= 1;
    if (this.gathered.length > 0) this.next();
  }

  /** Called when no command waits: resets the count, because some replies may be lost. */
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
    let count = 0;
    let size = 0;
    for (const next of this.gathered.slice(0, MAX_COMMANDS)) {
      const isAlone = SENT_ALONE.has(next.command.kind);
      if (count > 0 && (isAlone || size + next.size > MAX_SIZE)) break;
      count += 1;
      size += next.size;
      if (isAlone) break;
    }
    return this.gathered.splice(0, count).map(({ command }) => command);
  }
}
