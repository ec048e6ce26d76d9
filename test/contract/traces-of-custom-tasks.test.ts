// tier all: starts plugin hosts; test/contract/traces.test.ts shows traces

import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { openLog } from '../../src/platform/log.ts';
import type { ServedHost } from '../../src/plugin-host/host.ts';
import { definePlugin, response, TaskFailure } from '../../src/plugins/plugin.ts';
import { eventually } from '../support/eventually.ts';
import { expectJson } from '../support/http/expect-answer.ts';
import { http } from '../support/http/http-client.ts';
import { deploy, start, stateOf, until } from '../support/http/steps.ts';
import { oneTask } from '../support/models/custom-task-models.ts';
import { startedByMessage } from '../support/models/event-models.ts';
import { type OtlpCollector, openOtlpCollector } from '../support/otlp-collector.ts';
import { startTestHost } from '../support/plugin-host.ts';
import { type StubServer, startStub } from '../support/servers/stub-server.ts';
import { startService, type TestService, TIER_BACKENDS } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const [CLIENT, PRODUCER, CONSUMER] = [3, 4, 5];
const hex = (bytes: number) => randomBytes(bytes).toString('hex');
const sampled = (traceId: string) => `00-${traceId}-${hex(8)}-01`;
const partsOf = (traceparent: unknown) => String(traceparent).split('-');

/** Spans reach the collector immediately instead of every five seconds. */
const QUICKLY = 'OTEL_BSP_SCHEDULE_DELAY';

/** Shows what it is to hand on. */
const tracer = definePlugin({ taskType: 'tracer', execute: (_input, { traceparent }) => response(traceparent) });
const refusing = definePlugin({
  taskType: 'refusing',
  execute() {
    throw new TaskFailure('E42', 'the card of-nobody-else was declined');
  },
});

async function startTraced(service: TestService, key: string, traceparent: string): Promise<string> {
  const headers = { traceparent };
  const answer = await http(service.url, { method: 'POST', path: '/Execution/start', body: { WorkflowId: key }, headers });
  return expectJson(answer).WorkflowInstanceId as string;
}

/** The output of the task of an ended instance. */
async function resultOf(service: TestService, id: string): Promise<unknown> {
  const state = await until(
    () => stateOf(service.url, id),
    (seen) => seen.isCompleted,
  );
  return state.variableStates[0]?.variables['result'];
}

async function deployAll(service: TestService, stub: StubServer): Promise<void> {
  await deploy(service.url, oneTask('tracing', 'tracer', { outputs: { result: '=__response' } }));
  await deploy(service.url, oneTask('refusing', 'refusing'));
  await deploy(service.url, oneTask('calling', 'rest-call', { inputs: { url: `${stub.url}/there?card=of-nobody-else` } }));
  await deploy(service.url, oneTask('holding', 'rest-call', { inputs: { url: `${stub.url}/held` } }));
  await deploy(service.url, oneTask('telling', 'publish-message', { inputs: { messageName: 'hello' } }));
  await deploy(service.url, startedByMessage('hearing', 'hello'));
}

