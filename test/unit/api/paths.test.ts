import { expect } from 'chai';
import express, { type Request } from 'express';
import type { Endpoint } from '../../../src/api/endpoint.ts';
import {
  type ApiResponse,
  type Exchange,
  type Middleware,
  newExchange,
  readTarget,
  routerPathOf,
} from '../../../src/api/exchange.ts';
import { canonicalPath } from '../../../src/api/paths.ts';
import { createAllowFinder, createRouter } from '../../../src/api/router.ts';
import { textAnswer } from '../../../src/platform/answer.ts';

const GUID = 'ABCDEF01-2345-6789-abcd-ef0123456789';
const reads = [
  '/UserTasks',
  '/UserTasks/{activityInstanceId}',
  '/Definitions/{key}/instances',
  '/Definitions/{key}/{version}/instances',
];
const writes = ['/Definitions/deploy', '/UserTasks/{activityInstanceId}/claim', '/UserTasks'];
const endpoints: readonly Endpoint[] = [
  ...reads.map((pattern) => ({ method: 'GET', pattern }) as Endpoint),
  ...writes.map((pattern) => ({ method: 'POST', pattern }) as Endpoint),
];
const replies =
  (text: string): Middleware =>
  (_request, response) =>
    response.locals.exchange.reply(textAnswer(200, text));
const app = express();
app.disable('x-powered-by');
app.enable('strict routing');
app.use(createRouter(endpoints, { to: () => [replies('')], otherwise: (_, allow) => [replies(allow)] }));
const findAllow = createAllowFinder(endpoints);

/** Sends a path through the routers; `allow` is empty when the method is one of the path. */
function find(path: string, method = 'GET'): Promise<(Exchange & { readonly allow: string }) | 'unknown' | 'malformed'> {
  const target = readTarget(path);
  if (target.routerPath === undefined) return Promise.resolve('malformed');
  const request = { method, url: target.routerPath } as Request;
  return new Promise((resolve) => {
    const exchange = newExchange(target, request, ({ body }) => resolve({ ...exchange, allow: body }));
    app(request, { locals: { exchange } } as unknown as ApiResponse, () => resolve('unknown'));
  });
}

async function found(path: string): Promise<string> {
  const match = await find(path);
  return typeof match === 'string' ? match : [match.route, ...match.params].join(' ');
}

describe('finding the endpoint of a path', () => {
  const cases: readonly [path: string, expected: string][] = [
    ['/Definitions/deploy', '/Definitions/deploy'],
    ['/Definitions/deploy/', '/Definitions/deploy'],
    ['/definitions/DEPLOY', '/Definitions/deploy'],
    ['/%44efinitions/deploy', '/Definitions/deploy'],
    ['/Definitions/deploy//', 'unknown'],
    ['//Definitions/deploy', 'unknown'],
    ['/Definitions%2Fdeploy', 'unknown'],
    ['/', 'unknown'],
    ['', 'unknown'],
    ['*', 'unknown'],
    ['/Workflow/deploy', 'unknown'],
    [`/UserTasks/${GUID}`, `/UserTasks/{activityInstanceId} ${GUID.toLowerCase()}`],
    [`/usertasks/${GUID}/`, `/UserTasks/{activityInstanceId} ${GUID.toLowerCase()}`],
    ['/UserTasks/{abc}', 'unknown'],
    [`/UserTasks/${GUID.replaceAll('-', '')}`, 'unknown'],
    [`/UserTasks/${GUID}x`, 'unknown'],
    ['/Definitions/Order/instances', '/Definitions/{key}/instances Order'],
    ['/definitions/Order/INSTANCES/', '/Definitions/{key}/instances Order'],
    ['/Definitions/a%2Fb/instances', '/Definitions/{key}/instances a/b'],
    ['/Definitions/%C3%A4/instances', '/Definitions/{key}/instances ä'],
    ['/Definitions/a+b/instances', '/Definitions/{key}/instances a+b'],
    ['/Definitions/../instances', '/Definitions/{key}/instances ..'],
    ['/Definitions//instances', 'unknown'],
    ['/Definitions/order/2/instances', '/Definitions/{key}/{version}/instances order 2'],
    ['/Definitions/order/2147483647/instances', '/Definitions/{key}/{version}/instances order 2147483647'],
    ['/Definitions/order/2147483648/instances', 'unknown'],
    ['/Definitions/order/-1/instances', 'unknown'],
    ['/Definitions/order/1.0/instances', 'unknown'],
    ['/Definitions/%/instances', 'malformed'],
    ['/Definitions/%zz/instances', 'malformed'],
    ['/Definitions/%ff/instances', 'malformed'],
    ['/Definitions/%ED%A0%80/instances', 'malformed'],
    ['/Definitions/a%00b/instances', 'malformed'],
    ['/nowhere/%00', 'malformed'],
  ];
  for (const [path, expected] of cases) {
    it(`gives ${expected} when the path is ${JSON.stringify(path)}`, async () => {
      expect(await found(path)).to.equal(expected);
      const [pattern = ''] = expected.split(' ');
      const allow = findAllow(routerPathOf(path) ?? '');
      expect(allow !== undefined, 'the methods of the path').to.equal(pattern.startsWith('/'));
    });
  }

  it('lists all methods, HEAD with GET, when a path has several', async () => {
    const match = await find('/UserTasks', 'PUT');
    expect(match).to.deep.include({ allow: 'POST, GET, HEAD' });
    expect(findAllow('/UserTasks')).to.equal('POST, GET, HEAD');
  });

  it('gives one canonical path when spellings differ', async () => {
    const spellings = [`/UserTasks/${GUID}/claim`, `/usertasks/${GUID.toLowerCase()}/CLAIM/`, `/User%54asks/${GUID}/claim`];
    const canonical = spellings.map(async (path) => {
      const match = await find(path);
      return typeof match === 'string' ? match : canonicalPath(match.route, match.params);
    });
    expect(new Set(await Promise.all(canonical))).to.deep.equal(new Set([`/usertasks/${GUID.toLowerCase()}/claim`]));
  });

  it('gives one canonical path with its texts encoded when a part is a text', () => {
    expect(canonicalPath('/Definitions/{key}/{version}/instances', ['Ä /b', '2'])).to.equal(
      '/definitions/%C3%84%20%2Fb/2/instances',
    );
  });
});
