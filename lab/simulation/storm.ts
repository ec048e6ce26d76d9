import type { Cluster } from './cluster.ts';
import type { Outside } from './roles.ts';
import { newProcess, type SimProcess, type World } from './world.ts';

/** Faults of one run. Probabilities are of single events: a statement, a message, a step of a process. */
interface Weather {
  /** a process is killed before it takes its next step */
  readonly kill: number;
  /** a process is frozen, as when its machine is paused */
  readonly freeze: number;
  /** numbers of: restarts of the database, emptied queues, outages of the queue, clock jumps, freezes of all processes together */
  readonly restarts: number;
  readonly flushes: number;
  readonly outages: number;
  readonly clockJumps: number;
  readonly standstills: number;
  /** a shard stops: database, queue and processes */
  readonly stops: number;
}

const LONGEST_DOWN_MS = 700;
const LONGEST_FREEZE_MS = 7000;
const LONGEST_STOP_MS = 1500;
const LONGEST_JUMP_MS = 8000;

/** Everything that goes wrong, until it is over. Each run has some kinds of faults, and lacks others: rare ones meet undisturbed. */
export class Storm {
  readonly #world: World;
  /** all shards */
  readonly #all: readonly Outside[];
  readonly #cluster: Cluster;
  readonly #process = newProcess('storm');
  readonly #weather: Weather;
  #isOver = false;

  /** @param breaksConnections in this run for sure */
  constructor(world: World, all: readonly Outside[], cluster: Cluster, breaksConnections = false) {
    this.#world = world;
    this.#all = all;
    this.#cluster = cluster;
    const some = (most: number) => (world.chance(0.35) ? world.random() * most : 0);
    const ofServers = { breakAtStatement: some(0.01), breakAtCommit: some(0.1), refusal: some(0.01) };
    if (breaksConnections) Object.assign(ofServers, { breakAtStatement: 0.01, breakAtCommit: 0.1 });
    const ofQueues = {
      refusal: some(0.2),
      lostAnswer: some(0.2),
      loss: some(0.25),
      repeat: some(0.4),
      delay: some(0.4),
    };
    for (const { server, queue } of all) {
      Object.assign(server.faults, ofServers);
      Object.assign(queue.faults, ofQueues);
    }
    this.#weather = {
      kill: some(0.004),
      freeze: some(0.002),
      restarts: Math.round(some(2)),
      flushes: Math.round(some(4)),
      outages: Math.round(some(3)),
      clockJumps: Math.round(some(3)),
      standstills: Math.round(some(2)),
      stops: all.length > 1 ? Math.round(some(3)) : 0,
    };
  }

  /** Begins; `lastsMs` later it is over. */
  begin(lastsMs: number): void {
    const world = this.#world;
    world.beforeEvent = (owner) => this.#strike(owner);
    const sometime = (times: number, act: () => void) => {
      for (let n = 0; n < times; n += 1) world.after(world.random() * lastsMs, this.#process, act);
    };
    sometime(this.#weather.restarts, () => this.#one.server.restart(world.random() * LONGEST_DOWN_MS));
    sometime(this.#weather.flushes, () => this.#one.queue.flush());
    sometime(this.#weather.outages, () => this.#outage());
    sometime(this.#weather.clockJumps, () => this.#jump());
    sometime(this.#weather.stops, () => this.#stop());
    sometime(this.#weather.standstills, () => this.#standStill());
    const watchIdle = () => {
      for (const { server } of this.#all) server.endIdle();
      world.after(500, this.#process, watchIdle);
    };
    world.after(500, this.#process, watchIdle);
    world.after(lastsMs, this.#process, () => this.#end());
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Ends all faults; everything runs. */
  #end(): void {
    this.#world.say('storm', 'is over');
    this.#isOver = true;
    this.#world.beforeEvent = undefined;
    for (const { server, queue } of this.#all) {
      Object.assign(server.faults, { breakAtStatement: 0, breakAtCommit: 0, refusal: 0, isDown: false });
      Object.assign(queue.faults, { refusal: 0, lostAnswer: 0, loss: 0, repeat: 0, delay: 0, isDown: false });
    }
    this.#cluster.startAll();
  }

  #strike(owner: { name: string; frozenUntil: number }): void {
    const world = this.#world;
    const { kill, freeze } = this.#weather;
    if (kill + freeze === 0) return;
    const struck = world.random();
    if (struck >= kill + freeze) return;
    const process = this.#cluster.running.find((one) => one === owner);
    if (process === undefined) return;
    if (struck < kill) this.#cluster.kill(process, world.random() * LONGEST_DOWN_MS);
    else this.#freeze(process, world.random() * LONGEST_FREEZE_MS);
  }

  #freeze(process: SimProcess, forMs: number): void {
    if (process.frozenUntil > this.#world.now) return;
    process.frozenUntil = this.#world.now + forMs;
    this.#world.say(process.name, `stands still for ${forMs.toFixed(0)} ms`);
  }

  /** As when the machine of all processes is paused: everything that became due is late. */
  #standStill(): void {
    const forMs = this.#world.random() * LONGEST_FREEZE_MS;
    for (const process of this.#cluster.running) this.#freeze(process, forMs);
  }

  #outage({ queue } = this.#one, forMs = this.#world.random() * LONGEST_DOWN_MS): void {
    this.#world.say('queue', 'is away');
    queue.faults.isDown = true;
    this.#world.after(forMs, this.#process, () => {
      queue.faults.isDown = false;
    });
  }

  #stop(): void {
    const shard = this.#one;
    const forMs = this.#world.random() * LONGEST_STOP_MS;
    this.#world.say('storm', `stops shard ${shard.number} for ${forMs.toFixed(0)} ms`);
    for (const process of this.#cluster.servingOnly(shard)) this.#cluster.kill(process, forMs);
    shard.server.restart(forMs);
    this.#outage(shard, forMs);
  }

  /** One shard, or the only database with its queue. */
  get #one(): Outside {
    return (this.#all.length === 1 ? this.#all[0] : this.#world.pick(this.#all)) as Outside;
  }

  /** The clock of the database is set, or that of a process. */
  #jump(): void {
    const world = this.#world;
    const byMs = (world.random() - 0.3) * LONGEST_JUMP_MS;
    const processes = this.#cluster.running;
    if (processes.length > 0 && world.chance(0.4)) world.pick(processes).skewMs += Math.round(byMs);
    else this.#one.server.skewMs += byMs;
    world.say('clock', `jumps by ${byMs.toFixed(0)} ms`);
  }
}
