// tier all: servers that answer slowly or never; takes 7 s

import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { restCall } from '../../../../src/plugins/builtin/rest-call/rest-call.ts';
import { itFull } from '../../../support/tier.ts';
import { contextOf, failureOf, readableLog, run } from './plugin-run.ts';

const plugin = restCall({ log: readableLog().log, addresses: { denyPrivateNetworks: false, allowedNetworks: [] } });
const MB = 1_048_576;

/** Answers every connection by hand: what a well-behaved server would never send. */
async function withServer(onRequest: (socket: Socket) => void, use: (url: string) => Promise<void>): Promise<void> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('data', () => onRequest(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

function whole(body: Buffer, headers = ''): (socket: Socket) => void {
  return (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n${headers}\r\n`);
    socket.end(body);
  };
}

/** Sends chunks as fast as they are taken, forever. */
function endless(socket: Socket, head: string, chunk: Buffer): void {
  socket.write(head);
  const more = () => {
    let isTaken = socket.writable;
    while (isTaken) isTaken = socket.write(chunk);
  };
  socket.on('drain', more);
  more();
}

const CHUNK = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'a'), Buffer.from('\r\n')]);

describe('rest-call, servers that mean no good', () => {
  itFull('ends with 502 when a chunked body has no end', () =>
    withServer(
      (socket) => endless(socket, 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', CHUNK),
      async (url) => {
        const failure = await failureOf(plugin, { url });
        expect(failure).to.include({ code: '502', message: `The response from ${url} is larger than 10485760 bytes.` });
      },
    ),
  );

  it('ends with the status when the body of a failure has no end', () =>
    withServer(
      (socket) => endless(socket, 'HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n', CHUNK),
      async (url) => {
        expect(await failureOf(plugin, { url })).to.include({
          code: '500',
          message: `HTTP 500 from ${url}: ${'a'.repeat(1024)}`,
        });
      },
    ));

  it('takes a body when it is as large as allowed', () =>
    withServer(whole(Buffer.alloc(10 * MB, 'a')), async (url) => {
      expect(await run(plugin, { url })).to.have.nested.property('__response.body.length', 10 * MB);
    }));

  it('ends with 502 when a body is one byte larger than allowed', () =>
    withServer(whole(Buffer.alloc(10 * MB + 1, 'a')), async (url) => {
      expect((await failureOf(plugin, { url })).code).to.equal('502');
    }));

  for (const [encoding, bomb] of [
    ['gzip', gzipSync(Buffer.alloc(100 * MB))],
    ['br', brotliCompressSync(Buffer.alloc(100 * MB), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ] as const) {
    it(`ends with 502 and little memory when ${encoding} unpacks to 100 MB`, () =>
      withServer(whole(bomb, `content-encoding: ${encoding}\r\n`), async (url) => {
        const before = process.memoryUsage().rss;
        expect((await failureOf(plugin, { url })).code).to.equal('502');
        expect(process.memoryUsage().rss - before).to.be.lessThan(80 * MB);
      }));
  }

  it('unpacks a body when it is compressed', () =>
    withServer(whole(gzipSync('{"a":1}'), 'content-encoding: gzip\r\ncontent-type: application/json\r\n'), async (url) => {
      expect(await run(plugin, { url })).to.have.deep.nested.property('__response.body', { a: 1 });
    }));

  for (const [what, bytes, headers] of [
    ['a compressed body is cut off', gzipSync('hello').subarray(0, 12), 'content-encoding: gzip\r\n'],
    ['a compressed body is none', Buffer.from('hello'), 'content-encoding: gzip\r\n'],
  ] as const) {
    it(`ends with 502 when ${what}`, () =>
      withServer(whole(bytes, headers), async (url) => {
        expect((await failureOf(plugin, { url })).code).to.equal('502');
      }));
  }

  for (const [what, answer] of [
    ['is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
    ['ends before its headers do', 'HTTP/1.1 200 OK\r\ncontent-'],
    ['ends before its body does', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'],
    ['has two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['has a length and chunks', 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['has headers of 64 KB', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(65_536)}\r\n\r\n`],
    ['changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'],
    ['is empty', ''],
  ] as const) {
    it(`ends with 502 when the answer ${what}`, () =>
      withServer(
        (socket) => socket.end(answer),
        async (url) => {
          expect((await failureOf(plugin, { url })).code).to.equal('502');
        },
      ));
  }

  it('ends with 504 when the server never answers, stops in the middle or drips', async () => {
    const slow = [
      () => undefined,
      (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nx-a:'),
      (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\na'),
      dripping,
    ];
    const all = slow.map((answer) =>
      withServer(
        (socket) => void answer(socket),
        async (url) => {
          const failure = await failureOf(plugin, { url, timeoutSec: 1 });
          expect(failure).to.include({ code: '504', message: `No complete response from ${url} within 1 seconds.` });
        },
      ),
    );
    await Promise.all(all);
  });

  it('lets go of the connection immediately when its signal is aborted', async () => {
    const stop = new AbortController();
    let closed: Promise<unknown> | undefined;
    await withServer(
      (socket) => {
        closed = new Promise((resolve) => socket.once('close', resolve));
        stop.abort();
      },
      async (url) => {
        const failure = await failureOf(plugin, { url, timeoutSec: 300 }, contextOf(), stop.signal);
        expect(failure.code).to.equal('502');
        await closed;
      },
    );
  });
});

function dripping(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
  const timer = setInterval(() => socket.write('a'), 20);
  socket.on('close', () => clearInterval(timer));
}
