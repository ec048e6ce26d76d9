import type { Announcement, CommandBatch } from '../../src/messages/command-batch.ts';
import { jobSettingsOf, type PriorityClass, priorityClassOf } from '../../src/queue/priority-classes.ts';
import type { Concurrency, Consumer, Delivery, QueueBackend } from '../../src/queue/queue-backend.ts';
import { newProcess, type SimProcess, type World } from './world.ts';

/** Faults of the queue; probabilities of single events. */
export interface QueueFaults {
  /** a command batch is refused before it arrives */
  refusal: number;
  /** a command batch arrives, and its sender gets an error */
  lostAnswer: number;
  /** a command batch or an announcement gets lost without a word */
  loss: number;
  /** a command batch is delivered again, during its work or later */
  repeat: number;
  /** a delivery or an announcement takes long */
  delay: number;
  isDown: boolean;
}

interface Job {
  text: string;
  readonly priorityClass: PriorityClass;
  /** its subject; while a job with this subject waits in the same priority class, no other is added. Undefined: each job is separate */
  readonly subject: string | undefined;
  attempt: number;
}

interface Registered {
  readonly owner: SimProcess;
  readonly handle: (delivery: Delivery) => Promise<void>;
  readonly room: (priorityClass: PriorityClass) => number;
  readonly working: Set<Job>;
  isOpen: boolean;
}

interface Listening {
  readonly owner: SimProcess;
  readonly onAnnouncements: (announcements: readonly Announcement[]) => void;
}

/** After this time a job whose worker vanished is delivered again. */
const STALLED_MS = 500;
const LONG_MS = 900;

/** The queue, outside of all processes: a store that loses, repeats, delays and reorders, as a real one may. */
export class SimQueue {
  readonly faults: QueueFaults = { refusal: 0, lostAnswer: 0, loss: 0, repeat: 0, delay: 0, isDown: false };
  readonly #world: World;
  readonly #process = newProcess('queue');
  readonly #consumers: Registered[] = [];
  readonly #listeners = new Map<string, Listening>();
  #jobs: Job[] = [];
  /** jobs that are on their way back */
  readonly #returning = new Set<Job>();
  /** the last job about something that is in work, for afterwards; by priority class and subject */
  readonly #kept = new Map<string, Job>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Whether nothing waits and nothing is in work. */
  get isEmpty(): boolean {
    return this.#jobs.length + this.#returning.size === 0 && this.#consumers.every(({ working }) => working.size === 0);
  }

