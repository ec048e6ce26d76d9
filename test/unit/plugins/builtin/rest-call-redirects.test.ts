import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { withTrace, writeTraceparent } from '../../../../src/platform/telemetry/tracing.ts';
import { restCall } from '../../../../src/plugins/builtin/rest-call/rest-call.ts';
import { type SeenRequest, type StubServer, startStub } from '../../../support/servers/stub-server.ts';
import { failureOf, readableLog, run } from './plugin-run.ts';

/** Only 127.0.0.1 may be reached; the same server hears 127.0.0.2 too, and must not be asked there. */
const plugin = restCall({
  log: readableLog().log,
  addresses: { denyPrivateNetworks: true, allowedNetworks: ['127.0.0.1/32'] },
  resolve: async (hostname) => [{ address: hostname === 'inside.test' ? '127.0.0.2' : '127.0.0.1', family: 4 }],
});

/** `/to/<status>/<address>` redirects there; `/chain/<n>` redirects n times; everything else answers. */
function answer(request: SeenRequest, response: ServerResponse): void {
  const [, kind, first = '', ...rest] = request.path.split('/');
  if (kind === 'to') redirect(response, Number(first), decodeURIComponent(rest.join('/')));
  else if (kind === 'chain' && first !== '0') redirect(response, 302, `/chain/${Number(first) - 1}`);
  else response.end('arrived');
}

function redirect(response: ServerResponse, status: number, location: string): void {
  response.writeHead(status, { location }).end('on you go');
}

