import { connect, type Socket } from 'node:net';
import { type Latencies, latenciesOf, serveLoad } from './driver-process.ts';

/**
 * The load driver, its own process: keeps a number of connections busy with one POST each and reports the results.
 * Raw sockets, because a full HTTP client would use more of the machine than the measured service.
 */
export interface Load {
  readonly url: string;
  readonly body: string;
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult extends Latencies {
  readonly requests: number;
  readonly errors: number;
  /** first unexpected answer, for people */
  readonly firstError: string | null;
  readonly seconds: number;
}

serveLoad(run);

async function run(load: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  const failures: string[] = [];
  const began = performance.now();
  const until = began + load.seconds * 1000;
  await Promise.all(Array.from({ length: load.connections }, () => keepBusy(load, until, latencies, failures)));
  const seconds = (performance.now() - began) / 1000;
  return {
    requests: latencies.length,
    errors: failures.length,
    firstError: failures[0] ?? null,
    seconds,
    ...latenciesOf(latencies),
  };
}

/** One connection: request, answer, request, until the time is over. */
function keepBusy(load: Load, until: number, latencies: number[], failures: string[]): Promise<void> {
  const { hostname, port, pathname } = new URL(load.url);
  const head = `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(load.body)}\r\n\r\n`;
  const request = Buffer.from(head + load.body);
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
    socket.setNoDelay(true);
    let sentAt = 0;
    let received = '';
    const send = () => {
      if (performance.now() >= until) {
        socket.end();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(request);
    };
    socket.setEncoding('latin1');
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (text: string) => {
      received += text;
      if (!isWhole(received)) return;
      if (received.startsWith('HTTP/1.1 200')) latencies.push(performance.now() - sentAt);
      else failures.push(received.slice(0, 400));
      received = '';
      send();
    });
  });
}

function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(received);
  return length !== null && received.length >= end + 4 + Number(length[1]);
}
