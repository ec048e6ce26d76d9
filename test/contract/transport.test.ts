import { expect } from 'chai';
import { expectCommonHeaders, expectProblem } from '../support/http/expect-answer.ts';
import { get, http, post } from '../support/http/http-client.ts';
import { deploy, UNKNOWN_ID, until } from '../support/http/steps.ts';
import { sequence, task } from '../support/models/models.ts';
import { startService, type TestService } from '../support/service.ts';

describe('transport (docs/contributing/spec/http.md#transport)', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
    await deploy(service.url, sequence('Order/1', task('pack')));
  });
  after(() => service.stop());

  it('finds a path when its case differs or one slash trails', async () => {
    const spellings: readonly [path: string, status: number][] = [
      ['/execution/START', 400],
      ['/Execution/start/', 400],
      ['/Execution/start//', 404],
      ['//Execution/start', 404],
    ];
    for (const [path, status] of spellings) expect((await post(service.url, path, {})).status, path).to.equal(status);
  });

  it('answers 404 when the old prefix is used or nothing has the path', async () => {
    const paths = [
      '/Workflow/start',
      '/',
      '/Definitions/deploy/x',
      '/UserTasks/x',
      '/Instances/x/state',
      '/Definitions/k/-1/instances',
    ];
    for (const path of paths) expectProblem(await get(service.url, path), 404, 'No endpoint matches this path.', path);
  });

  it('answers 400 when the path cannot be decoded, or path or query hold U+0000', async () => {
    for (const path of ['/Definitions/%/instances', '/Definitions/%c3/instances', '/Definitions/%00/instances', '/nowhere/%zz']) {
      expectProblem(await get(service.url, path), 400, 'The request path is malformed.', path);
    }
    expectProblem(await get(service.url, '/UserTasks?assignee=%00'), 400, 'The request path is malformed.', '/UserTasks');
  });

  it('decodes keys and compares them exactly when they hold a slash', async () => {
    await post(service.url, '/Execution/start', { WorkflowId: 'Order/1' });
    const list = await until(
      () => get(service.url, '/definitions/Order%2F1/INSTANCES'),
      (answer) => answer.json.totalCount === 1,
    );
    expect(list.status).to.equal(200);
    expect((await get(service.url, '/Definitions/order%2f1/instances')).json.totalCount).to.equal(0);
  });

  it('takes parameters in any case, the first one when there are several', async () => {
    const { json } = await get(service.url, '/Definitions?PAGESIZE=3&pageSize=4&Page=2&filters=');
    expect(json).to.deep.include({ page: 2, pageSize: 3 });
  });

  it('answers like GET, without a body, when the verb is HEAD', async () => {
    for (const path of ['/Definitions', '/health', `/Instances/${UNKNOWN_ID}/state`, '/nowhere']) {
      const { headers: read, status } = await get(service.url, path);
      const head = await http(service.url, { method: 'HEAD', path });
      expect([head.status, head.text]).to.deep.equal([status, '']);
      expect(head.headers['content-length']).to.equal(read['content-length']);
      expect(head.headers['content-type']).to.equal(read['content-type']);
      expectCommonHeaders(head);
    }
  });

  it('answers 405 with Allow when the verb is not listed, OPTIONS among them', async () => {
    const cases: readonly [method: string, path: string, allow: string][] = [
      ['OPTIONS', '/Execution/start', 'POST'],
      ['GET', '/Definitions/deploy', 'POST'],
      ['POST', '/Definitions', 'GET, HEAD'],
      ['DELETE', `/UserTasks/${UNKNOWN_ID}`, 'GET, HEAD'],
      ['PUT', '/health', 'GET, HEAD'],
    ];
    for (const [method, path, allow] of cases) {
      const answer = await http(service.url, { method, path });
      expectProblem(answer, 405, `The method ${method} is not allowed on this path.`, path);
      expect(answer.headers.allow).to.equal(allow);
    }
    const head = await http(service.url, { method: 'HEAD', path: '/Execution/start' });
    expect([head.status, head.text, head.headers.allow]).to.deep.equal([405, '', 'POST']);
  });
});
