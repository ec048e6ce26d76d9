import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server of this machine that remembers what reached it. */
export interface StubServer {
  readonly port: number;
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** connections ever made: what an SSRF canary counts */
  readonly connections: number;
  /** connections that are open now */
  readonly open: number;
  close(): Promise<void>;
}

/** Answer of a stub. */
export type Answerer = (request: SeenRequest, response: ServerResponse) => void;

/** Starts a server on every IPv4 address of this machine, so that 127.0.0.2 and the like are heard too. */
export async function startStub(answer: Answerer): Promise<StubServer> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const seen = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      requests.push(seen);
      answer(seen, response);
    });
  };
  const server = createServer(listener);
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    requests,
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
