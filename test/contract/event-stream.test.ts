import { type IncomingMessage, request as startRequest } from 'node:http';
import { expect } from 'chai';
import { startApi } from '../../src/api/main.ts';
import { startProjector } from '../../src/projector/main.ts';
import { startWorker } from '../../src/worker/main.ts';
import { eventually } from '../support/eventually.ts';
import { expectError, expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { deploy, start, stateOf } from '../support/http/steps.ts';
import { script, sequence } from '../support/models/models.ts';
import { startIssuer, type TestIssuer } from '../support/oidc-issuer.ts';
import { startService, type TestService } from '../support/service.ts';
import { bearer, type SecuredService, startSecured } from '../support/sign-in/secured.ts';
import { itFull } from '../support/tier.ts';

interface Message {
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: an event as a line
  readonly data: any;
}
interface Stream {
  readonly response: IncomingMessage;
  /** messages with data so far */
  readonly messages: readonly Message[];
  /** the last id, of whatever message */
  lastId(): string;
  text(): string;
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens a stream and reads it as a browser would. */
function openStream(url: string, query = '', headers: Record<string, string> = {}): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const request = startRequest(`${url}/Events/stream?${query}`, { headers, agent: false }, (response) => {
      let text = '';
      let lastId = '';
      const messages: Message[] = [];
      let begun = 0;
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        for (let end = text.indexOf('\n\n', begun); end >= 0; end = text.indexOf('\n\n', begun)) {
          const fields = text.slice(begun, end).split('\n');
          begun = end + 2;
          lastId = fields.find((field) => field.startsWith('id: '))?.slice(4) ?? lastId;
          const data = fields.find((field) => field.startsWith('data: '));
          if (data !== undefined) messages.push({ id: lastId, data: JSON.parse(data.slice(6)) });
        }
      });
      response.on('error', () => {});
      const ended = new Promise<void>((done) => response.once('close', done));
      resolve({ response, messages, lastId: () => lastId, text: () => text, ended, close: () => request.destroy() });
    });
    request.on('error', reject);
    request.end();
  });
}

describe('GET /Events/stream (docs/contributing/spec/event-feed.md#stream)', () => {
  let service: TestService;
  let url: string;
  before(async () => {
    service = await startService({ env: { Feed__Enabled: 'true', Feed__StreamsPerClient: '120', Feed__MaxStreams: '120' } });
    url = service.url;
    await deploy(url, sequence('quick', script('calculate', 'variables.done = true')));
  });
  after(() => service.stop());

  const linesOf = async (query: string) => {
    const { text } = await get(url, `/Events?${query}`);
    return text
      .split('\n')
      .slice(0, -2)
      .map((line) => JSON.parse(line));
  };

  it('sends what there is and then what comes, each once and in order, with the headers that proxies need', async () => {
    await stateOf(url, await start(url, 'quick'));
    const stream = await openStream(url, 'after=0');
    expect(stream.response.headers).to.include({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      'cache-control': 'no-store',
    });
    const second = await start(url, 'quick');
    await eventually('the second instance has come', () =>
      stream.messages.some(({ data }) => data.workflowInstanceId === second && data.type === 'WorkflowCompleted'),
    );
    const lines = await linesOf('after=0');
    expect(stream.messages.map(({ data }) => data)).to.deep.equal(lines);
    expect(stream.messages.map(({ id }) => id)).to.deep.equal(lines.map(({ position }) => position));
    expect(stream.text().startsWith('retry: 2000\n')).to.equal(true);
    stream.close();
  });

  it('continues after Last-Event-ID, whatever `after` is, and after any event', async () => {
    const id = await start(url, 'quick');
    await stateOf(url, id);
    const lines = await linesOf(`instance=${id}`);
    for (const [index, { position }] of lines.entries()) {
      const stream = await openStream(url, `instance=${id}&after=0`, { 'Last-Event-ID': position });
      if (index < lines.length - 1)
        await eventually('the rest has come', () => stream.messages.length === lines.length - 1 - index);
      expect(stream.messages.map(({ data }) => data)).to.deep.equal(lines.slice(index + 1));
      stream.close();
    }
  });

  itFull('misses and doubles nothing when its client is cut off and comes again, fifty times', async () => {
    const from = (await get(url, '/Events?after=end')).text;
    let place = JSON.parse(from).next as string;
    const begin = place;
    const seen: Message[] = [];
    let isStarting = true;
    const starting = (async () => {
      const ids: string[] = [];
      for (let n = 0; n < 60; n++) ids.push(await start(url, 'quick'));
      for (const id of ids) await stateOf(url, id);
    })().finally(() => {
      isStarting = false;
    });
    let cuts = 0;
    const isDone = async () => !isStarting && (await linesOf(`after=${place}`)).length === 0;
    for (; cuts < 50 || !(await isDone()); cuts++) {
      const stream = await openStream(url, '', { 'Last-Event-ID': place });
      const most = cuts % 7;
      await eventually('something has come', async () => stream.messages.length > most || (!isStarting && (await isDone())));
      stream.close();
      seen.push(...stream.messages);
      place = stream.lastId() || place;
    }
    await starting;
    const all = await linesOf(`after=${begin}&limit=10000`);
    // between databases, the order depends on the time of the read
    if (service.databaseUrls.length === 1) expect(seen.map(({ id }) => id)).to.deep.equal(all.map(({ position }) => position));
    const ofInstance = (id: string, events: readonly Message['data'][]) =>
      events.filter(({ workflowInstanceId }) => workflowInstanceId === id).map(({ sequence }) => sequence);
    for (const id of new Set<string>(all.map(({ workflowInstanceId }) => workflowInstanceId)))
      expect(
        ofInstance(
          id,
          seen.map(({ data }) => data),
        ),
      ).to.deep.equal(ofInstance(id, all));
    expect(seen).to.have.length(all.length);
    expect(all.filter(({ type }) => type === 'WorkflowCompleted')).to.have.length(60);
  });

  itFull('keeps a hundred idle streams that all get what comes, and refuses one beyond the limit', async () => {
    const streams = await Promise.all(Array.from({ length: 120 }, () => openStream(url, 'after=end&types=WorkflowStarted')));
    const refused = await get(url, '/Events/stream');
    expectError(refused, 429, 'Too many event streams are open.');
    expect(refused.headers['retry-after']).to.equal('5');
    const id = await start(url, 'quick');
    await eventually('all have it', () => streams.every(({ messages }) => messages.length === 1));
    expect(new Set(streams.map(({ messages }) => messages[0]?.data.workflowInstanceId))).to.deep.equal(new Set([id]));
    for (const stream of streams) stream.close();
    await eventually('there is room again', async () => (await get(url, '/Events/stream')).status === 200);
  });

  it('refuses what a page refuses, with the same texts', async () => {
    const detail = 'after must be a position of this feed, 0 for its beginning, or end.';
    expectProblem(await get(url, '/Events/stream?after=-1'), 400, detail, '/Events/stream');
    const header = { 'Last-Event-ID': '\u00e9' };
    expectProblem(await get(url, '/Events/stream', header), 400, detail, '/Events/stream');
    const foreign = 'This position belongs to a different database. Restart from after=0.';
    expectProblem(await get(url, '/Events/stream', { 'Last-Event-ID': '00000000.1' }), 409, foreign, '/Events/stream');
    expect((await http(url, { method: 'HEAD', path: '/Events/stream' })).status).to.equal(200);
  });
});

