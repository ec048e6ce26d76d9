import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { expectCommonHeaders, expectProblem } from '../support/http/expect-answer.ts';
import { get, type HttpAnswer, http, post } from '../support/http/http-client.ts';
import { readOpenApi } from '../support/http/openapi-document.ts';
import { deploy, start, UNKNOWN_ID } from '../support/http/steps.ts';
import { sequence, task, userTask } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const START = '/Execution/start';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const textOf = ({ json }: HttpAnswer): string => json?.detail ?? json?.error;

describe('errors (docs/contributing/spec/http/errors.md#order-of-checks)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', task('pack')));
    await deploy(service.url, sequence('ask', userTask('review')));
  });
  after(() => service.stop());

  it('carry the path as sent, without the query, and their status, type, title and code when they are problems', async () => {
    expectProblem(await get(service.url, '/No%20such/Path%2F?a=1'), 404, 'No endpoint matches this path.', '/No%20such/Path%2F');
    const path = '/dEfinitions/';
    expectProblem(await get(service.url, `${path}?page=x&a=%41`), 400, 'page must be an integer.', path);
    expect(Object.keys((await get(service.url, '/x')).json)).to.deep.equal([
      'type',
      'title',
      'status',
      'detail',
      'instance',
      'code',
    ]);
  });

  itFull('list the verbs of the path when the verb is another one, on every path', async () => {
    const { text } = await readOpenApi(service.url);
    for (const [pattern, verbs] of Object.entries(text.paths as Record<string, object>)) {
      const path = pattern
        .replace('{key}', 'x')
        .replace('{version}', '1')
        .replace(/\{\w+\}/, UNKNOWN_ID);
      const reads = 'post' in verbs ? 'POST, GET, HEAD' : 'GET, HEAD';
      const allow = 'get' in verbs ? reads : 'delete' in verbs ? 'DELETE' : 'POST';
      const others = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'get' in verbs ? 'POST' : 'GET'];
      for (const method of others.filter((one) => !allow.split(', ').includes(one))) {
        const answer = await http(service.url, { method, path });
        expectProblem(answer, 405, `The method ${method} is not allowed on this path.`, path);
        expect(answer.headers['allow']).to.equal(allow);
      }
    }
  });

  it('have one of two shapes and no further headers when anything is refused', async () => {
    const refusals = [
      await post(service.url, START, {}),
      await post(service.url, START, { WorkflowId: 'nobody' }),
      await get(service.url, `/UserTasks/${UNKNOWN_ID}`),
      await http(service.url, { method: 'POST', path: START, body: 'x' }),
    ];
    for (const answer of refusals) {
      expectCommonHeaders(answer);
      expect(['error', 'type,title,status,detail,instance,code']).to.include(Object.keys(answer.json).join());
    }
  });

  it('cut a value of the request after 256 characters when they repeat it', async () => {
    const key = 'k'.repeat(257);
    expect(textOf(await post(service.url, START, { WorkflowId: key }))).to.contain(`'${'k'.repeat(256)}…'`);
    expect(textOf(await post(service.url, START, { WorkflowId: key.slice(1) }))).to.contain(`'${'k'.repeat(256)}'`);
    expect(textOf(await get(service.url, `/Definitions?sorts=${key}`))).to.contain(`'${'k'.repeat(256)}…'`);
  });

  it('answer the first check that applies when several do', async () => {
    const tooLarge = 'x'.repeat(1_048_577);
    const tooDeep = `${'['.repeat(64)}${']'.repeat(64)}`;
    const good = '"WorkflowId":"nobody"';
    /** From the last row to the first: every request breaks its own row and most of those after it. */
    const requests: readonly [row: string, text: RegExp, body: string | Buffer, headers: Record<string, string>][] = [
      [
        '6a',
        /^Idempotency-Key must be/,
        tooLarge,
        { 'Content-Type': 'text/plain', 'Content-Encoding': 'zstd', 'Idempotency-Key': 'a b' },
      ],
      ['6b', /must be JSON/, tooLarge, { 'Content-Type': 'text/plain', 'Content-Encoding': 'zstd' }],
      ['6c', /content encoding 'zstd'/, tooLarge, { ...JSON_TYPE, 'Content-Encoding': 'zstd' }],
      ['6d', /larger than 1048576 bytes/, tooLarge, JSON_TYPE],
      ['6e', /^The request body is not valid JSON: ./, '{"WorkflowId":1', JSON_TYPE],
      ['7a', /^The request body must be a JSON object\.$/, '[{"WorkflowId":1}]', JSON_TYPE],
      ['7b', /^WorkflowId must be a string\.$/, '{"Variables":1,"BusinessId":1,"WorkflowId":1}', JSON_TYPE],
      ['7b', /^Variables must be an object\.$/, '{"BusinessId":1,"Variables":1}', JSON_TYPE],
      ['7b', /^BusinessId must be a string\.$/, '{"BusinessId":1,"Variables":{"prototype":1}}', JSON_TYPE],
      ['8', /^WorkflowId is required$/, '{"BusinessId":"","Variables":{"prototype":1}}', JSON_TYPE],
      ['9a', /^BusinessId must not be empty/, `{${good},"BusinessId":"","Variables":{"prototype":${tooDeep}}}`, JSON_TYPE],
      ['9b', /deeper than 64 levels/, `{${good},"Variables":{"prototype":${tooDeep},"a":1e999}}`, JSON_TYPE],
      ['9c', /reserved name 'prototype'/, `{${good},"Variables":{"prototype":1e999}}`, JSON_TYPE],
      ['9d', /cannot be stored exactly: 1e999\./, `{${good},"Variables":{"a":1e999,"b":"\\u0000"}}`, JSON_TYPE],
      ['9e', /^WorkflowId contains a character/, `{"WorkflowId":"\\u0000","Variables":{"b":"\\ud800"}}`, JSON_TYPE],
      ['9e', /^Variables contains a character/, `{${good},"Variables":{"\\udc00":1}}`, JSON_TYPE],
      ['11', /^Workflow with id 'nobody'/, `{${good}}`, JSON_TYPE],
    ];
    for (const [row, text, body, headers] of requests) {
      const answer = await http(service.url, { method: 'POST', path: START, body, headers });
      expect(textOf(answer), `row ${row}`).to.match(text);
    }
  });

  it('look at GUIDs after all types, and before what is missing', async () => {
    const path = '/Execution/complete-activity';
    const send = (body: object) => post(service.url, path, body);
    expect(textOf(await send({ WorkflowInstanceId: 'x', ActivityId: 1 }))).to.equal('ActivityId must be a string.');
    expect(textOf(await send({ WorkflowInstanceId: 'x' }))).to.equal('WorkflowInstanceId must be a GUID.');
    expect(textOf(await send({ WorkflowInstanceId: ' ' }))).to.equal('WorkflowInstanceId is required');
  });

  it('answer 422 after the checks of the body and before the engine is asked', async () => {
    const key = { 'Idempotency-Key': 'order-of-rows' };
    await post(service.url, START, { WorkflowId: 'order' }, key);
    expect((await post(service.url, START, { WorkflowId: 'a\u0000' }, key)).status).to.equal(400);
    expect((await post(service.url, START, { WorkflowId: 'nobody' }, key)).status).to.equal(422);
  });

  it('answer 404 before 409 when both could be meant', async () => {
    const path = '/Execution/complete-activity';
    const answer = await post(service.url, path, { WorkflowInstanceId: UNKNOWN_ID, ActivityId: 'nothing' });
    expectProblem(answer, 404, `Workflow instance '${UNKNOWN_ID}' not found.`, path);
  });

  it('come in their own order when a list is read', async () => {
    const bad = { page: 'x', pageSize: 'x', businessId: ' x', filters: 'x', sorts: 'x' };
    const header = { 'Service-Min-Position': 'x' };
    const path = '/Definitions/order/instances';
    const texts = [textOf(await get(service.url, `${path}?${new URLSearchParams(bad)}`, header))];
    for (const name of Object.keys(bad)) {
      const rest = Object.fromEntries(Object.entries(bad).slice(Object.keys(bad).indexOf(name)));
      texts.push(textOf(await get(service.url, `${path}?${new URLSearchParams(rest)}`)));
    }
    expect(texts.map((text) => text.split(' ').slice(0, 3).join(' '))).to.deep.equal([
      'Service-Min-Position is not',
      'page must be',
      'pageSize must be',
      'BusinessId must not',
      'Malformed filter term',
      'Unknown sort name',
    ]);
  });

  it('look at the path before the verb, and at the verb before anything of the request', async () => {
    const headers = { ...JSON_TYPE, 'Idempotency-Key': 'a b' };
    const malformed = await http(service.url, { method: 'PUT', path: '/Execution/%ff/start', headers, body: '{' });
    expectProblem(malformed, 400, 'The request path is malformed.', '/Execution/%ff/start');
    const unknown = await http(service.url, { method: 'PUT', path: '/Execution/begin', headers, body: '{' });
    expectProblem(unknown, 404, 'No endpoint matches this path.', '/Execution/begin');
    const wrongVerb = await http(service.url, { method: 'PUT', path: START, headers, body: '{' });
    expectProblem(wrongVerb, 405, 'The method PUT is not allowed on this path.', START);
    const nul = await http(service.url, { path: '/Definitions?filters=a%00b' });
    expectProblem(nul, 400, 'The request path is malformed.', '/Definitions');
  });
});

