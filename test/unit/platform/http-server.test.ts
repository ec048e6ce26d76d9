import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { ConfigError, type PortSetting } from '../../../src/platform/config/config.ts';
import { openHealth } from '../../../src/platform/health.ts';
import { type RunningHttpServer, startHttpServer } from '../../../src/platform/http-server.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { openMetrics } from '../../../src/platform/metrics/metrics.ts';
import { startMetricsServer } from '../../../src/platform/metrics/metrics-server.ts';
import { eventually, soon } from '../../support/eventually.ts';
import { itFull } from '../../support/tier.ts';

/** Eight clients in their own thread: one connection for each request, until the port is closed. */
const CLIENTS_WITHOUT_KEPT_CONNECTIONS = `
  const { connect } = require('node:net');
  const { parentPort, workerData: port } = require('node:worker_threads');
  const counts = { answered: 0, reset: 0 };
  let isOver = false;
  function next() {
    if (isOver) return;
    let isConnected = false;
    let isAnswered = false;
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      isConnected = true;
      socket.write('POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n');
    });
    socket.on('data', () => {
      if (!isAnswered && ++counts.answered === 16) parentPort.postMessage('busy');
      isAnswered = true;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (isConnected && !isAnswered) counts.reset++;
      if (isConnected) next();
    });
  }
  for (let n = 0; n < 8; n++) next();
  parentPort.on('message', () => {
    isOver = true;
    parentPort.postMessage(counts);
  });
`;

const ANY: PortSetting = { key: 'PORT', number: 0, isExplicit: true };

