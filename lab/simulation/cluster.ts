import type { Command, CommandKind } from '../../src/messages/commands.ts';
import type { CommandSender, SendOutcome } from '../../src/queue/command-sender.ts';
import { type Outside, startSimApi, startSimProjector, startSimWorker } from './roles.ts';
import { newProcess, type SimProcess } from './world.ts';

/** Result of a request for a client: an answer, or a lost connection. */
export type Seen = SendOutcome<CommandKind> | { readonly kind: 'cut' };

type RoleName = 'api' | 'worker' | 'projector';

/** A place where a role runs: when its process dies another one takes its place. */
interface Seat {
  readonly role: RoleName;
  /** its shard; of an API the first */
  readonly outside: Outside;
  readonly name: string;
  process: SimProcess | undefined;
  starts: number;
  /** of an API */
  sender?: CommandSender | undefined;
  /** of a projector */
  wake?: (() => void) | undefined;
}

/** The processes of a service, which die and are started again. */
export class Cluster {
  readonly #outside: Outside;
  readonly #seats: readonly Seat[];
  /** requests under way, by the process that answers them */
  readonly #requests = new Map<SimProcess, Set<() => void>>();
  readonly #clients = newProcess('clients');

  /** `replicas`: of the API, and of the other roles in each shard */
  constructor(first: Outside, replicas: Readonly<Record<RoleName, number>>) {
    this.#outside = first;
    this.#seats = (Object.keys(replicas) as RoleName[]).flatMap((role) =>
      (role === 'api' ? [first] : first.all).flatMap((outside) =>
        Array.from({ length: replicas[role] }, (_, n) => {
          const name = `${role} ${n + 1}${outside.number === 0 ? '' : ` of shard ${outside.number}`}`;
          return { role, outside, name, process: undefined, starts: 0 };
        }),
      ),
    );
    for (const outside of first.all) outside.server.tables.notified = () => this.#wakeProjectors(outside);
  }

  /** Starts the roles that do not run. */
  startAll(): void {
    for (const seat of this.#seats) if (seat.process === undefined) this.#start(seat);
  }

  /** Processes that run. */
  get running(): SimProcess[] {
    return this.#seats.flatMap(({ process }) => process ?? []);
  }

  /** Processes that only serve this shard. */
  servingOnly(outside: Outside): SimProcess[] {
    return this.#seats.flatMap((seat) => (seat.role !== 'api' && seat.outside === outside && seat.process) || []);
  }

  /** Kills a process: none of its pending events happens. Starts another one after this time. Unit: ms. */
  kill(owner: SimProcess, downMs: number): void {
    const seat = this.#seats.find(({ process }) => process === owner);
    if (seat === undefined) return;
    const { world, all } = this.#outside;
    world.say(seat.name, `is killed, and started again after ${downMs.toFixed(0)} ms`);
    owner.isDead = true;
    seat.process = undefined;
    seat.sender = undefined;
    seat.wake = undefined;
    for (const { server, queue } of all) {
      server.abandon(owner);
      queue.abandon(owner);
    }
    for (const cut of this.#requests.get(owner) ?? []) cut();
    this.#requests.delete(owner);
    world.after(downMs, this.#clients, () => void (seat.process === undefined && this.#start(seat)));
  }

  /** Sends a request to one of the APIs, and waits for its answer. */
  request(command: Command, fingerprint: string | undefined): Promise<Seen> {
    const { world } = this.#outside;
    const seats = this.#seats.filter(({ sender }) => sender !== undefined);
    return new Promise((resolve) => {
      const answer = (seen: Seen) => void world.after(world.latency(), this.#clients, () => resolve(seen));
      if (seats.length === 0) return answer({ kind: 'cut' });
      const { process, sender } = world.pick(seats) as { process: SimProcess; sender: CommandSender };
      const cut = () => answer({ kind: 'cut' });
      const open = this.#requests.get(process) ?? new Set();
      this.#requests.set(process, open.add(cut));
      world.after(world.latency(), process, () => {
        const sent = sender.send(command as never, fingerprint === undefined ? {} : { fingerprint });
        sent.then((outcome) => {
          if (open.delete(cut)) answer(outcome);
        });
      });
    });
  }

  #start(seat: Seat): void {
    const { world } = this.#outside;
    seat.starts += 1;
    const owner = newProcess(seat.starts === 1 ? seat.name : `${seat.name}.${seat.starts}`);
    seat.process = owner;
    world.after(world.latency(), owner, () => void this.#begin(seat, owner));
  }

  async #begin(seat: Seat, owner: SimProcess): Promise<void> {
    switch (seat.role) {
      case 'api':
        seat.sender = await startSimApi(seat.outside, owner);
        return;
      case 'worker':
        await startSimWorker(seat.outside, owner);
        return;
      case 'projector':
        seat.wake = startSimProjector(seat.outside, owner);
    }
  }

  #wakeProjectors({ world, queue, number }: Outside): void {
    for (const { outside, process, wake } of this.#seats) {
      if (outside.number !== number || process === undefined || wake === undefined || world.chance(queue.faults.loss)) continue;
      world.after(world.latency(), process, wake);
    }
  }
}