describe('size limits (docs/contributing/spec/http.md#size-limits)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', task('pack')));
  });
  after(() => service.stop());

  const sized = (bytes: number) => {
    const frame = JSON.stringify({ WorkflowId: 'order', Unknown: '' });
    return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
  };
  const send = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE, isChunked = false) =>
    http(service.url, { method: 'POST', path: START, body, headers, isChunked });

  it('take a body of exactly 1,048,576 bytes and refuse one more byte, announced or in chunks', async () => {
    for (const isChunked of [false, true]) {
      expect((await send(sized(1_048_576), JSON_TYPE, isChunked)).status).to.equal(200);
      expectProblem(
        await send(sized(1_048_577), JSON_TYPE, isChunked),
        413,
        'The request body is larger than 1048576 bytes.',
        START,
      );
    }
  });

  it('take a deploy of exactly 10,485,760 bytes and refuse one more', async () => {
    const path = '/Definitions/deploy';
    const xml = sequence('large', task('pack'));
    const whole = (bytes: number) => {
      const frame = JSON.stringify({ BpmnXml: xml, Unknown: '' });
      return frame.replace(/""\}$/, `"${'x'.repeat(bytes - frame.length)}"}`);
    };
    const deployed = await http(service.url, { method: 'POST', path, body: whole(10_485_760), headers: JSON_TYPE });
    expect(deployed.status, deployed.text).to.equal(200);
    const refused = await http(service.url, { method: 'POST', path, body: whole(10_485_761), headers: JSON_TYPE });
    expectProblem(refused, 413, 'The request body is larger than 10485760 bytes.', path);
  });

  it('count decoded bytes when a body is compressed', async () => {
    const packed = { ...JSON_TYPE, 'Content-Encoding': 'gzip' };
    expect((await send(gzipSync(sized(1_048_576)), packed)).status).to.equal(200);
    expectProblem(await send(gzipSync(sized(1_048_577)), packed), 413, 'The request body is larger than 1048576 bytes.', START);
    expect((await send(gzipSync(Buffer.alloc(50_000_000, 0x20)), packed)).status).to.equal(413);
  });

  it('take variables of 64 levels and refuse 65', async () => {
    const nested = (levels: number) =>
      `{"WorkflowId":"order","Variables":${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}}`;
    expect((await send(nested(64))).status).to.equal(200);
    expect(textOf(await send(nested(65)))).to.equal('Variables is nested deeper than 64 levels.');
  });

  it('set no limit to the number of variables but that of the body', async () => {
    const variables = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`v${n}`, n]));
    const id = await start(service.url, 'order', { Variables: variables });
    const { json } = await get(service.url, `/Instances/${id}/state`);
    expect(Object.keys(json.variableStates[0].variables)).to.have.length(20_000);
  });

  it('reduce pageSize to 100 without an error', async () => {
    expect((await get(service.url, '/Definitions?pageSize=1000')).json.pageSize).to.equal(100);
  });
});
