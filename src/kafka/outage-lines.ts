import type { Logger } from '../platform/log.ts';

/** Interval between two log lines of an outage with the same reason. Unit: ms. */
const QUIET_MS = 600_000;
/** Distinct reasons that are logged per outage. */
const MOST_REASONS = 5;

/** Log lines of an outage of a topic: each reason once, then rare repeats, and the end. */
export class OutageLines {
  readonly #log: Logger;
  readonly #topic: string;
  readonly #now: () => number;
  readonly #reasons = new Set<string>();
  #beganAt: number | undefined;
  #saidAt = 0;

  constructor(log: Logger, topic: string, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#topic = topic;
    this.#now = now;
  }

  failed(reason: string): void {
    const now = this.#now();
    this.#beganAt ??= now;
    const isNew = !this.#reasons.has(reason) && this.#reasons.size < MOST_REASONS;
    if (!isNew && now - this.#saidAt < QUIET_MS) return;
    this.#reasons.add(reason);
    this.#saidAt = now;
    this.#log.event('kafka-not-taking', { Topic: this.#topic, ErrorMessage: reason });
  }

  /** The brokers acknowledged messages: the outage has ended. */
  succeeded(): void {
    if (this.#beganAt === undefined) return;
    const OutageMs = Math.round(this.#now() - this.#beganAt);
    this.#log.event('kafka-taking-again', { Topic: this.#topic, OutageMs });
    this.#beganAt = undefined;
    this.#reasons.clear();
  }
}
