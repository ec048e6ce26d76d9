import { expect } from 'chai';
import type { Endpoint } from '../../../src/api/endpoint.ts';
import { createPathFinder } from '../../../src/api/paths.ts';

const GUID = 'ABCDEF01-2345-6789-abcd-ef0123456789';
const handle = () => Promise.reject(new Error('not called'));
const reads = [
  '/UserTasks',
  '/UserTasks/{activityInstanceId}',
  '/Definitions/{key}/instances',
  '/Definitions/{key}/{version}/instances',
];
const writes = ['/Definitions/deploy', '/UserTasks/{activityInstanceId}/claim', '/UserTasks'];
const find = createPathFinder([
  ...reads.map((pattern): Endpoint => ({ method: 'GET', pattern, handle })),
  ...writes.map((pattern): Endpoint => ({ method: 'POST', pattern, bodyUse: 'json', bodyLimit: 10, handle })),
]);

function found(path: string): string {
  const match = find(path);
  return match.kind === 'found' ? [match.target.pattern, ...match.params].join(' ') : match.kind;
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
    it(`gives ${expected} when the path is ${JSON.stringify(path)}`, () => {
      expect(found(path)).to.equal(expected);
    });
  }

  it('lists all verbs, HEAD with GET, when a path has several', () => {
    const match = find('/UserTasks');
    expect(match.kind === 'found' && match.target.allow).to.equal('GET, HEAD, POST');
  });

  it('gives one canonical path when spellings differ', () => {
    const canonical = [`/UserTasks/${GUID}/claim`, `/usertasks/${GUID.toLowerCase()}/CLAIM/`, `/User%54asks/${GUID}/claim`].map(
      (path) => {
        const match = find(path);
        return match.kind === 'found' ? match.canonicalPath : match.kind;
      },
    );
    expect(new Set(canonical)).to.deep.equal(new Set([`/usertasks/${GUID.toLowerCase()}/claim`]));
  });
});
