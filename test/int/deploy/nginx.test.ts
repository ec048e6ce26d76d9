import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'chai';
import { build } from '../../../bin/build.mjs';
import { startProjector } from '../../../src/projector/main.ts';
import { startWorker } from '../../../src/worker/main.ts';
import { eventually } from '../../support/eventually.ts';
import { http, post } from '../../support/http/http-client.ts';
import { sequence, task } from '../../support/models/models.ts';
import { hasNginx, startNginx, type TestNginx } from '../../support/nginx.ts';
import { freePort } from '../../support/redis.ts';
import { startService, type TestService } from '../../support/service.ts';

const SLUICE = join(import.meta.dirname, '..', '..', '..', 'bin', 'sluice.mjs');
/** As in docker-compose.yml, less two seconds. */
const DRAIN_SECONDS = 3;
const CLIENTS = 8;

if (hasNginx()) {
  describe('the nginx of deploy/nginx.conf in front of two APIs', function () {
    this.timeout(180_000);
    let service: TestService;
    let nginx: TestNginx;
    let ports: readonly number[];
    const replicas = new Map<number, ChildProcess>();

    before(async () => {
      build();
      service = await startService({ roles: [startWorker, startProjector] });
      ports = [await freePort(), await freePort()];
      await Promise.all(ports.map(startReplica));
      nginx = await startNginx(ports);
      expect((await post(nginx.url, '/Definitions/deploy', { BpmnXml: sequence('order', task('pack')) })).status).to.equal(200);
    });
    after(async () => {
      await nginx?.stop();
      for (const child of replicas.values()) child.kill('SIGKILL');
      await service?.stop();
    });

    async function startReplica(port: number): Promise<void> {
      const env = {
        ...process.env,
        DATABASE_URL: service.databaseUrl,
        HOST: '127.0.0.1',
        PORT: String(port),
        LOG_LEVEL: 'fatal',
      };
      const operands = [SLUICE, 'api'];
      const stdio = ['ignore', 'ignore', 'inherit'] as const;
      replicas.set(
        port,
        spawn(process.execPath, operands, { env: { ...env, Engine__DrainSeconds: String(DRAIN_SECONDS) }, stdio: [...stdio] }),
      );
      const isReady = async () => (await fetch(`http://127.0.0.1:${port}/ready`)).status === 200;
      await eventually('the API is ready', () => isReady().catch(() => false), { withinMs: 60_000 });
    }
    async function restart(port: number): Promise<void> {
      const child = replicas.get(port);
      if (child === undefined) throw new Error('no such replica');
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect((await ended)[0]).to.equal(0);
      await startReplica(port);
    }

    for (const [what, headersOf] of [
      ['writes with a key', () => ({ 'Idempotency-Key': crypto.randomUUID() })],
      ['writes without a key', () => ({})],
    ] as const) {
      it(`gives no error to ${what} nor to reads when both are restarted, one right after the other`, async () => {
        const counts = new Map<number, number>();
        let isOver = false;
        const count = ({ status }: { status: number }) => counts.set(status, (counts.get(status) ?? 0) + 1);
        const client = async () => {
          while (!isOver) {
            count(await post(nginx.url, '/Execution/start', { WorkflowId: 'order' }, headersOf()));
            count(await http(nginx.url, { path: '/Definitions' }));
          }
        };
        const clients = Array.from({ length: CLIENTS }, client);
        try {
          for (const port of ports) await restart(port);
        } finally {
          isOver = true;
          await Promise.all(clients);
        }
        expect(Object.fromEntries(counts), nginx.errors()).to.have.all.keys('200');
        expect(counts.get(200)).to.be.above(100);
      });
    }

    it('hands writes over whole, with and without a key', async () => {
      const body = { WorkflowId: 'order', Variables: { text: 'x'.repeat(200_000) } };
      const headers = { 'Idempotency-Key': crypto.randomUUID() };
      const [first, again] = [
        await post(nginx.url, '/Execution/start', body, headers),
        await post(nginx.url, '/Execution/start', body, headers),
      ];
      expect([first.status, again.json]).to.deep.equal([200, first.json]);
      expect((await post(nginx.url, '/Execution/start', body)).status).to.equal(200);
      expect(
        (await post(nginx.url, '/Execution/start', '{', { ...headers, 'Content-Type': 'application/json' })).status,
      ).to.equal(400);
    });

    for (const path of [
      '/metrics',
      '/Metrics/',
      '//metrics',
      '/x/../metrics',
      '/%6detrics',
      '/metrics%2f',
      '/metrics?a',
      '/docs',
      '/docs/x.css',
      '/openapi.json',
    ])
      it(`answers 404 for ${path}`, async () => {
        const answer = await http(nginx.url, { path });
        expect([answer.status, answer.text.includes('service_'), answer.text.includes('openapi')]).to.deep.equal([
          404,
          false,
          false,
        ]);
      });

    it('lets no one reach the metrics by an odd spelling', async () => {
      for (const path of [
        '/%256detrics',
        '/\\metrics',
        '/./metrics',
        '/metrics/.',
        '/metrics;a',
        '/metrics%00',
        '/%2fmetrics',
        '/metrics%23',
      ])
        expect((await http(nginx.url, { path })).text, path).not.to.contain('# TYPE');
    });
  });
}
