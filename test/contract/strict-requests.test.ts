import { expect } from 'chai';
import { expectJson, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { type OpenApi, readOpenApi } from '../support/http/openapi-document.ts';
import { deploy, UNKNOWN_ID } from '../support/http/steps.ts';
import { sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';
import { itFull } from '../support/tier.ts';

const START = '/Execution/start';

describe('requests with names that no one reads (docs/contributing/spec/http/errors.md#unknown-member)', () => {
  let service: TestService;
  let document: OpenApi;
  before(async () => {
    service = await startService({ env: { 'Api:StrictRequests': 'true' } });
    document = await readOpenApi(service.url);
    await deploy(service.url, sequence('order', task('a')));
  });
  after(() => service.stop());

  itFull('are refused before anything else of the body is looked at, with the name that was meant', async () => {
    for (const [body, detail] of [
      [{ WorkflwId: 'order' }, "'WorkflwId' is not a member of this request. Did you mean WorkflowId?"],
      [{ WorkflowId: 7, variabels: {} }, "'variabels' is not a member of this request. Did you mean Variables?"],
      [{ WorkflowId: 'order', x: null }, "'x' is not a member of this request."],
      [{ WorkflowId: 'order', '': 1 }, "'' is not a member of this request."],
      [{ WorkflowId: 'order', constructor: 1 }, "'constructor' is not a member of this request."],
      [{ ['x'.repeat(400)]: 1 }, `'${'x'.repeat(256)}…' is not a member of this request.`],
    ] as const) {
      expectProblem(await post(service.url, START, body), 400, detail, START);
    }
    const proto = { method: 'POST', path: START, body: '{"__proto__":1}', headers: { 'Content-Type': 'application/json' } };
    expectProblem(await http(service.url, proto), 400, "'__proto__' is not a member of this request.", START);
    expect(expectJson(await get(service.url, '/Definitions/order/instances')).totalCount).to.equal(0);
  });

  itFull('are accepted when all names are known, in any case, and variables may have any names', async () => {
    expectJson(await post(service.url, START, { workflowid: 'order', VARIABLES: { anything: { Foo: 1 } }, businessId: null }));
    expectJson(await get(service.url, '/Definitions?PAGE=1&pagesize=5&filters=&Sorts=Version'));
  });

  it('are refused inside the files of a deploy', async () => {
    const BpmnXml = sequence('files', task('a'));
    const path = '/Definitions/deploy';
    const send = (file: object) => post(service.url, path, { BpmnXml, Resources: [{ Name: 'a.js', Content: '1' }, file] });
    const meant = "'Contents' is not a member of Resources[1]. Did you mean Content?";
    expectProblem(await send({ Name: 'b.js', Contents: '1' }), 400, meant, path);
    const odd = await post(service.url, path, { BpmnXml, Resources: [null, 7, 'x'] });
    expectProblem(odd, 400, 'Resources must be an array of objects with Name and Content.', path);
  });

  itFull('are refused by every endpoint that asks for a token, in the query and in the body', async () => {
    for (const { method, path: pattern, requestBody } of document.operations) {
      if (pattern.split('/').length === 2 && !/^\/(?:Definitions|UserTasks|custom-tasks|DeadLetters|Batches)$/.test(pattern))
        continue;
      const path = pattern
        .replace('{key}', 'x')
        .replace('{version}', '1')
        .replace('{taskType}', 'y')
        .replace(/\{\w+\}/, UNKNOWN_ID);
      const inQuery = await http(service.url, {
        method,
        path: `${path}?Oddity=1`,
        headers: { 'Content-Type': 'application/json' },
      });
      expectProblem(inQuery, 400, "'Oddity' is not a query parameter of this endpoint.", path);
      if (requestBody === undefined) continue;
      expectProblem(await post(service.url, path, { Oddity: 1 }), 400, "'Oddity' is not a member of this request.", path);
    }
    const near = await get(service.url, '/Definitions?filter=x');
    expectProblem(near, 400, "'filter' is not a query parameter of this endpoint. Did you mean filters?", '/Definitions');
  });

  it('are let through at the probes of load balancers', async () => {
    for (const path of ['/health', '/alive', '/ready'])
      expect((await get(service.url, `${path}?probe=1`)).status, path).to.equal(200);
  });
});

describe('requests with names that no one reads, where nothing is set (docs/contributing/spec/http.md#unknown-members)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('order', task('a')));
  });
  after(() => service.stop());

  it('run', async () => {
    expectJson(await post(service.url, `${START}?x=1`, { WorkflowId: 'order', Variabels: 1 }));
    expectJson(await get(service.url, '/Definitions?x=1'));
  });
});
