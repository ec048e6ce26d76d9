import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Network between the service and a server: it can be cut, slow or frozen, and lead to another server. */
export interface Wire {
  readonly port: number;
  /** New connections lead to this port of this machine from now on; undefined: they are refused. */
  leadTo(port: number | undefined): void;
  /** Breaks all connections. @returns how many */
  cut(): number;
  /** Everything takes so much longer, in both directions. Unit: ms. */
  delay(ms: number): void;
  /** Holds all data without an error on either side; later everything that was sent arrives. */
  freeze(isFrozen: boolean): void;
  close(): Promise<void>;
}

/** One direction of a connection. Keeps the order for every delay. */
class Direction {
  readonly #to: Socket;
  readonly #held: Buffer[] = [];
  #lastDue = 0;
  #waiting = 0;

  constructor(to: Socket) {
    this.#to = to;
  }

  send(data: Buffer, delayMs: number, isFrozen: boolean): void {
    if (isFrozen || this.#held.length > 0) this.#held.push(data);
    else if (delayMs === 0 && this.#waiting === 0) this.#to.write(data);
    else this.#later(data, delayMs);
  }

  thaw(): void {
    for (const data of this.#held.splice(0)) this.#to.write(data);
  }

  #later(data: Buffer, delayMs: number): void {
    const now = performance.now();
    this.#lastDue = Math.max(this.#lastDue, now + delayMs);
    this.#waiting += 1;
    setTimeout(() => {
      this.#waiting -= 1;
      this.#to.write(data);
    }, this.#lastDue - now);
  }
}

/** Opens a wire to a port of this machine. */
export async function openWire(target: number): Promise<Wire> {
  const pairs = new Set<{ readonly client: Socket; readonly directions: readonly Direction[] }>();
  let to: number | undefined = target;
  let delayMs = 0;
  let isFrozen = false;

  const server = createServer((client) => {
    client.on('error', () => {});
    if (to === undefined) return void client.destroy();
    const upstream = connect(to, '127.0.0.1');
    upstream.on('error', () => {});
    for (const socket of [client, upstream]) socket.setNoDelay(true);
    const [there, back] = [new Direction(upstream), new Direction(client)];
    const pair = { client, directions: [there, back] };
    pairs.add(pair);
    client.on('data', (data: Buffer) => there.send(data, delayMs, isFrozen));
    upstream.on('data', (data: Buffer) => back.send(data, delayMs, isFrozen));
    client.on('close', () => {
      pairs.delete(pair);
      upstream.destroy();
    });
    upstream.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const cut = () => {
    const count = pairs.size;
    for (const { client } of pairs) client.destroy();
    return count;
  };
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      to = port;
    },
    cut,
    delay(ms) {
      delayMs = ms;
    },
    freeze(freezes) {
      isFrozen = freezes;
      if (!freezes) for (const { directions } of pairs) for (const direction of directions) direction.thaw();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