describe('GET /Events/stream at its end (docs/contributing/spec/event-feed.md#stream-ends)', () => {
  it('ends when the service stops, before the grace is over', async () => {
    const service = await startService({ env: { Feed__Enabled: 'true' } });
    const stream = await openStream(service.url);
    await eventually('it has begun', () => stream.text() !== '');
    service.runtime.health.beginShutdown();
    await stream.ended;
    expect(stream.text()).to.contain(': the service stops');
    await service.stop();
  });

  itFull('ends when the token is over, and shows only the keys of its right until then', async () => {
    const issuer: TestIssuer = await startIssuer({});
    const rules = { Feed__Enabled: 'true', Authorization__Rules: 'admin=chiefs,viewer:order-*=clerks' };
    const service: SecuredService = await startSecured(issuer.url, rules, [startWorker, startProjector, startApi]);
    try {
      const as = async (role: string, more: object = {}) =>
        bearer(await issuer.forge({ sub: role, preferred_username: role, roles: [role], ...more }));
      const chief = await as('chiefs');
      const begin = async (key: string) => {
        const { WorkflowInstanceId: id } = expectJson(await post(service.url, '/Execution/start', { WorkflowId: key }, chief));
        expectJson(await get(service.url, `/Instances/${id}/state`, chief));
      };
      for (const key of ['bill-a', 'order-a']) {
        expectJson(
          await post(service.url, '/Definitions/deploy', { BpmnXml: sequence(key, script('s', 'variables.x = 1')) }, chief),
        );
        await begin(key);
      }
      // existing events are sent immediately, later ones until the token expires; a slow machine needs a longer time
      const streamFor = async (seconds: number): Promise<Stream> => {
        const exp = Math.floor(Date.now() / 1000) + seconds;
        const opened = await openStream(service.url, 'after=0', await as('clerks', { exp }));
        if (opened.response.statusCode === 200) for (const key of ['bill-a', 'order-a']) await begin(key);
        await opened.ended;
        expect(Date.now()).to.be.at.least(exp * 1000);
        return opened.messages.length > 0 || seconds > 60 ? opened : streamFor(2 * seconds);
      };
      const stream = await streamFor(3);
      expect(stream.response.statusCode).to.equal(200);
      expect(new Set(stream.messages.map(({ data }) => data.processDefinitionKey))).to.deep.equal(new Set(['order-a']));
      expect(stream.text()).to.contain(': the token is over');
    } finally {
      await service.stop();
      await issuer.close();
    }
  });
});