describe('an HTTP server', () => {
  const running: RunningHttpServer[] = [];
  afterEach(async () => {
    for (const server of running.splice(0)) await server.close(0);
  });
  async function start(
    setting: PortSetting,
    handler = (_: unknown, response: { end(text: string): void }) => response.end('ok'),
  ) {
    const server = await startHttpServer(handler, '127.0.0.1', setting);
    running.push(server);
    return server;
  }

  it('takes a free port when its default port is busy', async () => {
    const first = await start(ANY);
    const second = await start({ key: 'PORT', number: first.port, isExplicit: false });
    expect(second.port).not.to.equal(first.port);
    expect(await (await fetch(second.url)).text()).to.equal('ok');
  });

  it('is refused with the name of the key when its explicit port is busy', async () => {
    const first = await start(ANY);
    const error = await start({ key: 'UI_PORT', number: first.port, isExplicit: true }).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ConfigError).with.property('key', 'UI_PORT');
    expect((error as ConfigError).reason).to.contain(`port ${first.port}, which is already in use`);
  });

  it('keeps idle connections longer than usual proxies do', async () => {
    const { url } = await start(ANY);
    expect((await fetch(url)).headers.get('keep-alive')).to.equal('timeout=65');
  });

  it('lets a running request end and closes its connection when it is closed', async () => {
    let answer: () => void = () => {};
    const arrived = new Promise<void>((resolve) => {
      void start(ANY, (_, response) => {
        answer = () => response.end('late');
        resolve();
      });
    });
    while (running.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const call = fetch(running[0]!.url);
    await arrived;
    const closing = running[0]!.close(10_000);
    answer();
    expect(await (await call).text()).to.equal('late');
    await closing;
  });

  itFull('resets no connection that it could still accept when it is closed', async () => {
    const counts = { answered: 0, reset: 0 };
    for (let round = 0; round < 8; round++) {
      const server = await start(ANY, (_, response) => {
        busy(1);
        response.end('ok');
      });
      const clients = new Worker(CLIENTS_WITHOUT_KEPT_CONNECTIONS, { eval: true, workerData: server.port });
      await once(clients, 'message');
      await server.close(60_000);
      clients.postMessage('stop');
      const [seen] = (await once(clients, 'message')) as [typeof counts];
      counts.answered += seen.answered;
      counts.reset += seen.reset;
      await clients.terminate();
    }
    expect(counts.reset).to.equal(0);
    expect(counts.answered).to.be.at.least(8 * 16);
  });

  // slow: more connections than a busy process accepts within a second
  it('resets no waiting connection when it is closed while the process is busy', async () => {
    const server = await start(ANY);
    let isOver = false;
    const slowTurn = () => {
      busy(8);
      if (!isOver) setImmediate(slowTurn);
    };
    const answers = Array.from({ length: 200 }, async () => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
      let answer = '';
      socket.on('data', (data) => {
        answer += String(data);
      });
      await once(socket, 'close').catch(() => {});
      return answer.split('\r\n')[0];
    });
    slowTurn();
    await server.close(60_000);
    isOver = true;
    expect(new Set(await Promise.all(answers))).to.deep.equal(new Set(['HTTP/1.1 200 OK']));
  });

  /** What a connection has been answered when an impatient server closes it. `part`: what the client sends immediately, if anything. */
  async function answeredUntilClosed(part?: string): Promise<string> {
    const limits = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 };
    const server = await startHttpServer((received) => received.resume(), '127.0.0.1', ANY, undefined, limits);
    running.push(server);
    const socket = connect(server.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += String(data);
    });
    if (part !== undefined) socket.write(part);
    await once(socket, 'close');
    return answer;
  }

  it('does not wait for a connection on which nothing was asked when it is closed', async () => {
    const server = await startHttpServer((_, response) => response.end(), '127.0.0.1', ANY);
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    await soon('the close', server.close(3_600_000));
    socket.destroy();
  });

  it('answers 400 and lets go when a request takes too long to arrive', async () => {
    for (const part of ['GET / HTTP/1.1\r\nHost: x\r\nA: ', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{']) {
      // without an answer the time was over before the part arrived, as on a machine that has other work
      const answer = await eventually('an answer', async () => (await answeredUntilClosed(part)) || undefined);
      expect(answer.split('\r\n')[0]).to.equal('HTTP/1.1 400 Bad Request');
    }
  });

  it('closes a connection without an answer when nothing was asked on it for too long', async () => {
    expect(await answeredUntilClosed()).to.equal('');
  });

  it('closes the connection when a client takes nothing of its answer, and releases the answer', async () => {
    const answer = Buffer.alloc(64 << 20);
    const server = await startHttpServer((_, response) => response.end(answer), '127.0.0.1', ANY, undefined, { stalledMs: 100 });
    running.push(server);
    const accepted = once(server.server, 'connection');
    const client = connect(server.port, '127.0.0.1').pause();
    client.on('error', () => {});
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [socket] = (await accepted) as [Socket];
    await soon('the close', once(socket, 'close'));
    client.destroy();
  });

  it('keeps the connection when an answer takes longer than a client may stall, and closes it when it is idle', async () => {
    const limits = { stalledMs: 500, keepAliveTimeout: 100 };
    const late: Parameters<typeof startHttpServer>[0] = (_, response) => void setTimeout(() => response.end('late'), 1200);
    const server = await startHttpServer(late, '127.0.0.1', ANY, undefined, limits);
    running.push(server);
    const client = connect(server.port, '127.0.0.1');
    let answer = '';
    client.on('data', (data) => {
      answer += String(data);
    });
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await soon('the close', once(client, 'close'));
    expect(answer)
      .to.match(/^HTTP\/1\.1 200 OK/)
      .and.to.match(/late$/);
  });

  it('answers 400 and continues when a client speaks no HTTP', async () => {
    const server = await start(ANY);
    const call = request({ port: server.port, host: '127.0.0.1', headers: { 'Content-Length': 'x' }, method: 'GET' });
    call.on('error', () => {});
    call.end();
    const [response] = await once(call, 'response');
    response.resume();
    expect(response.statusCode).to.equal(400);
    expect((await fetch(server.url)).status).to.equal(200);
  });
});

describe('the metrics port', () => {
  let server: RunningHttpServer;
  before(async () => {
    const health = openHealth(silentLog);
    health.addCheck('queue', () => Promise.reject(new Error('away')));
    server = await startMetricsServer(health, openMetrics(), '127.0.0.1', ANY, () => undefined);
  });
  after(() => server.close(0));

  const answers: readonly [method: string, path: string, status: number, body: string | RegExp][] = [
    ['GET', '/health', 200, 'Healthy'],
    ['GET', '/Alive/', 200, 'Healthy'],
    ['GET', '/ready?x=1', 503, 'Not ready: queue'],
    ['HEAD', '/health', 200, ''],
    ['POST', '/health', 405, 'Method not allowed'],
    ['GET', '/', 404, 'Not found'],
    ['GET', '/metrics', 200, /service_workflow_started_total 0/],
  ];
  for (const [method, path, status, body] of answers) {
    it(`answers ${status} when asked ${method} ${path}`, async () => {
      const answer = await fetch(server.url + path, { method });
      expect(answer.status).to.equal(status);
      expect(answer.headers.get('cache-control')).to.equal('no-store');
      if (typeof body === 'string') expect(await answer.text()).to.equal(body);
      else expect(await answer.text()).to.match(body);
    });
  }
});

function busy(forMs: number): void {
  const until = performance.now() + forMs;
  while (performance.now() < until);
}
