import { expect } from 'chai';
import { expectCommonHeaders, expectError, expectJson, expectProblem } from '../../support/http/expect-answer.ts';
import { get, http } from '../../support/http/http-client.ts';
import { openApp, useApp } from './app-under-test.ts';

const GUID = '11111111-2222-4333-8444-555555555555';
const START = '/Execution/start';

describe('the API answers', () => {
  const app = useApp();

  describe('a path', () => {
    it('is answered 404 when no endpoint has it, whatever the verb', async () => {
      for (const path of [
        '/',
        '/nowhere',
        '/Workflow/start',
        '/UserTasks/1',
        `/Instances/x/state`,
        '/Definitions/a/1.5/instances',
      ]) {
        expectProblem(await get(app.url, `${path}?x=1`), 404, 'No endpoint matches this path.', path);
        expectProblem(await http(app.url, { method: 'PUT', path }), 404, 'No endpoint matches this path.', path);
      }
    });

    it('is answered 405 with Allow when its endpoint has another verb', async () => {
      const cases: readonly [method: string, path: string, allow: string][] = [
        ['GET', START, 'POST'],
        ['OPTIONS', START, 'POST'],
        ['HEAD', START, 'POST'],
        ['POST', '/health', 'GET, HEAD'],
        ['DELETE', '/usertasks/', 'GET, HEAD'],
        ['PATCH', `/Instances/${GUID}/state`, 'GET, HEAD'],
        ['TRACE', '/Definitions', 'GET, HEAD'],
      ];
      for (const [method, path, allow] of cases) {
        const answer = await http(app.url, { method, path });
        expect(answer.headers.allow).to.equal(allow);
        if (method === 'HEAD') expect([answer.status, answer.text]).to.deep.equal([405, '']);
        else expectProblem(answer, 405, `The method ${method} is not allowed on this path.`, path);
      }
    });

    it('is answered 400 when it cannot be decoded', async () => {
      for (const path of ['/Definitions/%zz/instances', '/%00', '/Definitions/%ff/instances']) {
        expectProblem(await get(app.url, path), 400, 'The request path is malformed.', path);
      }
      expectProblem(await get(app.url, '/UserTasks?assignee=a%00b'), 400, 'The request path is malformed.', '/UserTasks');
    });

    it('is understood when it comes in absolute form', async () => {
      expect((await get(app.url, 'http://elsewhere/health?x')).text).to.equal('Healthy');
      expect((await get(app.url, 'http://elsewhere')).status).to.equal(404);
    });
  });

  describe('HEAD', () => {
    it('is answered like GET without a body when the path has a GET', async () => {
      for (const path of ['/health', '/UserTasks', '/nowhere']) {
        const read = await get(app.url, path);
        const head = await http(app.url, { method: 'HEAD', path });
        expect(head.text).to.equal('');
        expect(head.status).to.equal(read.status);
        const { date: _a, ...expected } = read.headers;
        const { date: _b, ...actual } = head.headers;
        expect(actual).to.deep.equal(expected);
      }
    });
  });

  describe('a read', () => {
    it('answers its envelope when there is nothing', async () => {
      expect(expectJson(await get(app.url, '/UserTasks?pageSize=500&page=-3'))).to.deep.equal({
        data: [],
        page: 1,
        pageSize: 100,
        totalCount: 0,
      });
      for (const path of ['/Definitions', '/Definitions/a/instances', '/Definitions/a/1/instances']) {
        expect(expectJson(await get(app.url, path))).to.deep.equal({ items: [], totalCount: 0, page: 1, pageSize: 20 });
      }
    });

    it('reports the first fault in the order page, pageSize, businessId, filters, sorts when there are several', async () => {
      const path = '/Definitions/a/instances';
      const faults = ['page=x', 'pageSize=1.5', 'businessId=%20', 'filters=Nope==1', 'sorts=Nope'];
      const details = [
        'page must be an integer.',
        'pageSize must be an integer.',
        'BusinessId must not be empty or white space.',
        "Unknown filter name 'Nope'. Allowed names: IsStarted, IsCompleted, IsCancelled, IsFailed, BusinessId, CreatedAt.",
        "Unknown sort name 'Nope'. Allowed names: CreatedAt, ExecutionStartedAt, CompletedAt, BusinessId.",
      ];
      for (const [index, detail] of details.entries()) {
        expectProblem(await get(app.url, `${path}?${faults.slice(index).reverse().join('&')}`), 400, detail, path);
      }
    });

    it('answers 404 when the thing is unknown', async () => {
      expectError(await get(app.url, `/UserTasks/${GUID}`), 404, `User task '${GUID}' not found`);
      expectError(await get(app.url, `/Instances/${GUID}/state`), 404, `Instance ${GUID} not found`);
    });

    it('takes the first one when a parameter is repeated in another case', async () => {
      const answer = expectJson(await get(app.url, '/UserTasks?PAGESIZE=5&pageSize=7'));
      expect(answer.pageSize).to.equal(5);
    });

    it('answers 503 with Retry-After when the database cannot be reached, 500 when a query is wrong', async () => {
      const away = await openApp({ databaseFault: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) });
      const answer = await get(away.url, '/Definitions');
      expectProblem(
        answer,
        503,
        'The database is not reachable. Repeat the request after the Retry-After delay.',
        '/Definitions',
      );
      expect(answer.headers['retry-after']).to.equal('5');
      await away.close();
      const wrong = await openApp({ databaseFault: Object.assign(new Error('syntax error'), { code: '42601' }) });
      expectProblem(
        await get(wrong.url, '/Definitions'),
        500,
        'An unexpected error occurred. See server logs for details.',
        '/Definitions',
      );
      await wrong.close();
    });
  });

  describe('operations', () => {
    it('answer in plain text and write no log line when all is well', async () => {
      for (const [path, body] of [
        ['/health', 'Healthy'],
        ['/alive', 'Healthy'],
        ['/ready', 'Ready'],
      ] as const) {
        const answer = await get(app.url, path);
        expect([answer.status, answer.text]).to.deep.equal([200, body]);
        expect(answer.headers['content-type']).to.match(/^text\/plain\b/);
        expectCommonHeaders(answer);
      }
      expect(app.logged).to.deep.equal([]);
    });

    it('are no longer ready when the stop has begun', async () => {
      const stopping = await openApp();
      stopping.beginShutdown();
      const answer = await get(stopping.url, '/ready');
      expect([answer.status, answer.text]).to.deep.equal([503, 'Not ready: shutting down']);
      await stopping.close();
    });

    it('count requests by path pattern, never by path, when paths hold ids', async () => {
      await get(app.url, `/UserTasks/${GUID}`);
      await get(app.url, '/nowhere/at/all');
      const answer = await get(app.url, '/metrics');
      expect(answer.headers['content-type']).to.match(/^text\/plain\b/);
      expect(answer.text).to.match(
        /http_server_request_duration_seconds_count\{[^}]*route="\/UserTasks\/\{activityInstanceId\}"[^}]*\}/,
      );
      expect(answer.text).not.to.contain(GUID);
      expect(answer.text).not.to.contain('nowhere');
    });
  });
});
