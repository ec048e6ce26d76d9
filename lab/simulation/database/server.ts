import { BEGIN_MS, newProcess, type SimProcess, type World } from '../world.ts';
import { elementsOf } from './array-text.ts';
import { brokenConnection, DatabaseError } from './database-error.ts';
import { type Answered, type Execute, type Sent, Session, type SessionWatcher } from './session.ts';
import { STATEMENTS } from './statements.ts';
import { Tables } from './tables.ts';

/** Between two messages on one connection: of one moment they would come in any order. */
const TINY_MS = 0.001;

/** Faults of connections; probabilities of single events. */
export interface DatabaseFaults {
  /** a connection breaks when a statement is sent on it */
  breakAtStatement: number;
  /** probability that the connection breaks when a commit is sent: the outcome is unknown */
  breakAtCommit: number;
  /** a statement fails as with a full disk */
  refusal: number;
  isDown: boolean;
}

/** Time after which an idle transaction is ended with its session. */
const IDLE_IN_TRANSACTION_MS = 5000;

/** The simulated database server. */
export class SimServer {
  readonly world: World;
  readonly tables = new Tables();
  readonly faults: DatabaseFaults = { breakAtStatement: 0, breakAtCommit: 0, refusal: 0, isDown: false };
  /** how far its clock is wrong */
  skewMs = 0;
  watcher: SessionWatcher | undefined;
  readonly process: SimProcess = newProcess('database');
  readonly #connections = new Set<SimConnection>();
  #sessions = 0;

  constructor(world: World) {
    this.world = world;
  }

  /** The clock of the database. Unit: ms since epoch. */
  get clock(): number {
    return BEGIN_MS + Math.floor(this.world.now + this.skewMs);
  }

  /** Whether any transaction is open. */
  get isBusy(): boolean {
    return [...this.#connections].some(({ session }) => session.isInTransaction);
  }

  open(owner: SimProcess): SimConnection {
    this.#sessions += 1;
    const { world, watcher } = this;
    const tools = { world, server: this.process, execute: this.#execute, watcher };
    const session = new Session(this.#sessions, tools);
    const connection = new SimConnection(this, owner, session, () => this.#connections.delete(connection));
    this.#connections.add(connection);
    return connection;
  }

  /** All sessions end, as when the server is killed and starts again. */
  restart(downMs: number): void {
    this.world.say('database', `restarts, down for ${downMs.toFixed(0)} ms`);
    this.faults.isDown = true;
    for (const connection of [...this.#connections]) connection.breakNow();
    this.world.after(downMs, this.process, () => {
      this.faults.isDown = false;
    });
  }

  /** The process of these connections has ended: statements that it sent may still arrive, then its sessions end. */
  abandon(owner: SimProcess): void {
    for (const connection of [...this.#connections]) if (connection.owner === owner) connection.abandon();
  }

  /** Ends idle transactions. */
  endIdle(): void {
    for (const connection of [...this.#connections]) connection.endIfIdle(IDLE_IN_TRANSACTION_MS);
  }

  readonly #execute: Execute = (by, { name, text, values }) => {
    const handler = Object.hasOwn(STATEMENTS, name) ? STATEMENTS[name] : undefined;
    if (handler === undefined)
      throw new Error(`the simulated database does not know the statement '${name}': add it below lab/simulation/database`);
    if (this.world.chance(this.faults.refusal))
      throw new DatabaseError('53100', 'could not extend file: no space left on device');
    const arrays = arraysOf(text);
    const given = values.map((one, place) =>
      (typeof one === 'string' || one instanceof Buffer) && arrays.has(place) ? elementsOf(one) : one,
    );
    return handler({ by, tables: this.tables, now: this.clock, values: given });
  };
}

/** Which parameters of a statement are arrays, by its text: those that are cast to one. */
const arrayPlaces = new Map<string, ReadonlySet<number>>();

function arraysOf(text: string): ReadonlySet<number> {
  const known = arrayPlaces.get(text) ?? new Set([...text.matchAll(/\$(\d+)::\w+\[\]/g)].map(([, place]) => Number(place) - 1));
  arrayPlaces.set(text, known);
  return known;
}

/** One connection, seen from the client: messages travel, arrive in order, and may get lost with the connection. */
export class SimConnection {
  readonly owner: SimProcess;
  readonly session: Session;
  isBroken = false;
  readonly #server: SimServer;
  readonly #forget: () => void;
  readonly #open = new Set<(error: Error) => void>();
  /** on the clock of the world: later messages do not overtake earlier ones */
  #lastArrival = 0;
  #lastAnswer = 0;
  /** messages under way are lost */
  #isCut = false;
  #idleSince = 0;

  constructor(server: SimServer, owner: SimProcess, session: Session, forget: () => void) {
    this.#server = server;
    this.owner = owner;
    this.session = session;
    this.#forget = forget;
  }

  query(sent: Sent): Promise<Answered> {
    const { world, faults, process } = this.#server;
    return new Promise((resolve, reject) => {
      if (this.isBroken) return reject(new Error('Client has encountered a connection error and is not queryable'));
      this.#open.add(reject);
      this.#lastArrival = Math.max(this.#lastArrival + TINY_MS, world.now + world.latency());
      world.after(this.#lastArrival - world.now, process, () => this.#arrive(sent, resolve, reject));
      if (world.chance(sent.text === 'commit' ? faults.breakAtCommit : faults.breakAtStatement)) {
        world.say('network', `breaks connection ${this.session.id} at ${sent.name}`);
        this.breakNow();
      }
    });
  }

  /** Both sides lose the connection. What is under way arrives or not. */
  breakNow(): void {
    if (this.isBroken) return;
    const { world } = this.#server;
    this.abandon();
    const rejects = [...this.#open];
    this.#open.clear();
    world.after(world.latency(), this.owner, () => {
      for (const reject of rejects) reject(brokenConnection());
    });
  }

  /** The client is gone; the server finds out a little later. */
  abandon(): void {
    if (this.isBroken) return;
    this.isBroken = true;
    const { world, process } = this.#server;
    this.#isCut = world.chance(0.5);
    const noticedIn = this.#lastArrival + TINY_MS - world.now + (world.chance(0.1) ? 3000 : world.latency());
    world.after(noticedIn, process, () => this.#end());
  }

  close(): void {
    this.isBroken = true;
    const { world, process } = this.#server;
    world.after(world.latency(), process, () => this.#end());
  }

  endIfIdle(limitMs: number): void {
    const { world } = this.#server;
    if (!this.session.isIdle) this.#idleSince = world.now;
    else if (world.now - this.#idleSince >= limitMs) {
      this.#end();
      this.breakNow();
    }
  }

  #arrive(sent: Sent, resolve: (answered: Answered) => void, reject: (error: Error) => void): void {
    if (this.#isCut) return;
    const { world } = this.#server;
    this.#idleSince = world.now;
    this.session.receive(sent, (error, answered) => {
      this.#idleSince = world.now;
      world.say('database', `${this.session.id} ${sent.name}${error === undefined ? '' : ` fails: ${error.message}`}`);
      this.#lastAnswer = Math.max(this.#lastAnswer + TINY_MS, world.now + world.latency());
      world.after(this.#lastAnswer - world.now, this.owner, () => {
        if (!this.#open.delete(reject)) return;
        if (error !== undefined) reject(error);
        else resolve(answered as Answered);
      });
    });
  }

  #end(): void {
    this.session.end();
    this.#forget();
  }
}
