import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { actOf, ENDPOINT_ACTS } from '../../../../src/api/auth/endpoint-acts.ts';
import { apiEndpoints } from '../../../../src/api/endpoints.ts';
import type { ApiPorts } from '../../../../src/api/ports.ts';
import { AUDIT_KINDS } from '../../../../src/platform/config-security.ts';
import { rowsUnder } from '../../../support/page-tables.ts';

const PAGE = readFileSync(new URL('../../../../docs/contributing/spec/audit.md', import.meta.url), 'utf8');

describe('the acts of endpoints', () => {
  it('are declared for every endpoint that is not a read, and for no other', () => {
    const hint =
      'Say in src/api/auth/endpoint-acts.ts what the endpoint is for the audit: an act of operators, clients or workers, or none; ' +
      'and add the row to docs/contributing/spec/audit.md#acts.';
    const served = apiEndpoints({ servesDocs: true, mcp: {} } as unknown as ApiPorts)
      .filter(({ method }) => method !== 'GET')
      .map(({ method, pattern }) => `${method} ${pattern}`);
    expect(Object.keys(ENDPOINT_ACTS).sort(), hint).to.deep.equal(served.sort());
  });

  it('are row by row in the page when the table changes', () => {
    const rows = Object.entries(ENDPOINT_ACTS).map(([endpoint, act]) => {
      const [kind, name] = act === 'none' ? ['none', undefined] : act;
      return [`\`${endpoint}\``, kind, name === undefined ? '–' : `\`${name}\``];
    });
    expect(rowsUnder(PAGE, '## Actions')).to.deep.equal(rows);
  });

  it('belong to the kinds that are recorded only when those are asked for', () => {
    expect(actOf('POST /Execution/start', new Set(['operator', 'worker']))).to.equal(undefined);
    expect(actOf('POST /Execution/start', new Set(['client']))).to.equal('StartInstance');
    for (const name of ['POST /Definitions/validate', 'GET /Definitions', 'constructor', '__proto__']) {
      expect(actOf(name, new Set(AUDIT_KINDS)), name).to.equal(undefined);
    }
  });
});
