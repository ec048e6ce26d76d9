import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { type OtlpCollector, openOtlpCollector } from '../../support/otlp-collector.ts';

// tier all: starts a worker process; test/contract/telemetry-export.test.ts shows the same within the test process

const SECRET = 'pl4nted-key';

describe('a process with a collector', () => {
  let database: TestDatabase;
  let collector: OtlpCollector;
  let child: ChildProcess;
  before(async () => {
    database = await createTestDatabase();
    collector = await openOtlpCollector();
  });
  after(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await collector.close();
    await database.drop();
  });

  it('sends metrics and its log lines up to the stop, and reports nothing of the headers, when it runs and stops', async () => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: database.url,
      HOST: '127.0.0.1',
      METRICS_PORT: '0',
      NODE_ENV: 'production',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: `api-key=${SECRET}`,
      OTEL_METRIC_EXPORT_INTERVAL: '200',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    };
    child = spawn(process.execPath, commandLine('worker'), { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
    await eventually('the worker runs', () => output.includes('"eventId":7040'), { withinMs: 30_000 });
    await eventually('metrics come', () => collector.metrics.has('service.queue.jobs'));
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).to.equal(0);
    expect(collector.metrics.get('service.dead.letters')?.points[0]?.value).to.equal(0);
    const told = collector.logs.map(({ attributes }) => attributes['eventId']);
    expect(told).to.include.members([7040, 7041]);
    expect(collector.logs.map(({ attributes }) => attributes['Phase'])).to.include('stopping');
    expect(output).not.to.contain(SECRET);
    const sent = collector.requests.find(({ path }) => path === '/v1/logs');
    expect(sent?.headers['api-key']).to.equal(SECRET);
    expect(JSON.stringify(JSON.parse(sent?.body ?? '{}').resourceLogs[0].resource)).to.contain('sluice-worker');
  });
});
