import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { restCall } from '../../../../src/plugins/builtin/rest-call/rest-call.ts';
import type { JsonValue } from '../../../../src/plugins/plugin.ts';
import { type SeenRequest, type StubServer, startStub } from '../../../support/servers/stub-server.ts';
import { contextOf, failureOf, readableLog, run } from './plugin-run.ts';

const lines = readableLog();
const plugin = restCall({ log: lines.log, addresses: { denyPrivateNetworks: false, allowedNetworks: [] } });

type Reply = readonly [status: number, body: string | Buffer, headers?: Record<string, string | string[]>];

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const TEXT: Reply = [200, 'text', { 'content-type': 'text/plain' }];
const REPLIES: Readonly<Record<string, Reply>> = {
  '/json': [200, '{"a":[1,null,"ä"]}', { ...JSON_TYPE, 'X-Upper': 'U', 'set-cookie': ['a=1', 'b=2'] }],
  '/problem': [200, '{"a":1}', { 'content-type': 'application/problem+json' }],
  '/broken-json': [200, '{"a":', JSON_TYPE],
  '/account': [200, '{"text":"9007199254740993","id":-9007199254740993}', JSON_TYPE],
  '/empty-json': [200, '', JSON_TYPE],
  '/latin': [200, Buffer.from([0xe4]), { 'content-type': 'text/plain; charset=iso-8859-1' }],
  '/later': [503, 'later', { 'retry-after': '7' }],
  '/long': [500, '😀'.repeat(2000)],
  '/nul': [500, 'a\0b'],
};

/** `/status/<code>` answers that status. */
function answer({ path }: SeenRequest, response: ServerResponse): void {
  const [, code] = /^\/status\/(\d+)/.exec(path) ?? [];
  const [status, body, headers = {}] = code === undefined ? (REPLIES[path] ?? TEXT) : [Number(code), `status ${code}`];
  response.writeHead(status, headers).end(body);
}

