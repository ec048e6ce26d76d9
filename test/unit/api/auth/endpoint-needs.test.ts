import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ENDPOINT_NEEDS, keepsWithinKeys, LIMITED_ENDPOINTS, needOf } from '../../../../src/api/auth/endpoint-needs.ts';
import { isProtectedPath } from '../../../../src/api/auth/protected-paths.ts';
import { apiEndpoints } from '../../../../src/api/endpoints.ts';
import type { ApiPorts } from '../../../../src/api/ports.ts';
import { ACCESS_ROLES, RIGHTS, RIGHTS_OF_ROLE, rightIsMissing, rolesWith } from '../../../../src/platform/access-roles.ts';
import { rowsUnder } from '../../../support/page-tables.ts';
import { matrixOf } from '../../../support/sign-in/role-matrix.ts';

const PAGE = readFileSync(new URL('../../../../docs/contributing/spec/roles.md', import.meta.url), 'utf8');

describe('the rights that endpoints need', () => {
  const served = apiEndpoints({ servesDocs: true, mcp: {} } as unknown as ApiPorts).map(({ method, pattern }) => ({
    name: `${method} ${pattern}`,
    pattern,
  }));

  it('are declared for every endpoint that is served, and for no other', () => {
    const hint =
      'Say in src/api/auth/endpoint-needs.ts which right the endpoint needs (docs/contributing/spec/roles.md#rights says what each is for), ' +
      'and add the row to docs/contributing/spec/roles.md#endpoints. Until then it is for admins alone.';
    expect(Object.keys(ENDPOINT_NEEDS).sort(), hint).to.deep.equal(served.map(({ name }) => name).sort());
  });

  it('are needed exactly below the protected prefixes: nothing else knows who asks', () => {
    const wrong = served.filter(({ name, pattern }) => (needOf(name) !== 'nothing') !== isProtectedPath(pattern));
    expect(wrong).to.deep.equal([]);
  });

  it('are needed for all keys when the endpoint is not declared as limited to some', () => {
    for (const name of LIMITED_ENDPOINTS) {
      expect(Object.hasOwn(ENDPOINT_NEEDS, name), `${name} is not declared`).to.equal(true);
      expect(needOf(name), name).to.not.equal('nothing');
    }
    for (const name of ['GET /Nothing', 'GET /health', 'constructor']) expect(keepsWithinKeys(name), name).to.equal(false);
  });

  it('are those of the admin alone when an endpoint is not declared', () => {
    for (const name of ['GET /Nothing', 'PUT /Definitions', 'constructor', '__proto__', 'toString', '']) {
      expect(needOf(name), name).to.equal('administer');
    }
  });

  it('are cell by cell in the page when the table changes', () => {
    const hint =
      'Change the table of docs/contributing/spec/roles.md#endpoints as the table in src/api/auth/endpoint-needs.ts says.';
    const rows = Object.entries(ENDPOINT_NEEDS).map(([name, need]) => ({ name, need, keepsKeys: LIMITED_ENDPOINTS.has(name) }));
    expect(rowsUnder(PAGE, '## Endpoints'), hint).to.deep.equal(matrixOf(rows));
  });
});

describe('access roles', () => {
  it('have the permissions of the page, cell by cell', () => {
    const rows = RIGHTS.map((right) => [
      `\`${right}\``,
      ...ACCESS_ROLES.map((role) => (RIGHTS_OF_ROLE[role].includes(right) ? 'yes' : '–')),
    ]);
    const written = rowsUnder(PAGE, '## Access roles').map(([right = '', ...cells]) => [right, ...cells.slice(0, -1)]);
    expect(written).to.deep.equal(rows);
  });

  it('are all of them but the admin without the right to administer, which the admin alone has', () => {
    expect(rolesWith('administer')).to.deep.equal(['admin']);
    expect(RIGHTS_OF_ROLE.admin).to.deep.equal([...RIGHTS]);
  });

  it('are named in the refusal, in a sentence', () => {
    expect(rightIsMissing('administer')).to.equal('This needs the role admin.');
    expect(rightIsMissing('author')).to.equal('This needs the role author or admin.');
    expect(rightIsMissing('see')).to.equal('This needs the role viewer, operator, author or admin.');
  });
});