for (const backend of TIER_BACKENDS) {
  describe(`traces of custom tasks on ${backend} (docs/contributing/spec/observability.md#trace-context)`, () => {
    let collector: OtlpCollector;
    let stub: StubServer;
    let service: TestService;
    let host: ServedHost;
    const before_ = process.env[QUICKLY];
    before(async () => {
      process.env[QUICKLY] = '20';
      collector = await openOtlpCollector();
      stub = await startStub((_request, answer) => answer.writeHead(404).end('no'));
      const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, Plugins__RestCall__DenyPrivateNetworks: 'false' };
      service = await startService({ backend, env });
      host = await startTestHost(service, 'host-a', [tracer, refusing]);
      await deployAll(service, stub);
    });
    after(async () => {
      await host.stop();
      await service.stop();
      await stub.close();
      await collector.close();
      if (before_ === undefined) delete process.env[QUICKLY];
      else process.env[QUICKLY] = before_;
    });

    const inTrace = (traceId: string, kind: number, name: string) =>
      collector.untilSpan(name, (span) => span.traceId === traceId && span.kind === kind && span.name === name);

    it('continue in a span around the run, and in the command that brings its result', async () => {
      const traceId = hex(16);
      const id = await startTraced(service, 'tracing', sampled(traceId));
      const started = await inTrace(traceId, CONSUMER, 'process StartInstance');
      const run = await inTrace(traceId, CONSUMER, 'run tracer');
      expect(run.parentSpanId).to.equal(started.spanId);
      expect(run.attributes).to.include({ 'task.type': 'tracer', 'task.attempt': 1 });
      const sent = await inTrace(traceId, PRODUCER, 'send CompleteCustomTask');
      expect(sent.parentSpanId).to.equal(run.spanId);
      expect((await inTrace(traceId, CONSUMER, 'process CompleteCustomTask')).parentSpanId).to.equal(sent.spanId);
      expect(await resultOf(service, id)).to.equal(`00-${traceId}-${run.spanId}-01`);
    });

    it('go along with calls of rest-call: each has a client span, which reports neither path nor query', async () => {
      const traceId = hex(16);
      await startTraced(service, 'calling', sampled(traceId));
      const run = await inTrace(traceId, CONSUMER, 'run rest-call');
      const call = await inTrace(traceId, CLIENT, 'GET');
      expect(call.parentSpanId).to.equal(run.spanId);
      expect(call.isFailed).to.equal(true);
      expect(call.attributes).to.deep.equal({
        'http.request.method': 'GET',
        'url.scheme': 'http',
        'server.address': '127.0.0.1',
        'server.port': stub.port,
        'http.response.status_code': 404,
        'error.type': '404',
      });
      const headers = stub.requests.map((request) => request.headers['traceparent']);
      expect(headers).to.include(`00-${traceId}-${call.spanId}-01`);
    });

    it('continue where a plugin delivers a message', async () => {
      const traceId = hex(16);
      await startTraced(service, 'telling', sampled(traceId));
      const run = await inTrace(traceId, CONSUMER, 'run publish-message');
      expect((await inTrace(traceId, PRODUCER, 'send DeliverMessage')).parentSpanId).to.equal(run.spanId);
      await inTrace(traceId, CONSUMER, 'process DeliverMessage');
    });

    it('mark a run that failed by its code, without its message', async () => {
      const traceId = hex(16);
      await startTraced(service, 'refusing', sampled(traceId));
      const run = await inTrace(traceId, CONSUMER, 'run refusing');
      expect([run.isFailed, run.attributes['error.type']]).to.deep.equal([true, 'E42']);
      expect(JSON.stringify(collector.spans)).to.not.contain('of-nobody-else');
    });

    itFull('keep every task in the trace of its command when many are created and claimed together', async () => {
      const traces = Array.from({ length: 30 }, () => hex(16));
      const ids = await Promise.all(traces.map((traceId) => startTraced(service, 'tracing', sampled(traceId))));
      for (const [n, id] of ids.entries()) {
        const run = await inTrace(traces[n] ?? '', CONSUMER, 'run tracer');
        expect(partsOf(await resultOf(service, id)).slice(1, 3)).to.deep.equal([traces[n], run.spanId]);
      }
    });
  });
}

describe('traces of custom tasks without an export (docs/contributing/spec/observability.md#trace-context)', () => {
  const written: Record<string, unknown>[] = [];
  const held: ServerResponse[] = [];
  let isHolding = true;
  let stub: StubServer;
  let service: TestService;
  let host: ServedHost;
  before(async () => {
    stub = await startStub(({ path }, answer) => {
      if (path === '/held' && isHolding) held.push(answer);
      else answer.end('yes');
    });
    const destination = { write: (line: string) => void written.push(JSON.parse(line)) };
    const log = openLog({ level: 'Debug', role: 'all', processName: 'p', destination });
    const env = { Plugins__RestCall__DenyPrivateNetworks: 'false', Plugins__Concurrency: '2' };
    service = await startService({ log, env });
    host = await startTestHost(service, 'host-a', [tracer, refusing]);
    await deployAll(service, stub);
  });
  after(async () => {
    await host.stop();
    await service.stop();
    await stub.close();
  });

  it('are passed on all the same: plugins, lines and results carry them', async () => {
    const traceparent = sampled(hex(16));
    const [, traceId] = partsOf(traceparent);
    await resultOf(service, await startTraced(service, 'calling', traceparent));
    expect(stub.requests.at(-1)?.headers['traceparent']).to.equal(traceparent);
    const id = await startTraced(service, 'tracing', traceparent);
    expect(await resultOf(service, id)).to.equal(traceparent);
    const lines = written.filter((line) => line['traceId'] === traceId && line['WorkflowInstanceId'] === id);
    expect(lines.map(({ eventId }) => eventId)).to.include.members([1002, 4030, 4031, 1003]);
  });

  it('are not mixed up: a task without a trace joins none, whatever command woke its host', async () => {
    const traced = Array.from({ length: 5 }, () => startTraced(service, 'tracing', sampled(hex(16))));
    const plain = Array.from({ length: 5 }, () => start(service.url, 'tracing'));
    await Promise.all(traced);
    for (const id of await Promise.all(plain)) {
      expect(await resultOf(service, id)).to.equal(null);
      expect(written.filter((line) => line['WorkflowInstanceId'] === id && 'traceId' in line)).to.deep.equal([]);
    }
  });

  it('are not mixed up when a run that belongs to one makes room for a task that belongs to none', async () => {
    // one after the other: what shares a command batch runs outside of any trace
    const traced = [
      await startTraced(service, 'holding', sampled(hex(16))),
      await startTraced(service, 'holding', sampled(hex(16))),
    ];
    await eventually('all slots are taken', () => held.length === 2);
    const plain = await Promise.all([1, 2, 3].map(() => start(service.url, 'holding')));
    isHolding = false;
    for (const answer of held) answer.end();
    for (const id of [...traced, ...plain]) await resultOf(service, id);
    const headers = stub.requests.filter(({ path }) => path === '/held').map((request) => request.headers['traceparent']);
    expect(headers.map((header) => header === undefined)).to.deep.equal([false, false, true, true, true]);
  });
});
