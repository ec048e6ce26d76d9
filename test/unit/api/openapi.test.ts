import { expect } from 'chai';
import { apiEndpoints } from '../../../src/api/endpoints.ts';
import { OPERATIONS } from '../../../src/api/openapi/document.ts';
import type { ApiPorts } from '../../../src/api/ports.ts';

/** Files of the viewer, and what describes itself in its own protocol: not endpoints that a client of the API calls. */
const isPartOfThePage = (pattern: string) => pattern.startsWith('/docs/') || /\/mcp$/.test(pattern);

describe('the OpenAPI document', () => {
  const served = apiEndpoints({ servesDocs: true, mcp: {} } as ApiPorts).filter(({ pattern }) => !isPartOfThePage(pattern));

  it('describes the endpoints that are served when one is added or removed', () => {
    const names = (list: readonly { method: string; pattern: string }[]) =>
      list.map(({ method, pattern }) => `${method} ${pattern}`).sort();
    expect(names(OPERATIONS), 'Add the endpoint to src/api/openapi.').to.deep.equal(names(served));
  });

  it('shows how each is read: by its body, by what it waits for', () => {
    for (const operation of OPERATIONS) {
      const endpoint = served.find(({ method, pattern }) => method === operation.method && pattern === operation.pattern);
      if (endpoint?.method === 'GET' && operation.method === 'GET') {
        expect(operation.readsProjection, operation.pattern).to.equal(endpoint.readsProjection);
      }
      if (endpoint?.method === 'POST' && operation.method === 'POST') {
        expect(operation.body === null, operation.pattern).to.equal(endpoint.bodyUse === 'ignored');
      }
    }
  });
});
