import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { targetOfPath } from '../../../src/api/audit/audited-request.ts';
import { isProtectedPath } from '../../../src/api/auth/protected-paths.ts';
import { auditedActOf, nameOf } from '../../../src/api/endpoint.ts';
import { DOCUMENTED_ENDPOINTS, ENDPOINTS } from '../../../src/api/endpoints.ts';
import { AUDIT_KINDS } from '../../../src/platform/config/config-security.ts';
import { rowsUnder } from '../../support/page-tables.ts';
import { matrixOf } from '../../support/sign-in/role-matrix.ts';

const read = (page: string) => readFileSync(new URL(`../../../docs/contributing/spec/${page}`, import.meta.url), 'utf8');
const ROLES = read('roles.md');
const AUDIT = read('audit.md');

describe('the list of endpoints', () => {
  it('has every name and every operation id once when endpoints are added', () => {
    for (const of of [nameOf, ({ id }: { readonly id: string }) => id]) {
      const names = ENDPOINTS.map(of);
      expect(names).to.deep.equal([...new Set(names)]);
    }
    expect(ENDPOINTS.length).to.be.greaterThan(90);
  });

  it('leaves out of the OpenAPI document only files of the viewer and the protocol of assistants', () => {
    const others = ENDPOINTS.filter((endpoint) => !DOCUMENTED_ENDPOINTS.includes(endpoint)).map(({ pattern }) => pattern);
    expect(others.filter((pattern) => !/^\/docs\/|\/mcp$/.test(pattern))).to.deep.equal([]);
  });

  it('requires a permission exactly below the protected prefixes when an endpoint is added: nowhere else is the caller known', () => {
    const wrong = ENDPOINTS.filter(({ pattern, permission }) => (permission !== 'nothing') !== isProtectedPath(pattern));
    expect(wrong.map(nameOf)).to.deep.equal([]);
  });

  it('covers every endpoint below the protected prefixes with a rate limit when one is added, and no other', () => {
    const wrong = ENDPOINTS.filter(({ pattern, rateLimit }) => (rateLimit !== undefined) !== isProtectedPath(pattern));
    expect(wrong.map(nameOf)).to.deep.equal([]);
  });

  it('keeps within process keys only where a permission is required', () => {
    const wrong = ENDPOINTS.filter(({ permission, keepsKeys }) => keepsKeys === true && permission === 'nothing');
    expect(wrong.map(nameOf)).to.deep.equal([]);
  });

  it('has the permissions of the page of roles, cell by cell, when a permission changes', () => {
    const rows = ENDPOINTS.map((endpoint) => ({
      name: nameOf(endpoint),
      need: endpoint.permission,
      keepsKeys: endpoint.keepsKeys === true,
    }));
    const hint = 'Change the table of docs/contributing/spec/roles.md#endpoints or the permission of the endpoint.';
    expect(rowsUnder(ROLES, '## Endpoints').sort(), hint).to.deep.equal(matrixOf(rows).sort());
  });

  it('has the actions of the page of the audit, row by row, when an action changes', () => {
    const rows = ENDPOINTS.flatMap((endpoint) => {
      if (endpoint.method === 'GET') return [];
      const [kind, act] = endpoint.audit === 'none' ? ['none', undefined] : endpoint.audit;
      return [[`\`${nameOf(endpoint)}\``, kind, act === undefined ? '–' : `\`${act}\``]];
    });
    const hint = 'Change the table of docs/contributing/spec/audit.md#acts or the audited action of the endpoint.';
    expect(rowsUnder(AUDIT, '## Actions').sort(), hint).to.deep.equal(rows.sort());
  });

  it('gives the action of an endpoint only when its kind is recorded', () => {
    const start = ENDPOINTS.find(({ id }) => id === 'start');
    const validate = ENDPOINTS.find(({ id }) => id === 'validate');
    const list = ENDPOINTS.find(({ id }) => id === 'listDefinitions');
    if (start === undefined || validate === undefined || list === undefined) throw new Error('endpoints are missing');
    expect(auditedActOf(start, new Set(['operator', 'worker']))).to.equal(undefined);
    expect(auditedActOf(start, new Set(['client']))).to.equal('StartInstance');
    for (const endpoint of [validate, list]) expect(auditedActOf(endpoint, new Set(AUDIT_KINDS))).to.equal(undefined);
  });

  it('names the target of a refused action by its path: the version of a decision is not one of a process', () => {
    const version = ['risk', '2'];
    expect(targetOfPath('/Decisions/{key}/{version}', version)).to.deep.equal({ kind: 'decision', id: 'risk:2' });
    const ofProcess = { kind: 'definition', id: 'risk:2', processKey: 'risk' };
    expect(targetOfPath('/Definitions/{key}/{version}', version)).to.deep.equal(ofProcess);
  });
});