describe('rest-call, redirects', () => {
  let server: StubServer;
  beforeEach(async () => {
    server = await startStub(answer);
  });
  afterEach(() => server.close());

  function to(location: string, status = 302): string {
    return `${server.url}/to/${status}/${encodeURIComponent(location)}`;
  }

  it('are followed three times when that leads to an answer', async () => {
    expect(await run(plugin, { url: `${server.url}/chain/3` })).to.have.nested.property('__response.body', 'arrived');
    expect(server.requests).to.have.length(4);
  });

  it('end with 502 when there is a fourth', async () => {
    const failure = await failureOf(plugin, { url: `${server.url}/chain/4` });
    expect(failure.code).to.equal('502');
    expect(failure.message).to.equal(`${server.url}/chain/4 led to more than 3 redirects.`);
    expect(server.requests).to.have.length(4);
  });

  it('end with 502 when they run in a circle', async () => {
    expect((await failureOf(plugin, { url: to(`${server.url}/chain/99`) })).code).to.equal('502');
  });

  const forbidden: readonly (readonly [what: string, location: string])[] = [
    ['an address that is refused', 'http://127.0.0.2:{port}/'],
    ['an address in another notation', 'http://2130706434:{port}/'],
    ['a v4-mapped address', 'http://[::ffff:127.0.0.2]:{port}/'],
    ['a name with a refused address', 'http://inside.test:{port}/'],
    ['the metadata address', 'http://169.254.169.254/latest/meta-data/'],
    ['the unspecified address', 'http://0.0.0.0:{port}/'],
    ['a host without a scheme', '//127.0.0.2:{port}/'],
    ['file:', 'file:///etc/passwd'],
    ['gopher:', 'gopher://127.0.0.1:{port}/_x'],
    ['data:', 'data:text/plain,hello'],
    ['javascript:', 'javascript:alert(1)'],
    ['user information', 'http://user:password@127.0.0.1:{port}/'],
    ['something that is no address', 'http://[::1'],
    ['a second redirect to a refused address', '/to/302/http%3A%2F%2F127.0.0.2%3A{port}%2F'],
    ['a third redirect to a refused address', '/to/302/%2Fto%2F302%2Fhttp%253A%252F%252F127.0.0.2%253A{port}%252F'],
  ];
  for (const [what, location] of forbidden) {
    it(`end with 400 when one names ${what}`, async () => {
      const failure = await failureOf(plugin, { url: to(location.replace('{port}', String(server.port))) });
      expect(failure.code).to.equal('400');
      expect(server.requests.map(({ headers }) => headers.host)).to.satisfy((hosts: string[]) =>
        hosts.every((host) => host === `127.0.0.1:${server.port}`),
      );
    });
  }

  it('take no credentials along when they lead to another origin', async () => {
    const headers = {
      Authorization: 'Bearer canary',
      Cookie: 'a=canary',
      'X-Api-Key': 'canary',
      'X-Idempotency': 'k',
      Accept: 'text/plain',
    };
    await run(plugin, { url: to(`http://other.test:${server.port}/end`), headers });
    const [first, second] = server.requests;
    expect(first?.headers['authorization']).to.equal('Bearer canary');
    expect(JSON.stringify(second?.headers)).to.not.contain('canary');
    expect(second?.headers['accept']).to.equal('text/plain');
  });

  it('take no credentials along when they come back to the first origin', async () => {
    const back = `http://other.test:${server.port}/to/302/${encodeURIComponent(`${server.url}/end`)}`;
    await run(plugin, { url: to(back), headers: { Authorization: 'Bearer canary' } });
    expect(server.requests).to.have.length(3);
    expect(JSON.stringify(server.requests.at(2)?.headers)).to.not.contain('canary');
  });

  it('take the trace along as long as they stay on the origin, and never again when one has left it', async () => {
    const trace = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isSampled: true };
    const back = `http://other.test:${server.port}/to/302/${encodeURIComponent(`${server.url}/end`)}`;
    await withTrace(trace, () => run(plugin, { url: to(`/to/302/${encodeURIComponent(back)}`) }));
    const traceparent = writeTraceparent(trace);
    expect(server.requests.map(({ headers }) => headers['traceparent'])).to.deep.equal([
      traceparent,
      traceparent,
      undefined,
      undefined,
    ]);
  });

  it('take the headers along when they stay on the origin', async () => {
    await run(plugin, { url: to('/end'), headers: { Authorization: 'Bearer canary' } });
    expect(server.requests.at(1)?.headers['authorization']).to.equal('Bearer canary');
  });

  for (const [status, method, then] of [
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
    [302, 'PUT', 'PUT'],
    [303, 'HEAD', 'HEAD'],
  ] as const) {
    it(`continue with ${then} when ${status} answers a ${method}`, async () => {
      await run(plugin, { url: to('/end', status), method, body: '{"a":1}' });
      const second = server.requests.at(1);
      expect(second?.method).to.equal(then);
      if (then !== 'HEAD') expect(second?.body).to.equal(then === 'GET' ? '' : '{"a":1}');
      if (then === 'GET') expect(second?.headers['content-type']).to.equal(undefined);
    });
  }

  for (const [status, method] of [
    [307, 'POST'],
    [308, 'POST'],
    [307, 'PUT'],
    [308, 'PATCH'],
    [302, 'PUT'],
    [301, 'DELETE'],
  ] as const) {
    it(`leave the body behind when ${status} sends a ${method} to another origin, also when the next one leads back`, async () => {
      const back = `http://other.test:${server.port}/to/${status}/${encodeURIComponent(`${server.url}/end`)}`;
      const headers = { 'Content-Type': 'application/json', 'Content-Language': 'en' };
      await run(plugin, { url: to(back, status), method, headers, body: '{"secret":"canary"}' });
      expect(server.requests).to.have.length(3);
      expect(server.requests[0]?.body).to.equal('{"secret":"canary"}');
      for (const { method: sent, body, headers } of server.requests.slice(1)) {
        expect([sent, body]).to.deep.equal([method, '']);
        expect(headers).to.not.have.any.keys('content-type', 'content-language');
      }
    });
  }

  it('are not followed when their status counts as success', async () => {
    const result = await run(plugin, { url: to('http://127.0.0.2/'), successCodes: [302] });
    expect(result).to.have.nested.property('__response.status', 302);
    expect(server.requests).to.have.length(1);
  });

  it('are failures with their status when they lead nowhere', async () => {
    const lost = await startStub((_, response) => response.writeHead(302).end('where to'));
    expect((await failureOf(plugin, { url: lost.url })).message).to.equal(`HTTP 302 from ${lost.url}: where to`);
    await lost.close();
  });
});
