import { connect } from 'node:net';

/** How often each command was called in a Redis since it began, by name. Asked over a bare socket: two lines of protocol need no client. */
export function redisCalls(url: string): Promise<ReadonlyMap<string, number>> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port || 6379), hostname);
    let received = '';
    socket.setEncoding('utf8');
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('Redis closed the connection')));
    socket.on('connect', () => socket.write('INFO commandstats\r\n'));
    socket.on('data', (text: string) => {
      received += text;
      const length = Number(/^\$(\d+)\r\n/.exec(received)?.[1]);
      if (received.startsWith('-')) reject(new Error(received.trim()));
      else if (received.length >= received.indexOf('\n') + 1 + length) {
        resolve(callsOf(received));
        socket.end();
      }
    });
  });
}

function callsOf(text: string): ReadonlyMap<string, number> {
  return new Map([...text.matchAll(/^cmdstat_(\S+?):calls=(\d+)/gm)].map(([, name = '', calls]) => [name, Number(calls)]));
}
