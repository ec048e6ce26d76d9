import type { Pool } from '../../../src/db/pool.ts';
import type { SimProcess } from '../world.ts';
import type { SimConnection, SimServer } from './server.ts';
import type { Answered } from './session.ts';

/** A statement as the driver takes it. */
type Given = string | { readonly name?: string; readonly text: string; readonly values?: readonly unknown[] };

interface PoolSettings {
  readonly max: number;
  readonly isPipelined: boolean;
}

const CONNECT_TIMEOUT_MS = 2000;

/** A pool of the driver over connections of the simulated server, as much of it as `src/db/connection.ts` uses. */
export function openSimPool(server: SimServer, owner: SimProcess, settings: PoolSettings): Pool {
  return new SimPool(server, owner, settings) as unknown as Pool;
}

class SimPool {
  readonly #server: SimServer;
  readonly #owner: SimProcess;
  readonly #settings: PoolSettings;
  readonly #idle: SimClient[] = [];
  readonly #waiting: ((client: SimClient) => void)[] = [];
  #count = 0;

  constructor(server: SimServer, owner: SimProcess, settings: PoolSettings) {
    this.#server = server;
    this.#owner = owner;
    this.#settings = settings;
  }

  async connect(): Promise<SimClient> {
    const idle = this.#takeIdle();
    if (idle !== undefined) return idle;
    if (this.#count < this.#settings.max) return this.#open();
    const { world } = this.#server;
    return new Promise((resolve, reject) => {
      const timer = world.after(CONNECT_TIMEOUT_MS, this.#owner, () => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(new Error('timeout exceeded when trying to connect'));
      });
      const take = (client: SimClient) => {
        timer.isCancelled = true;
        resolve(client);
      };
      this.#waiting.push(take);
    });
  }

  async query(given: Given): Promise<Answered> {
    const client = await this.connect();
    try {
      return await client.query(given);
    } finally {
      client.release();
    }
  }

  #takeIdle(): SimClient | undefined {
    for (let client = this.#idle.pop(); client !== undefined; client = this.#idle.pop()) {
      if (!client.isBroken) return client;
      this.#count -= 1;
    }
    return undefined;
  }

  async #open(): Promise<SimClient> {
    this.#count += 1;
    const { world, faults } = this.#server;
    await world.pause(this.#owner, world.latency());
    if (faults.isDown) {
      this.#count -= 1;
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    }
    return new SimClient(this.#server.open(this.#owner), this.#settings.isPipelined, (client, isKept) => {
      if (!isKept) this.#count -= 1;
      const next = this.#waiting.shift();
      if (next === undefined) return void (isKept && this.#idle.push(client));
      if (isKept) next(client);
      else this.#open().then(next, () => this.#waiting.unshift(next));
    });
  }
}

class SimClient {
  readonly pipeline: boolean;
  readonly #connection: SimConnection;
  readonly #give: (client: SimClient, isKept: boolean) => void;

  constructor(connection: SimConnection, pipeline: boolean, give: (client: SimClient, isKept: boolean) => void) {
    this.#connection = connection;
    this.pipeline = pipeline;
    this.#give = give;
  }

  get isBroken(): boolean {
    return this.#connection.isBroken;
  }

  query(given: Given): Promise<Answered> {
    const { name, text, values = [] } = typeof given === 'string' ? { text: given } : given;
    return this.#connection.query({ name: name ?? text, text, values });
  }

  release(isDestroyed = false): void {
    const isKept = !isDestroyed && !this.isBroken;
    if (!isKept) this.#connection.close();
    this.#give(this, isKept);
  }
}
