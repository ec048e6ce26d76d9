import { connect } from 'node:net';
import { expect } from 'chai';
import { type AppUnderTest, openApp } from './app-under-test.ts';

const UNCLAIM = '/UserTasks/11111111-2222-4333-8444-555555555555/unclaim';

describe('the API on a raw socket', () => {
  let app: AppUnderTest;
  beforeEach(async () => {
    app = await openApp();
  });
  afterEach(() => app.close());

  /** Sends bytes and gives everything that comes back until the connection ends. */
  function send(text: string, isCutOff = false): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => {
        socket.write(text, () => isCutOff && setImmediate(() => socket.destroy()));
      });
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk;
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(received));
    });
  }
  const head = (line: string, ...headers: readonly string[]) =>
    `${[`${line} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`;

  it('answers 400 as a problem when the target is not a URL', async () => {
    const answer = await send(head('GET http://['));
    expect(answer)
      .to.match(/^HTTP\/1\.1 400 /)
      .and.to.contain('"detail":"The request path is malformed."');
  });

  it('answers 404 as a problem when the target is *', async () => {
    expect(await send(head('OPTIONS *')))
      .to.match(/^HTTP\/1\.1 404 /)
      .and.to.contain('"instance":"*"');
  });

  it('takes the key as malformed when the header is sent twice', async () => {
    const answer = await send(head('POST /Execution/start', 'Idempotency-Key: a', 'Idempotency-Key: b'));
    expect(answer).to.contain('Idempotency-Key must be 1 to 255 visible ASCII characters.');
  });

  for (const [path, ...headers] of [
    ['/Execution/start', 'Content-Type: application/json'],
    ['/Execution/start', 'Content-Type: application/json', 'Content-Encoding: gzip'],
    ['/Execution/start', 'Content-Type: text/plain'],
    [UNCLAIM],
  ] as const) {
    it(`sends no command when the client goes away inside the body of ${path} ${headers.join(', ')}`, async () => {
      await send(`${head(`POST ${path}`, 'Content-Length: 100', ...headers)}{"WorkflowId":"a"}`, true);
      const ended = async () => (await app.metricsText()).includes('http_server_request_duration_seconds_count{');
      while (!(await ended())) await new Promise((resolve) => setImmediate(resolve));
      expect(app.sent).to.deep.equal([]);
    });
  }
});
