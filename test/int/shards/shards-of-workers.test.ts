// tier all: real workers and queues of two shards
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { poolConnection } from '../../../src/db/connection.ts';
import { openPool } from '../../../src/db/pool.ts';
import { newId, shardOf } from '../../../src/platform/ids.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { withTrace } from '../../../src/platform/telemetry/tracing.ts';
import { startProjector } from '../../../src/projector/main.ts';
import { openCommandBatchSender } from '../../../src/queue/command-batch-sender.ts';
import type { CommandSender } from '../../../src/queue/command-sender.ts';
import { openInbox } from '../../../src/store/inbox.ts';
import { startWorker } from '../../../src/worker/main.ts';
import { deployOf, startOf } from '../../support/commands.ts';
import { eventually } from '../../support/eventually.ts';
import { oneTask } from '../../support/models/custom-task-models.ts';
import { catching, message, onMessage, processOf, throwing } from '../../support/models/event-elements.ts';
import { openView } from '../../support/open-backend.ts';
import { type OtlpCollector, openOtlpCollector } from '../../support/otlp-collector.ts';
import { queryOnce } from '../../support/query-once.ts';
import { startService, type TestService } from '../../support/service.ts';

const ROOTS = message('a', 'a');
const [PRODUCER, CONSUMER] = [4, 5];

// slow: 5 s, two shards with their workers start
describe('workers of two shards (docs/contributing/spec/shards.md)', () => {
  let service: TestService;
  let collector: OtlpCollector;
  const senders: CommandSender[] = [];
  const closers: (() => Promise<unknown>)[] = [];
  before(async () => {
    collector = await openOtlpCollector();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    service = await startService({ shards: 2, roles: [startWorker, startProjector], env });
    for (const url of service.databaseUrls) senders.push(await open(url));
    await deployed(processOf('throws', ROOTS, [throwing('throw', onMessage('a'))]));
    await deployed(processOf('hears', ROOTS, [catching('wait', onMessage('a'))]));
    await deployed(oneTask('publishes', 'publish-message', { inputs: { messageName: 'a' } }));
    const listed = 'select count(*)::int as count from q_definition';
    await eventually('the copies', async () => (await sql<{ count: number }>(1, listed))[0]?.count === 3);
  });
  after(async () => {
    for (const close of closers.reverse()) await close();
    await service.stop();
    await collector.close();
  });

  const sender = (shard: number) => senders[shard] as CommandSender;
  async function open(databaseUrl: string): Promise<CommandSender> {
    const pool = openPool(databaseUrl, { max: 1, applicationName: 'sluice test' });
    const backend = await openView(databaseUrl, service.runtime.config.redisUrl);
    const readInbox = async (ids: readonly string[]) => (await openInbox(poolConnection(pool), ids)).known;
    const opened = await openCommandBatchSender(backend, { timeoutMs: 60_000, readInbox, log: silentLog });
    closers.push(
      () => pool.end(),
      () => backend.close(),
      () => opened.close(),
    );
    return opened;
  }
  const sql = async <Row extends object>(shard: number, text: string, values: readonly unknown[] = []) =>
    (await queryOnce(service.databaseUrls[shard] ?? '', text, values)).rows as Row[];
  async function deployed(bpmnXml: string): Promise<void> {
    expect(await sender(0).send(deployOf(bpmnXml))).to.have.nested.property('reply.ok', true);
  }
  async function started(shard: number, key: string): Promise<string> {
    const start = startOf(key, { id: newId(shard), instanceId: newId(shard) });
    expect(await sender(shard).send(start)).to.have.nested.property('reply.ok', true);
    return start.instanceId;
  }
  const untilOver = (id: string) =>
    eventually(`the end of an instance in shard ${shardOf(id)}`, async () => {
      const [row] = await sql<{ is_terminal: boolean }>(shardOf(id), 'select is_terminal from instance where id = $1', [id]);
      return row?.is_terminal === true;
    });

  for (const [by, key] of [
    ['an instance', 'throws'],
    ['a plugin', 'publishes'],
  ] as const)
    for (const from of [0, 1])
      it(`deliver what ${by} of shard ${from} sends to both`, async () => {
        const receivers = [await started(0, 'hears'), await started(1, 'hears')];
        await started(from, key);
        for (const id of receivers) await untilOver(id);
        await eventually('an empty outbox', async () => (await sql(from, 'select from outbox')).length === 0);
      });

  it('continue the trace of the request in both shards when an instance sends a message', async () => {
    const traceId = randomBytes(16).toString('hex');
    const receivers = [await started(0, 'hears'), await started(1, 'hears')];
    const id = await withTrace({ traceId, spanId: '00000000000000a1', isSampled: true }, () => started(1, 'throws'));
    for (const receiver of [...receivers, id]) await untilOver(receiver);
    const inTrace = (kind: number) =>
      collector.spans.filter((span) => span.traceId === traceId && span.kind === kind && span.name.endsWith(' DeliverMessage'));
    // the delivery of the sender has a span too: the parent of both messages
    await eventually('spans', () => inTrace(PRODUCER).length === 2 && inTrace(CONSUMER).length === 3);
    const [sender, ...others] = new Set(inTrace(PRODUCER).map(({ parentSpanId }) => parentSpanId));
    expect(others).to.deep.equal([]);
    expect(inTrace(CONSUMER).find(({ spanId }) => spanId === sender)).to.not.equal(undefined);
    const received = inTrace(CONSUMER).filter(({ spanId }) => spanId !== sender);
    expect(received.map(({ parentSpanId }) => parentSpanId)).to.have.members(inTrace(PRODUCER).map(({ spanId }) => spanId));
  });
});
