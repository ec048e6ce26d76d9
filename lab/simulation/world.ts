import { seededRandom } from '../../test/support/random.ts';
import { EventHeap } from './event-heap.ts';

/** A simulated operating-system process. What it does next is forgotten when it dies, and waits while it is frozen. */
export interface SimProcess {
  readonly name: string;
  isDead: boolean;
  /** on the clock of the world; unit: ms */
  frozenUntil: number;
  /** how far its system clock is wrong */
  skewMs: number;
}

/** Something that will happen; a timer, an answer, a delivery. */
export interface Scheduled {
  readonly at: number;
  readonly rank: number;
  readonly owner: SimProcess;
  readonly act: () => void;
  isCancelled: boolean;
}

/** The moment at which every run begins: 2030-01-01. Unit: ms since epoch. */
export const BEGIN_MS = Date.UTC(2030, 0, 1);

/**
 * One seed, one course of events. The world has a virtual clock and one list of what happens next; each event runs until nothing of it is left to
 * do but wait, and belongs to one process. Delays come from the seed, so it decides about every interleaving.
 */
export class World {
  readonly seed: number;
  readonly random: () => number;
  /** adds a line to the trace; undefined without a trace */
  readonly trace: ((line: string) => void) | undefined;
  /** called before each event of a process: faults strike here */
  beforeEvent: ((owner: SimProcess) => void) | undefined;
  /** logged lines that must never occur */
  readonly alarms: string[] = [];
  now = 0;
  current: SimProcess;
  eventCount = 0;
  readonly #events = new EventHeap<Scheduled>();
  #failure: unknown;

  constructor(seed: number, trace?: (line: string) => void) {
    this.seed = seed;
    this.random = seededRandom(seed);
    this.trace = trace;
    this.current = newProcess('outside');
  }

  /** A whole number from 0 to below `bound`. */
  below(bound: number): number {
    return Math.floor(this.random() * bound);
  }

  chance(probability: number): boolean {
    return probability > 0 && this.random() < probability;
  }

  /** One of some things; there is at least one. */
  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  /** How long a message travels: mostly short, now and then long. Unit: ms. */
  latency(): number {
    return this.random() < 0.03 ? this.random() * 40 : 0.05 + this.random() * 1.5;
  }

  /** Lets something happen after a delay, on behalf of a process. Unit: ms. */
  after(delayMs: number, owner: SimProcess, act: () => void): Scheduled {
    const event: Scheduled = { at: this.now + Math.max(0, delayMs), rank: this.random(), owner, act, isCancelled: false };
    this.#events.push(event);
    return event;
  }

  /** Delay before the next action of a process; unit: ms. */
  pause(owner: SimProcess, delayMs: number): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, owner, resolve));
  }

  say(who: string, what: string): void {
    this.trace?.(`${this.now.toFixed(2).padStart(10)} ${who.padEnd(12)} ${what}`);
  }

  /** Ends the run after a failure of the simulation itself. */
  fail(error: unknown): void {
    this.#failure ??= error;
  }

  /**
   * Runs events until `isOver`, which is checked before each one, or until none is left. Node's event loop has no turn in this time: the next event
   * starts when all promises of the previous one have settled.
   */
  run(isOver: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const step = (): void => {
        const event = this.#failure === undefined ? this.#next(isOver) : undefined;
        if (event === undefined) {
          if (this.#failure === undefined) resolve();
          else reject(this.#failure);
          return;
        }
        this.current = event.owner;
        try {
          event.act();
        } catch (error) {
          this.fail(error);
        }
        queueMicrotask(() => process.nextTick(step));
      };
      process.nextTick(step);
    });
  }

  #next(isOver: () => boolean): Scheduled | undefined {
    while (!isOver()) {
      const event = this.#events.pop();
      if (event === undefined) return undefined;
      if (event.isCancelled || event.owner.isDead) continue;
      this.now = Math.max(this.now, event.at);
      this.eventCount += 1;
      this.beforeEvent?.(event.owner);
      if (event.owner.isDead) continue;
      if (event.owner.frozenUntil <= this.now) return event;
      this.#events.push({ ...event, at: event.owner.frozenUntil });
    }
    return undefined;
  }
}

export function newProcess(name: string): SimProcess {
  return { name, isDead: false, frozenUntil: 0, skewMs: 0 };
}
