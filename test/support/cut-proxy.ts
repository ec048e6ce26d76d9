import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A wire to Postgres that can be cut at the worst moment. */
export interface CutProxy {
  /** the database's address through the proxy */
  readonly url: string;
  /** The next commits that the server reports are not passed on: the connection is cut instead, though the commit has happened. */
  cutOnCommit(times: number): void;
  /** Stops all data on the open connections without an error on either side; new connections work. */
  freeze(): void;
  /** Cuts all connections and each new one, until it is called with false. */
  setDown(isDown: boolean): void;
  /** commits that were cut so far */
  readonly cuts: number;
  close(): Promise<void>;
}

/** CommandComplete of a commit (PostgreSQL protocol, message format C). */
const COMMITTED = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1');

export async function openCutProxy(databaseUrl: string): Promise<CutProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  const frozen = new WeakSet<Socket>();
  let cutsLeft = 0;
  let cuts = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  let isDown = false;
  const server = createServer((client) => {
    if (isDown) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    keep(client);
    keep(upstream);
    client.on('data', (data) => frozen.has(client) || upstream.write(data));
    upstream.on('data', (data) => {
      if (frozen.has(client)) return;
      if (cutsLeft > 0 && data.includes(COMMITTED)) {
        cutsLeft -= 1;
        cuts += 1;
        client.destroy();
        upstream.destroy();
      } else client.write(data);
    });
    clients.add(client);
    client.on('close', () => {
      clients.delete(client);
      upstream.destroy();
    });
    upstream.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    setDown(value) {
      isDown = value;
      if (value) for (const socket of sockets) socket.destroy();
    },
    cutOnCommit(times) {
      cutsLeft = times;
    },
    freeze() {
      for (const client of clients) frozen.add(client);
    },
    get cuts() {
      return cuts;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