  /** Removes all jobs. Running ones continue, and are not delivered again. */
  flush(): void {
    this.#world.say('queue', `is emptied of ${this.#jobs.length} jobs`);
    this.#jobs = [];
    this.#kept.clear();
    for (const { working } of this.#consumers) working.clear();
  }

  /** A process is gone: its jobs stall. */
  abandon(owner: SimProcess): void {
    for (const consumer of this.#consumers.filter((one) => one.owner === owner)) {
      consumer.isOpen = false;
      for (const job of consumer.working)
        this.#putLater({ ...job, attempt: job.attempt + 1 }, STALLED_MS + this.#world.below(STALLED_MS));
      consumer.working.clear();
    }
    for (const [replyTo, listening] of this.#listeners) if (listening.owner === owner) this.#listeners.delete(replyTo);
  }

  /** The queue as one process sees it. */
  backendOf(owner: SimProcess): QueueBackend {
    const { faults } = this;
    return {
      kind: 'redis',
      get isReachable() {
        return !faults.isDown;
      },
      add: (commandBatch) => this.#add(owner, commandBatch),
      isQueuedWithinShares: (commandBatch) => this.#isQueuedWithinShares(owner, commandBatch),
      consume: async (handle, options) => this.#consume(owner, handle, options),
      announce: (replyTo, announcements) => this.#announce(owner, replyTo, announcements),
      listen: async (replyTo, onAnnouncements) => void this.#listeners.set(replyTo, { owner, onAnnouncements }),
      sendWakeUp: async () => {},
      consumeWakeUps: async () => ({ close: async () => {} }),
      announceEnded: async () => {},
      listenEnded: async () => {},
      counts: async () => [],
      ping: async () => {},
      close: async () => {},
    };
  }

  #add(owner: SimProcess, commandBatch: CommandBatch): Promise<void> {
    const { faults } = this;
    const world = this.#world;
    const job = jobOf(commandBatch);
    return new Promise((resolve, reject) => {
      const answer = (error?: Error) =>
        void world.after(world.latency(), owner, () => (error === undefined ? resolve() : reject(error)));
      this.#later(world.latency(), () => {
        if (faults.isDown || world.chance(faults.refusal)) return answer(new Error('connect ECONNREFUSED'));
        if (world.chance(faults.loss)) world.say('queue', `loses ${kindsOf(job)}`);
        else this.#putUnlessThere(job);
        answer(world.chance(faults.lostAnswer) ? new Error('Connection is closed.') : undefined);
      });
    });
  }

  #consume(owner: SimProcess, handle: Registered['handle'], { concurrency, slots = {} }: Concurrency): Consumer {
    const room = (priorityClass: PriorityClass) => slots[priorityClass] ?? concurrency;
    const consumer: Registered = { owner, handle, room, working: new Set(), isOpen: true };
    this.#consumers.push(consumer);
    this.#later(0, () => this.#deliver());
    return {
      close: async () => {
        consumer.isOpen = false;
      },
    };
  }

  async #announce(owner: SimProcess, replyTo: string, announcements: readonly Announcement[]): Promise<void> {
    const world = this.#world;
    await world.pause(owner, world.latency());
    if (this.faults.isDown) throw new Error('connect ECONNREFUSED');
    const listening = this.#listeners.get(replyTo);
    if (listening === undefined || world.chance(this.faults.loss)) return world.say('queue', 'loses an announcement');
    const text = JSON.stringify(announcements);
    const times = world.chance(this.faults.repeat) ? 2 : 1;
    for (let n = 0; n < times; n += 1)
      world.after(this.#delay(), listening.owner, () => listening.onAnnouncements(JSON.parse(text) as Announcement[]));
  }

  async #isQueuedWithinShares(owner: SimProcess, commandBatch: CommandBatch): Promise<boolean> {
    await this.#world.pause(owner, this.#world.latency());
    if (this.faults.isDown) throw new Error('connect ECONNREFUSED');
    const job: Job = { ...jobOf(commandBatch), priorityClass: 'follow-ups' };
    return this.#waits(job) || this.#isInWork(job);
  }

  #putUnlessThere(job: Job): void {
    if (this.#isInWork(job)) this.#kept.set(keyOf(job), job);
    else if (!this.#waits(job)) this.#put(job);
  }

  #waits(job: Job): boolean {
    return this.#jobs.some((other) => isSame(other, job));
  }

  #isInWork(job: Job): boolean {
    const isIt = (other: Job) => isSame(other, job);
    return [...this.#returning].some(isIt) || this.#consumers.some(({ working }) => [...working].some(isIt));
  }

  /** A batch that was kept because of a running job is its successor. */
  #putKept(job: Job): void {
    const kept = job.subject === undefined || this.#isInWork(job) ? undefined : this.#kept.get(keyOf(job));
    if (kept === undefined) return;
    this.#kept.delete(keyOf(job));
    if (!this.#waits(kept)) this.#put(kept);
  }

  #put(job: Job): void {
    this.#jobs.push(job);
    // a copy: no worker has died, and the trials that the first delivery notes are not part of it
    if (this.#world.chance(this.faults.repeat)) this.#putLater({ ...job }, this.#delay() * 3);
    this.#later(this.#delay(), () => this.#deliver());
  }

  #putLater(job: Job, afterMs: number): void {
    this.#returning.add(job);
    this.#later(afterMs, () => {
      this.#returning.delete(job);
      this.#put(job);
    });
  }

  /** Any waiting job goes to any worker that has room: order is nothing that the queue promises. */
  #deliver(): void {
    for (;;) {
      const pairs = this.#jobs.flatMap((job) =>
        this.#consumers.filter((one) => hasRoom(one, job)).map((consumer) => ({ job, consumer })),
      );
      if (pairs.length === 0) return;
      const { job, consumer } = this.#world.pick(pairs);
      this.#jobs = this.#jobs.filter((other) => other !== job);
      consumer.working.add(job);
      this.#world.after(this.#world.latency(), consumer.owner, () => this.#begin(consumer, job));
    }
  }

  #begin(consumer: Registered, job: Job): void {
    const commandBatch = JSON.parse(job.text) as CommandBatch;
    this.#world.say(consumer.owner.name, `takes ${kindsOf(job)}, delivery ${job.attempt}`);
    const done = () =>
      void this.#later(this.#world.latency(), () => {
        consumer.working.delete(job);
        this.#putKept(job);
        this.#deliver();
      });
    const keep = async (next: CommandBatch) => {
      await this.#world.pause(consumer.owner, this.#world.latency());
      if (this.faults.isDown) throw new Error('connect ECONNREFUSED');
      job.text = JSON.stringify(next);
    };
    consumer.handle({ commandBatch, attempt: job.attempt, keep }).then(done, (error: Error) => {
      this.#world.say(consumer.owner.name, `gives up a delivery: ${error.message}`);
      done();
    });
  }

  #delay(): number {
    return this.#world.chance(this.faults.delay) ? this.#world.random() * LONG_MS : this.#world.latency();
  }

  #later(ms: number, act: () => void): void {
    this.#world.after(ms, this.#process, act);
  }
}

function hasRoom({ isOpen, working, room }: Registered, { priorityClass }: Job): boolean {
  if (!isOpen) return false;
  let same = 0;
  for (const job of working) if (job.priorityClass === priorityClass) same += 1;
  return same < room(priorityClass);
}

function jobOf(commandBatch: CommandBatch): Job {
  const subject = jobSettingsOf(commandBatch).deduplication?.id;
  return { text: JSON.stringify(commandBatch), priorityClass: priorityClassOf(commandBatch), subject, attempt: 1 };
}

function isSame(a: Job, b: Job): boolean {
  return a.subject !== undefined && a.subject === b.subject && a.priorityClass === b.priorityClass;
}

function keyOf({ priorityClass, subject }: Job): string {
  return `${priorityClass} ${subject}`;
}

function kindsOf({ text }: Job): string {
  return (JSON.parse(text) as CommandBatch).commands.map(({ kind, id }) => `${kind} ${id.slice(0, 8)}`).join(', ');
}
