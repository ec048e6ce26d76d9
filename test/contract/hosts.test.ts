import { connect } from 'node:net';
import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { openHealth } from '../../src/platform/health.ts';
import { createHostCheck } from '../../src/platform/host-check.ts';
import type { RunningHttpServer } from '../../src/platform/http-server.ts';
import { silentLog } from '../../src/platform/log.ts';
import { openMetrics } from '../../src/platform/metrics/metrics.ts';
import { startMetricsServer } from '../../src/platform/metrics/metrics-server.ts';
import { startUi } from '../../src/ui/main.ts';
import { expectProblem } from '../support/http/expect-answer.ts';
import { get, post } from '../support/http/http-client.ts';
import { type RecordingLog, recordingLog } from '../support/recording-log.ts';
import { startService, type TestService } from '../support/service.ts';

const FOREIGN = "This service does not answer to the host 'evil.example'. Its hosts are named in ALLOWED_HOSTS.";
const UNREADABLE = 'The request must name its host once, as a name or an address, with or without a port.';
const evil = { Host: 'evil.example' };

describe('the hosts a port answers to (docs/contributing/spec/http/access.md#known-hosts)', () => {
  const log: RecordingLog = recordingLog();
  let service: TestService;
  let uiUrl: string;
  before(async () => {
    const env = { UI_PORT: '0', ALLOWED_HOSTS: 'api.example,*.inside.example', UI_PUBLIC_URL: 'https://pages.example:8443' };
    service = await startService({ env, log, roles: [startApi] });
    uiUrl = (await service.start(startUi)).url ?? '';
  });
  after(() => service.stop());

  it('refuse a start under a foreign host, and do nothing', async () => {
    const answer = await post(service.url, '/Execution/start', { WorkflowId: 'a' }, evil);
    expectProblem(answer, 421, FOREIGN, '/Execution/start');
  });

  it('refuse everything of the API but its health under a foreign host', async () => {
    for (const path of ['/Definitions', '/metrics', '/docs', '/openapi.json', '/nothing', '/Definitions/%zz', '/health/x']) {
      expectProblem(await get(service.url, path, evil), 421, FOREIGN, path);
    }
    for (const path of ['/health', '/alive', '/ready', '/HEALTH/', '/%68ealth']) {
      expect([path, (await get(service.url, path, evil)).status]).to.deep.equal([path, 200]);
    }
  });

  it('refuse everything of the pages but their health under a foreign host, before there is a session', async () => {
    for (const path of ['/', '/workflows', '/ui/api/session', '/ui/api/service/Definitions', '/theme.js', '/nothing']) {
      const answer = await get(uiUrl, path, evil);
      expect([path, answer.status, answer.headers['set-cookie']]).to.deep.equal([path, 421, undefined]);
      expect(answer.json?.detail ?? answer.text).to.contain('ALLOWED_HOSTS');
    }
    expect((await post(uiUrl, '/ui/api/service/Execution/start', {}, evil)).json).to.deep.equal({
      status: 421,
      detail: FOREIGN,
      code: 'unknown-host',
    });
    for (const path of ['/health', '/alive', '/ready']) expect((await get(uiUrl, path, evil)).status).to.equal(200);
  });

  it('answer under loopback names, addresses and the names of the list', async () => {
    for (const Host of ['localhost', '192.0.2.7:1', '[::1]:2', 'API.example', 'a.inside.example.:3']) {
      expect([Host, (await get(service.url, '/metrics', { Host })).status]).to.deep.equal([Host, 200]);
      expect([Host, (await get(uiUrl, '/ui/api/session', { Host })).status]).to.deep.equal([Host, 200]);
    }
  });

  it('answer under the host of UI_PUBLIC_URL at the pages, not at the API', async () => {
    expect((await get(uiUrl, '/workflows', { Host: 'pages.example' })).status).to.equal(200);
    expect((await get(service.url, '/metrics', { Host: 'pages.example' })).status).to.equal(421);
  });

  const raw: readonly [why: string, head: string, status: number][] = [
    ['there are two', 'GET /metrics HTTP/1.1\r\nHost: localhost\r\nHost: evil.example', 400],
    ['there are two and ours is second', 'GET /metrics HTTP/1.1\r\nhost: evil.example\r\nHOST: localhost', 400],
    ['the target is absolute and foreign', 'GET http://evil.example/metrics HTTP/1.1\r\nHost: localhost', 421],
    ['the target is absolute and ours', 'GET http://localhost/metrics HTTP/1.1\r\nHost: evil.example', 421],
    ['both are ours', 'GET http://LOCALHOST:1/metrics HTTP/1.1\r\nHost: localhost', 200],
    ['it hides behind a port', 'GET /metrics HTTP/1.1\r\nHost: localhost:8080.evil.example', 400],
    ['it hides behind a user', 'GET http://localhost@evil.example/metrics HTTP/1.1\r\nHost: localhost', 400],
    ['it is empty', 'GET /metrics HTTP/1.1\r\nHost:', 400],
    ['it is missing', 'GET /metrics HTTP/1.1\r\nX: y', 400],
    ['it is missing in HTTP/1.0', 'GET /metrics HTTP/1.0\r\nX: y', 200],
    ['it is foreign in HTTP/1.0', 'GET /metrics HTTP/1.0\r\nHost: evil.example', 421],
    ['an unknown client forwards another', 'GET /metrics HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: localhost', 421],
    ['it comes with an upgrade', 'GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket', 421],
    ['all options are asked for', 'OPTIONS * HTTP/1.1\r\nHost: evil.example', 421],
  ];
  for (const [why, head, status] of raw) {
    it(`answer ${status} to a host when ${why}`, async () => {
      expect(await statusOf(service.url, head)).to.equal(status);
      const atUi = head.replace('/metrics', '/ui/api/session');
      if (!head.startsWith('OPTIONS')) expect(await statusOf(uiUrl, atUi)).to.equal(status);
      else expect(await statusOf(uiUrl, head)).to.equal(421);
    });
  }

  it('log a host that was refused', () => {
    expect(log.of(7024)[0]?.properties).to.deep.equal({ Host: 'evil.example', ClientAddress: '127.0.0.1' });
  });

  it('refuse an unreadable host with the reason', async () => {
    expectProblem(await get(service.url, '/Definitions', { Host: 'a b' }), 400, UNREADABLE, '/Definitions');
  });

  describe('of a worker', () => {
    let server: RunningHttpServer;
    before(async () => {
      const hosts = createHostCheck({ bound: '127.0.0.1', allowed: [], proxies: { addresses: [], networks: [] } }, silentLog);
      const port = { key: 'METRICS_PORT', number: 0, isExplicit: true } as const;
      server = await startMetricsServer(openHealth(silentLog), openMetrics(), '127.0.0.1', port, hosts);
    });
    after(() => server.close(0));

    it('are the same: metrics under our hosts, health under any', async () => {
      const foreign = await get(server.url, '/metrics', evil);
      expect([foreign.status, foreign.text]).to.deep.equal([421, FOREIGN]);
      expect((await get(server.url, '/metrics')).status).to.equal(200);
      expect((await get(server.url, '/ready', evil)).status).to.equal(200);
    });
  });
});

describe('a port that other machines reach (docs/contributing/spec/http/access.md#loopback-by-default)', () => {
  for (const [name, env, lines] of [
    ['HOST lets them in', { HOST: '0.0.0.0' }, 2],
    ['HOST is loopback', { HOST: '127.0.0.1' }, 0],
    ['the API asks for tokens', { HOST: '0.0.0.0', Authentication__Authority: 'https://127.0.0.1:9' }, 0],
  ] as const) {
    it(`${lines === 0 ? 'is not spoken of' : 'tells the log that it asks for nothing (7057)'} when ${name}`, async () => {
      const log = recordingLog();
      const service = await startService({ env: { UI_PORT: '0', ...env }, log, roles: [startApi, startUi] });
      await service.stop();
      expect(log.of(7057)).to.have.length(lines);
    });
  }
});

/** The status of the answer to a head as written. */
function statusOf(url: string, head: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(`${head}\r\n\r\n`));
    socket.on('error', reject).on('close', () => reject(new Error(`no answer: ${received}`)));
    socket.on('data', (chunk) => {
      received += chunk;
      const status = /^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1];
      if (status === undefined) return;
      resolve(Number(status));
      socket.destroy();
    });
  });
}
