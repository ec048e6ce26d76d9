import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import { ConfigError, type PortSetting } from '../../../src/platform/config.ts';
import { openHealth } from '../../../src/platform/health.ts';
import { type RunningHttpServer, startHttpServer } from '../../../src/platform/http-server.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { openMetrics } from '../../../src/platform/metrics.ts';
import { startMetricsServer } from '../../../src/platform/metrics-server.ts';

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

  it('answers 400 and lets go when a request takes too long to arrive (reliability 4.3)', async () => {
    const limits = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 };
    for (const part of ['GET / HTTP/1.1\r\nHost: x\r\nA: ', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{']) {
      const server = await startHttpServer((received) => received.resume(), '127.0.0.1', ANY, undefined, limits);
      running.push(server);
      const socket = connect(server.port, '127.0.0.1');
      let answer = '';
      socket.on('data', (data) => {
        answer += String(data);
      });
      socket.write(part);
      await once(socket, 'close');
      expect(answer.split('\r\n')[0]).to.equal('HTTP/1.1 400 Bad Request');
    }
  });

  it('answers 400 and goes on when a client speaks no HTTP', async () => {
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