describe('rest-call', () => {
  let server: StubServer;
  before(async () => {
    server = await startStub(answer);
  });
  after(() => server.close());

  it('declares its parameters in the order of the contract when it is shown', () => {
    expect(plugin.taskType).to.equal('rest-call');
    expect(plugin.parameters?.map(({ name, type, itemType, required }) => [name, type, itemType, required])).to.deep.equal([
      ['url', 'String', undefined, true],
      ['method', 'String', undefined, undefined],
      ['headers', 'Map', 'String', undefined],
      ['body', 'MultilineString', undefined, undefined],
      ['successCodes', 'List', 'Integer', undefined],
      ['timeoutSec', 'Integer', undefined, undefined],
      ['idempotencyKeyHeader', 'String', undefined, undefined],
    ]);
  });

  it('gives status, ok, body, headers and content type when the call succeeds', async () => {
    const { __response } = (await run(plugin, { url: `${server.url}/json` })) as Record<string, Record<string, unknown>>;
    expect(__response).to.include({ status: 200, statusCode: 200, ok: true, contentType: 'application/json; charset=utf-8' });
    expect(__response?.['body']).to.deep.equal({ a: [1, null, 'ä'] });
    expect(__response?.['headers']).to.include({ 'x-upper': 'U', 'set-cookie': 'a=1, b=2' });
    expect(Object.keys(__response ?? {})).to.have.length(6);
  });

  for (const [path, body] of [
    ['problem', { a: 1 }],
    ['broken-json', '{"a":'],
    ['empty-json', null],
    ['latin', 'ä'],
    ['text', 'text'],
  ] as const) {
    it(`reads the body by its media type when it is ${path}`, async () => {
      expect(await run(plugin, { url: `${server.url}/${path}` })).to.have.deep.nested.property('__response.body', body);
    });
  }

  it('sends GET without a body when nothing else is specified', async () => {
    await run(plugin, { url: `${server.url}/a?b=c` });
    expect(server.requests.at(-1)).to.include({ method: 'GET', path: '/a?b=c', body: '' });
    expect(server.requests.at(-1)?.headers).to.not.have.any.keys('content-type', 'authorization');
  });

  for (const method of ['get', 'POST', 'Put', 'patch', 'DELETE', 'HEAD', 'options']) {
    it(`sends the method when it is written ${method}`, async () => {
      await run(plugin, { url: server.url, method });
      expect(server.requests.at(-1)?.method).to.equal(method.toUpperCase());
    });
  }

  it('sends the body as application/json when no Content-Type is given', async () => {
    await run(plugin, { url: server.url, method: 'POST', body: '{"ä":1}' });
    expect(server.requests.at(-1)).to.deep.include({ body: '{"ä":1}' });
    expect(server.requests.at(-1)?.headers['content-type']).to.equal('application/json');
  });

  it('sends the body under the given Content-Type when there is one in any case', async () => {
    await run(plugin, {
      url: server.url,
      method: 'POST',
      body: 'a=1',
      headers: { 'content-TYPE': 'application/x-www-form-urlencoded' },
    });
    expect(server.requests.at(-1)?.headers['content-type']).to.equal('application/x-www-form-urlencoded');
  });

  it('skips headers when their value is null', async () => {
    await run(plugin, { url: server.url, headers: { 'x-a': null, 'x-b': 'b' } });
    expect(server.requests.at(-1)?.headers).to.include({ 'x-b': 'b' }).and.not.have.property('x-a');
  });

  it('sets the idempotency header to the activity instance id when it is named', async () => {
    const context = contextOf({ idempotencyKey: '99999999-9999-4999-8999-999999999999' });
    await run(
      plugin,
      { url: server.url, idempotencyKeyHeader: 'Idempotency-Key', headers: { 'idempotency-key': 'mine' } },
      context,
    );
    expect(server.requests.at(-1)?.headers['idempotency-key']).to.equal('99999999-9999-4999-8999-999999999999');
  });

  it('sends the same Idempotency-Key in each attempt, unless the headers have one or another header is named', async () => {
    const idempotencyKey = '99999999-9999-4999-8999-999999999999';
    const sentWith = async (input: Record<string, JsonValue>, attempt = 1) => {
      await run(plugin, { url: server.url, ...input }, contextOf({ idempotencyKey, attempt }));
      return server.requests.at(-1)?.headers ?? {};
    };
    for (const attempt of [1, 2]) expect((await sentWith({}, attempt))['idempotency-key']).to.equal(idempotencyKey);
    expect((await sentWith({ headers: { 'Idempotency-Key': 'mine' } }))['idempotency-key']).to.equal('mine');
    expect(await sentWith({ idempotencyKeyHeader: 'X-Key' }))
      .to.include({ 'x-key': idempotencyKey })
      .and.not.have.property('idempotency-key');
  });

  it('fails with the status when it is not 200 to 299', async () => {
    for (const status of [300, 400, 404, 500, 503]) {
      const failure = await failureOf(plugin, { url: `${server.url}/status/${status}` });
      expect(failure.code).to.equal(String(status));
      expect(failure.message).to.equal(`HTTP ${status} from ${server.url}/status/${status}: status ${status}`);
    }
  });

  it('replaces 200 to 299 when success codes are given', async () => {
    const input = { url: `${server.url}/status/404`, successCodes: [404] };
    expect(await run(plugin, input)).to.deep.nested.include({ '__response.status': 404, '__response.ok': false });
    expect((await failureOf(plugin, { url: server.url, successCodes: [404] })).code).to.equal('200');
    expect(await run(plugin, { url: server.url, successCodes: [] })).to.have.nested.property('__response.ok', true);
  });

  it('shows 1024 characters of the response at most when it fails', async () => {
    const { message } = await failureOf(plugin, { url: `${server.url}/long` });
    expect(message).to.have.length(`HTTP 500 from ${server.url}/long: `.length + 1024);
    expect(message).to.not.match(/\p{Surrogate}$/u);
    expect((await failureOf(plugin, { url: `${server.url}/nul` })).message).to.match(/: a\ufffdb$/);
  });

  it('fails once with the number when a JSON response holds a whole number that would be rounded', async () => {
    const failure = await failureOf(plugin, { url: `${server.url}/account` });
    expect(failure).to.include({ code: '500', isRetryable: false });
    expect(failure.message).to.match(/whole number that cannot be stored exactly: -9007199254740993\./);
  });

  it('asks for the wait of the other side when it names one in seconds', async () => {
    expect(await failureOf(plugin, { url: `${server.url}/later` })).to.include({
      code: '503',
      retryAfterMs: 7000,
      isRetryable: true,
    });
    expect((await failureOf(plugin, { url: `${server.url}/status/503` })).retryAfterMs).to.equal(undefined);
  });

  it('fails with 502 when no one listens or the name does not exist', async () => {
    const gone = await startStub(() => undefined);
    await gone.close();
    expect((await failureOf(plugin, { url: gone.url })).code).to.equal('502');
    const nameless = restCall({
      log: lines.log,
      addresses: { denyPrivateNetworks: false, allowedNetworks: [] },
      resolve: async () => {
        throw new Error('getaddrinfo ENOTFOUND nowhere.test');
      },
    });
    const failure = await failureOf(nameless, { url: 'http://nowhere.test/' });
    expect(failure.code).to.equal('502');
    expect(failure.message).to.contain('ENOTFOUND');
    expect(failure.isRetryable).to.equal(true);
  });

  it('fails with 502 and shows why when the other side speaks no TLS', async () => {
    const failure = await failureOf(plugin, { url: server.url.replace('http:', 'https:') });
    expect(failure.code).to.equal('502');
    expect(failure.message).to.match(/failed: TLS: [a-z ]+$/);
  });

  for (const [what, input, named] of [
    ['url is missing', { url: null }, 'url is required.'],
    ['url is blank', { url: ' ' }, 'url is required.'],
    ['url is no text', { url: 1 }, 'url must be a text.'],
    ['url is relative', { url: '/a' }, 'url must be an absolute http or https address.'],
    ['method is unknown', { method: 'BREW' }, /^method must be one of GET, /],
    ['headers are a list', { headers: ['a'] }, 'headers must be a map of texts.'],
    ['a header is a number', { headers: { a: 1 } }, 'headers must hold texts; "a" does not.'],
    ['body is an object', { body: {} }, 'body must be a text.'],
    ['success codes are texts', { successCodes: ['200'] }, 'successCodes must be a list of whole numbers.'],
    ['success codes are a number', { successCodes: 200 }, 'successCodes must be a list of whole numbers.'],
    ['the timeout is 0', { timeoutSec: 0 }, 'timeoutSec must be a whole number from 1 to 300.'],
    ['the timeout is 301', { timeoutSec: 301 }, 'timeoutSec must be a whole number from 1 to 300.'],
    ['the timeout is broken', { timeoutSec: 1.5 }, 'timeoutSec must be a whole number from 1 to 300.'],
    ['the timeout is a text', { timeoutSec: '5' }, 'timeoutSec must be a whole number from 1 to 300.'],
  ] as const) {
    it(`fails with 400 and shows the error when ${what}`, async () => {
      const failure = await failureOf(plugin, { url: server.url, ...input });
      expect(failure).to.include({ code: '400', isRetryable: false });
      if (typeof named === 'string') expect(failure.message).to.equal(named);
      else expect(failure.message).to.match(named);
    });
  }

  it('keeps bodies, headers and queries out of the log when it runs', async () => {
    const canary = 'canary-4711';
    const url = `${server.url}/status/500?token=${canary}`;
    await failureOf(plugin, { url, method: 'POST', body: canary, headers: { authorization: canary } });
    await run(plugin, { url: `${server.url}/json` });
    expect(lines.text()).to.contain('"eventId":4050').and.contain('"eventId":4051').and.contain('"eventId":4052');
    expect(lines.text()).to.not.contain(canary).and.not.contain('ä');
    for (const line of lines.text().trim().split('\n'))
      expect(JSON.parse(line)).to.include({ WorkflowId: 'order', ActivityId: 'call' });
  });
});
