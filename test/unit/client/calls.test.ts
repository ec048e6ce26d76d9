import { expect } from 'chai';
import {
  BadCall,
  BadRequest,
  Conflict,
  NoAnswer,
  NotFound,
  NotTheApi,
  openClient,
  Redirected,
  type SluiceError,
  TimedOut,
  Unauthorized,
  Unavailable,
} from '../../../src/client/index.ts';
import { eventually } from '../../support/eventually.ts';
import { type Answerer, type SeenRequest, type StubServer, startStub } from '../../support/servers/stub-server.ts';

type Reply = (response: Parameters<Answerer>[1], request: SeenRequest) => void;

const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers }).end(JSON.stringify(body));
  };
const html =
  (status: number): Reply =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'text/html' }).end('<html>Bad gateway</html>');
  };
const STARTED = json(200, { WorkflowInstanceId: 'i' }, { 'Service-Position': 'p1' });
const ROWS = json(200, { items: [], totalCount: 0, page: 1, pageSize: 20 });
/** Sends half of what it has announced. */
const broken: Reply = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
  response.write('{"WorkflowInstanceId": "');
  setImmediate(() => response.destroy());
};

describe('a call of the client', () => {
  let stub: StubServer;
  let replies: Reply[] = [];
  let otherwise: Reply = STARTED;
  before(async () => {
    stub = await startStub((request, response) => (replies.shift() ?? otherwise)(response, request));
  });
  after(() => stub.close());
  beforeEach(() => {
    replies = [];
    otherwise = STARTED;
    (stub.requests as SeenRequest[]).length = 0;
  });
  const keys = () => stub.requests.map(({ headers }) => headers['idempotency-key']);
  const failure = (call: Promise<unknown>): Promise<SluiceError> =>
    call.then(
      () => expect.fail('it has succeeded'),
      (error) => error,
    );
  const START = { WorkflowId: 'order' };

  it('repeats a write under one key when connections break mid-body, the service is away, or a proxy answers in its place', async () => {
    replies = [broken, json(503, { error: 'The service is starting' }), html(502), (response) => response.destroy()];
    expect(await openClient({ url: stub.url }).start(START)).to.deep.equal({ WorkflowInstanceId: 'i' });
    expect(stub.requests).to.have.length(5);
    expect(new Set(keys()).size).to.equal(1);
    await openClient({ url: stub.url }).start(START);
    expect(new Set(keys()).size).to.equal(2);
  });

  it('waits as long as it is asked to when the service names a time, by the clock of the service', async () => {
    const date = (ms: number) => new Date(Date.UTC(2001, 0, 1) + ms).toUTCString();
    replies = [json(429, { error: 'x' }, { 'Retry-After': date(1000), Date: date(0) })];
    const began = performance.now();
    // it would fail immediately if it had to wait longer than that
    await openClient({ url: stub.url, timeoutMs: 20_000 }).start(START);
    expect(performance.now() - began).to.be.at.least(999);
  });

  it('stops waiting immediately when it is asked to wait longer than it has', async () => {
    replies = [json(503, { detail: 'Too many commands are waiting.' }, { 'Retry-After': '3600' })];
    const error = await failure(openClient({ url: stub.url }).start(START));
    expect(error).to.be.instanceOf(Unavailable);
    expect(error).to.include({ code: 'unavailable', status: 503, retryAfterMs: 3_600_000, isOutcomeUnknown: true });
    expect(error.message).to.equal('Too many commands are waiting.');
    expect(error.idempotencyKey).to.equal(keys()[0]);
  });

  it('ends when a storm of 503 does not', async () => {
    otherwise = json(503, { error: 'no' });
    const error = await failure(openClient({ url: stub.url, attempts: 3 }).start(START));
    expect([error.code, stub.requests.length, new Set(keys()).size]).to.deep.equal(['unavailable', 3, 1]);
  });

  it('is not repeated when the answer is final, and the error has its class, text and body', async () => {
    for (const [status, body, kind, code, text] of [
      [400, { error: 'WorkflowId is required' }, BadRequest, 'bad-request', 'WorkflowId is required'],
      [404, { detail: 'not there' }, NotFound, 'not-found', 'not there'],
      [409, { detail: 'not now' }, Conflict, 'conflict', 'not now'],
      [400, { error: 'a', Errors: ['a', 'b'] }, BadRequest, 'bad-request', 'a\nb'],
    ] as const) {
      (stub.requests as SeenRequest[]).length = 0;
      replies = [json(status, body)];
      const error = await failure(openClient({ url: stub.url }).start(START));
      expect(error).to.be.instanceOf(kind);
      expect(error).to.include({ status, code, message: text, isOutcomeUnknown: false });
      expect(error.body).to.deep.equal(body);
      expect(stub.requests).to.have.length(1);
    }
  });

  it('sends a write without a key once when it must have none', async () => {
    otherwise = json(503, { error: 'no' });
    const error = await failure(openClient({ url: stub.url }).start(START, { idempotencyKey: '' }));
    expect([error.code, error.idempotencyKey, stub.requests.length, keys()[0]]).to.deep.equal([
      'unavailable',
      undefined,
      1,
      undefined,
    ]);
  });

  it('reports it when something else than the API answers with a page', async () => {
    replies = [html(200)];
    expect(await failure(openClient({ url: stub.url }).listDefinitions())).to.be.instanceOf(NotTheApi);
    replies = [html(404)];
    const error = await failure(openClient({ url: stub.url }).listDefinitions());
    expect([error.status, error.body]).to.deep.equal([404, '<html>Bad gateway</html>']);
  });

  it('does not follow a redirect when one comes, so that the token goes nowhere else', async () => {
    const other = await startStub((_, response) => response.end('{}'));
    try {
      for (const status of [301, 302, 303, 307, 308]) {
        replies = [(response) => response.writeHead(status, { Location: `${other.url}/Execution/start` }).end()];
        const client = openClient({ url: stub.url, token: 'secret' });
        expect(await failure(client.start(START))).to.be.instanceOf(Redirected);
      }
      expect(other.requests).to.deep.equal([]);
    } finally {
      await other.close();
    }
  });

  it('asks for a new token once when the old one is refused, and calls that were refused together share it', async () => {
    let asked = 0;
    otherwise = (response, { headers }) =>
      headers.authorization === 'Bearer t1' ? response.writeHead(401).end() : STARTED(response, {} as SeenRequest);
    const client = openClient({ url: stub.url, token: async () => `t${++asked}` });
    await Promise.all(Array.from({ length: 20 }, () => client.start(START)));
    expect(asked).to.equal(2);
    otherwise = (response) => response.writeHead(401).end();
    expect(await failure(client.start(START))).to.be.instanceOf(Unauthorized);
    expect(asked).to.equal(3);
  });

  it('asks again for a token when what gives tokens has failed', async () => {
    let asked = 0;
    const source = () => {
      if (++asked < 3) throw new Error('no issuer');
      return 't';
    };
    await openClient({ url: stub.url, token: source }).start(START);
    expect([asked, stub.requests[0]?.headers.authorization]).to.deep.equal([3, 'Bearer t']);
  });

  it('never shows a token when it cannot be sent', async () => {
    const error = await failure(openClient({ url: stub.url, token: () => 'top secret\n' }).start(START));
    expect(error).to.be.instanceOf(BadCall);
    expect(`${error.stack} ${JSON.stringify(error)}`).not.to.include('secret');
    expect(() => openClient({ url: stub.url, token: 'top secret\n' })).to.throw(BadCall);
  });

  it('keeps ids as they are when they have slashes, signs and letters of any script', async () => {
    otherwise = ROWS;
    const client = openClient({ url: `${stub.url}/base/` });
    await client.listInstancesOfVersion('a/b ?#%ü漢😀', 2, { filters: 'a==b&c,d+e' });
    expect(stub.requests[0]?.path).to.equal(
      '/base/Definitions/a%2Fb%20%3F%23%25%C3%BC%E6%BC%A2%F0%9F%98%80/2/instances?filters=a%3D%3Db%26c%2Cd%2Be',
    );
  });

  it('is not sent when it cannot have the meaning of its text', async () => {
    const client = openClient({ url: stub.url });
    for (const id of ['', '.', '..', '\ud800', undefined as unknown as string])
      expect(await failure(client.readState(id)), String(id)).to.be.instanceOf(BadCall);
    const round: Record<string, unknown> = {};
    round['round'] = round;
    expect(await failure(client.start({ WorkflowId: 'x', Variables: round }))).to.be.instanceOf(BadCall);
    expect(stub.requests).to.deep.equal([]);
    for (const url of ['', 'ftp://x', 'http://me:secret@x']) expect(() => openClient({ url }), url).to.throw(BadCall);
  });

  it('asks reads for its own writes until one has shown them, and not when the caller disables it', async () => {
    const client = openClient({ url: stub.url });
    const asked = () => stub.requests.at(-1)?.headers['service-min-position'];
    await client.start(START);
    replies = [json(200, {}, { 'Service-Position': 'p2' })];
    await client.start(START);
    otherwise = ROWS;
    await client.listDefinitions();
    expect(asked()).to.equal('p1,p2');
    await client.listDefinitions();
    expect(asked()).to.equal(undefined);
    await client.listDefinitions({}, { minPositions: ['p9'] });
    expect(asked()).to.equal('p9');
    const other = openClient({ url: stub.url, readsOwnWrites: false });
    replies = [STARTED];
    await other.start(START);
    await other.listDefinitions();
    expect(asked()).to.equal(undefined);
  });

  it('keeps the last twenty positions when there are more, and drops those that are unknown', async () => {
    let at = 0;
    otherwise = (response, request) => json(200, {}, { 'Service-Position': `p${++at}` })(response, request);
    const client = openClient({ url: stub.url });
    for (let i = 0; i < 30; i += 1) await client.start(START);
    expect(client.positions()).to.deep.equal(Array.from({ length: 20 }, (_, i) => `p${i + 11}`));
    replies = [json(400, { detail: 'Service-Min-Position is not a position issued by this service.' }), ROWS];
    await client.listDefinitions();
    expect(client.positions()).to.deep.equal([]);
  });

  it('reads a list over all its pages when it is gone through, and no page too many', async () => {
    otherwise = (response, { path }) => {
      const page = Number(new URL(path, stub.url).searchParams.get('page'));
      const items = Array.from({ length: page < 3 ? 100 : 7 }, (_, i) => ({ instanceId: `${page}.${i}` }));
      json(200, { items, totalCount: 207, page, pageSize: 100 })(response, {} as SeenRequest);
    };
    const ids: string[] = [];
    for await (const { instanceId } of openClient({ url: stub.url }).all.findInstances({ filters: 'a==b' })) ids.push(instanceId);
    expect([ids.length, new Set(ids).size, stub.requests.length]).to.deep.equal([207, 207, 3]);
    for await (const _ of openClient({ url: stub.url }).all.findInstances()) break;
    expect(stub.requests).to.have.length(4);
  });

  it('ends in time when no one answers, and immediately when its signal is aborted', async () => {
    otherwise = () => undefined;
    const client = openClient({ url: stub.url, attemptTimeoutMs: 50, timeoutMs: 400 });
    const late = await failure(client.start(START));
    expect(late).to.be.instanceOf(TimedOut);
    expect(late.isOutcomeUnknown).to.equal(true);
    // 50 ms and growing pauses: more do not fit into the time
    expect(stub.requests.length).to.be.at.most(5);
    const reason = new Error('enough');
    const error = await failure(openClient({ url: stub.url }).start(START, { signal: AbortSignal.abort(reason) }));
    expect(error).to.equal(reason);
    const controller = new AbortController();
    const call = openClient({ url: stub.url }).start(START, { signal: controller.signal });
    setImmediate(() => controller.abort(reason));
    expect(await failure(call)).to.equal(reason);
  });

  it('is sent again when an attempt is not answered in time', async () => {
    replies = [() => undefined, () => undefined];
    const client = openClient({ url: stub.url, attemptTimeoutMs: 50, attempts: 100 });
    expect(await client.start(START)).to.deep.equal({ WorkflowInstanceId: 'i' });
    expect(stub.requests.length).to.be.at.least(3);
    expect(new Set(keys()).size).to.equal(1);
  });

  it('reports that no one is there when the port is closed, without the query', async () => {
    const gone = await startStub(() => undefined);
    await gone.close();
    const error = await failure(openClient({ url: gone.url, attempts: 2 }).findInstances({ filters: 'BusinessId==secret' }));
    expect(error).to.be.instanceOf(NoAnswer);
    expect(error.message).to.match(/^GET http:\/\/127\.0\.0\.1:\d+\/Instances does not answer: .*ECONNREFUSED/);
  });

  it('asks once when it asks how the service is', async () => {
    otherwise = (response) => response.writeHead(503).end('Not ready: queue');
    const error = await failure(openClient({ url: stub.url }).ready());
    expect([error.status, error.body, stub.requests.length]).to.deep.equal([503, 'Not ready: queue', 1]);
  });

  it('gives a long text as it comes', async () => {
    otherwise = (response) => response.writeHead(200, { 'Content-Type': 'text/csv' }).end('a,b\n'.repeat(1000));
    const text = await new Response(await openClient({ url: stub.url }).stream('/Audit/csv')).text();
    expect(text).to.have.length(4000);
  });

  it('is given the time for it when it may wait', async () => {
    otherwise = (response) =>
      setTimeout(() => response.writeHead(200, { 'Content-Type': 'application/x-ndjson' }).end('{}'), 200);
    const client = openClient({ url: stub.url, timeoutMs: 50, attemptTimeoutMs: 50 });
    expect(await client.readEvents({ wait: '20' })).to.equal('{}');
    otherwise = (response, request) => setTimeout(() => STARTED(response, request), 200);
    const waits = { ...START, WaitSeconds: 20 };
    expect(await client.start(waits)).to.deep.equal({ WorkflowInstanceId: 'i' });
    expect(await client.request('POST', '/Execution/start', waits)).to.deep.equal({ WorkflowInstanceId: 'i' });
    otherwise = () => undefined;
    expect(await failure(client.readEvents())).to.be.instanceOf(TimedOut);
  });

  it('gives what has no end as it comes, beyond the time for its beginning', async () => {
    otherwise = (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n');
      setTimeout(() => response.write('data: 2\n\n'), 500);
    };
    const controller = new AbortController();
    const client = openClient({ url: stub.url, timeoutMs: 300 });
    // on a machine that has other work the beginning may come too late
    const stream = await eventually('the beginning', () => client.streamEvents({}, { signal: controller.signal }));
    const reader = stream.getReader();
    const text = async () => new TextDecoder().decode((await reader.read()).value);
    expect([await text(), await text()]).to.deep.equal(['data: 1\n\n', 'data: 2\n\n']);
    controller.abort();
    expect((await failure(reader.read())).name).to.equal('AbortError');
  });

  it('reaches what there is no method for when it is asked by its path', async () => {
    const client = openClient({ url: stub.url, token: 't' });
    replies = [broken];
    expect(await client.request('POST', '/New/thing?x=1', { a: 1 })).to.deep.equal({ WorkflowInstanceId: 'i' });
    expect(stub.requests.map(({ path, body }) => [path, body])).to.deep.equal(Array(2).fill(['/New/thing?x=1', '{"a":1}']));
    expect(new Set(keys()).size).to.equal(1);
    await client.request('DELETE', '/New/thing');
    for (const path of ['New', '//other.example/x', '/a/../b', '/a/..?x'])
      expect(await failure(client.request('GET', path)), path).to.be.instanceOf(BadCall);
  });
});
