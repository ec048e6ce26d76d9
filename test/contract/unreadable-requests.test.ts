import { connect } from 'node:net';
import { expect } from 'chai';
import { expectProblem } from '../support/http/expect-answer.ts';
import type { HttpAnswer } from '../support/http/http-client.ts';
import { startService, type TestService } from '../support/service.ts';

describe('bytes that the HTTP parser refuses (docs/contributing/spec/http/errors.md#unreadable-requests)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const sendTo = (...parts: readonly (string | Buffer)[]) => exchange(Number(new URL(service.url).port), parts);

  it('answer 400 as a problem when the path holds raw bytes beyond ASCII', async () => {
    const answer = await sendTo('GET /Definitions/é/instances?page=1 HTTP/1.1\r\nHost: x\r\n\r\n');
    expectProblem(answer, 400, 'The request path is malformed.', '/Definitions/é/instances');
  });

  it('answer 405 with Allow when the verb is one that no server knows', async () => {
    const answer = await sendTo('FETCH /execution/start/ HTTP/1.1\r\nHost: x\r\n\r\n');
    expectProblem(answer, 405, 'The method FETCH is not allowed on this path.', '/execution/start/');
    expect(answer.headers['allow']).to.equal('POST');
  });

  it('answer 404 when such a verb meets an unknown path', async () => {
    const answer = await sendTo('FETCH /Workflow HTTP/1.1\r\nHost: x\r\n\r\n');
    expectProblem(answer, 404, 'No endpoint matches this path.', '/Workflow');
  });

  it('are searched for the path in linear time', async () => {
    const began = performance.now();
    for (let round = 0; round < 20; round += 1) {
      const { status } = await sendTo(`FETCH /${'0'.repeat(16_000)} / HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect(status).to.equal(400);
    }
    expect(performance.now() - began).to.be.below(2000);
  });

  it('answer 400 as a problem when the headers are too long, or are invalid', async () => {
    const long = await sendTo(`GET /Definitions HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expectProblem(long, 400, 'The request line and the headers are larger than 16384 bytes.', '/Definitions');
    const none = await sendTo('hello\r\n\r\n');
    expectProblem(none, 400, 'The request is not readable as HTTP/1.1.', '/');
  });
});

describe('an answer that comes before the body has ended (docs/contributing/spec/http/errors.md#body-too-large)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  it('is received whole when the client closes behind it and has megabytes left to send', async () => {
    const path = '/Definitions/deploy';
    const body = Buffer.alloc(30_000_000, 'x');
    const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', 'Content-Type: application/json'];
    const answer = await exchange(Number(new URL(service.url).port), [
      `${[...head, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n`,
      body,
    ]);
    expectProblem(answer, 413, 'The request body is larger than 10485760 bytes.', path);
  });
});

/** Writes bytes on their own connection and reads the one answer. Rejects when the connection breaks before everything is written. */
function exchange(port: number, parts: readonly (string | Buffer)[]): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
    });
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('close', () => resolve(parsed(received)));
  });
}

function parsed(message: string): HttpAnswer {
  const end = message.indexOf('\r\n\r\n');
  const [line = '', ...fields] = message.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => {
      const at = field.indexOf(': ');
      return [field.slice(0, at).toLowerCase(), field.slice(at + 2)];
    }),
  );
  const text = message.slice(end + 4);
  return { status: Number(line.split(' ')[1]), headers, text, json: text === '' ? undefined : JSON.parse(text) };
}
