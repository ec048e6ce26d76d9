import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { expectEmpty, expectError, expectJson, expectProblem } from '../../support/http/expect-answer.ts';
import { http, post } from '../../support/http/http-client.ts';
import { startWith, useApp } from './app-under-test.ts';

const GUID = '11111111-2222-4333-8444-555555555555';
const START = '/Execution/start';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const NOT_JSON = 'The request body must be JSON (application/json).';

describe('the API reads', () => {
  const app = useApp();

  describe('a body', () => {
    const order = '{"WorkflowId":"a"}';
    const readAsEmpty = 'WorkflowId is required';

    it('is read as {} when there are no bytes, whatever the content type', async () => {
      for (const headers of [
        {},
        { 'Content-Type': 'text/plain' },
        { 'Content-Encoding': 'zstd' },
        { 'Content-Encoding': 'gzip' },
      ]) {
        expectError(await post(app.url, START, undefined, headers as Record<string, string>), 400, readAsEmpty);
        const chunked = { method: 'POST', path: START, isChunked: true, headers: headers as Record<string, string> };
        expectError(await http(app.url, chunked), 400, readAsEmpty);
      }
    });

    it('is read as {} when it is the literal null, whatever the content type', async () => {
      for (const type of ['application/json', 'text/plain', 'application/json; charset=latin1']) {
        expectError(await startWith(app, ' null\n', { 'Content-Type': type }), 400, readAsEmpty);
      }
      expectError(
        await startWith(app, gzipSync('null'), { 'Content-Type': 'a/b', 'Content-Encoding': 'gzip' }),
        400,
        readAsEmpty,
      );
    });

    it('is read when it is JSON of any kind, with a byte-order mark, compressed or in chunks', async () => {
      const accepted: readonly [body: Buffer | string, headers: Readonly<Record<string, string>>][] = [
        [order, { 'Content-Type': 'application/vnd.x+json; charset=UTF-8' }],
        [`\ufeff${order}`, JSON_TYPE],
        [gzipSync(order), { ...JSON_TYPE, 'Content-Encoding': 'gzip' }],
        [deflateSync(order), { ...JSON_TYPE, 'Content-Encoding': 'deflate' }],
        [brotliCompressSync(order), { ...JSON_TYPE, 'Content-Encoding': 'br' }],
        [order, { ...JSON_TYPE, 'Content-Encoding': 'identity' }],
      ];
      for (const [body, headers] of accepted) {
        expectJson(await startWith(app, body, headers));
        expectJson(await http(app.url, { method: 'POST', path: START, body, headers, isChunked: true }));
      }
    });

    it('is refused with 415 when it is not JSON in UTF-8', async () => {
      for (const headers of [{}, { 'Content-Type': 'text/plain' }, { 'Content-Type': 'application/json; charset=latin1' }]) {
        expectProblem(await startWith(app, order, headers as Record<string, string>), 415, NOT_JSON, START);
      }
      expectProblem(await startWith(app, 'x'.repeat(3_000_000), { 'Content-Type': 'text/plain' }), 415, NOT_JSON, START);
      expectProblem(
        await startWith(app, order, { 'Content-Type': 'text/plain', 'Content-Encoding': 'zstd' }),
        415,
        NOT_JSON,
        START,
      );
    });

    it('is refused with 415 when its encoding is unknown', async () => {
      const answer = await startWith(app, order, { ...JSON_TYPE, 'Content-Encoding': 'zstd' });
      expectProblem(answer, 415, "The content encoding 'zstd' is not supported.", START);
    });

    it('is refused with 413 when it has more than 1,048,576 decoded bytes', async () => {
      const body = (length: number) => `{"WorkflowId":"a","x":"${'x'.repeat(length - 25)}"}`;
      expect(body(1_048_576)).to.have.length(1_048_576);
      expectJson(await startWith(app, body(1_048_576)));
      const tooLarge = 'The request body is larger than 1048576 bytes.';
      expectProblem(await startWith(app, body(1_048_577)), 413, tooLarge, START);
      expectProblem(
        await http(app.url, { method: 'POST', path: START, body: body(1_048_577), headers: JSON_TYPE, isChunked: true }),
        413,
        tooLarge,
        START,
      );
      expectProblem(
        await startWith(app, gzipSync(Buffer.alloc(5_000_000, 'x')), { ...JSON_TYPE, 'Content-Encoding': 'gzip' }),
        413,
        tooLarge,
        START,
      );
    });

    it('may have 10,485,760 bytes when it is a deploy', async () => {
      const path = '/Definitions/deploy';
      const body = `{"BpmnXml":"${' '.repeat(10_485_760 - 14)}"}`;
      expectError(
        await http(app.url, { method: 'POST', path, body, headers: JSON_TYPE }),
        400,
        'Invalid BPMN: BpmnXml is required',
      );
      const answer = await http(app.url, { method: 'POST', path, body: `${body} `, headers: JSON_TYPE });
      expectProblem(answer, 413, 'The request body is larger than 10485760 bytes.', path);
    });

    it('is refused with 400 when it is not JSON, not UTF-8 or damaged', async () => {
      const broken: readonly [body: Buffer | string, headers: Readonly<Record<string, string>>][] = [
        ['{"WorkflowId":', JSON_TYPE],
        [' ', JSON_TYPE],
        [Buffer.from([0x7b, 0xff, 0x7d]), JSON_TYPE],
        ['not compressed', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }],
        [gzipSync(order).subarray(0, 15), { ...JSON_TYPE, 'Content-Encoding': 'gzip' }],
      ];
      for (const [body, headers] of broken) {
        const answer = await startWith(app, body, headers);
        expect(answer.status, answer.text).to.equal(400);
        expect(answer.json.detail).to.match(/^The request body is not valid JSON: ./);
      }
    });

    for (const body of ['[]', '"a"', '1', 'true']) {
      it(`is refused with 400 when it is the JSON value ${body}`, async () => {
        expectProblem(await startWith(app, body), 400, 'The request body must be a JSON object.', START);
      });
    }

    it('is not looked at when the endpoint reads none, but its size is', async () => {
      const path = `/UserTasks/${GUID}/unclaim`;
      for (const headers of [{ 'Content-Type': 'x' }, { 'Content-Encoding': 'zstd' }, { 'Content-Encoding': 'gzip' }]) {
        expectEmpty(await http(app.url, { method: 'POST', path, body: '{"broken', headers: headers as Record<string, string> }));
      }
      const answer = await http(app.url, { method: 'POST', path, body: 'x'.repeat(1_048_577) });
      expectProblem(answer, 413, 'The request body is larger than 1048576 bytes.', path);
    });
  });
});
